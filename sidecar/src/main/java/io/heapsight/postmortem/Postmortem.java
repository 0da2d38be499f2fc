/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.histogram.ClassCount;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunTarget;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What was known about a target when it died.
 *
 * @param diedAt when its end was noticed: at once, or at the sampler's next tick on kernels without
 *     pidfd
 * @param limits what it might use
 * @param flags of the JVM
 * @param samples the last ones, oldest first
 * @param crashLog the JVM's account of a fatal error
 * @param recording the id of what its black box had recorded
 * @param heapDump what became of the heap dump that the JVM wrote by itself
 */
public record Postmortem(
        String id,
        RunTarget target,
        Instant diedAt,
        Reason reason,
        RunLimits limits,
        List<String> flags,
        List<PastSample> samples,
        Optional<LastHistogram> histogram,
        Optional<CrashLog> crashLog,
        Optional<String> recording,
        Optional<OwnDump> heapDump) {
    /** Time and pid: {@code 20261121T221930120Z-7}. */
    public static final String ID_PATTERN = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    private static final Pattern ID = Pattern.compile(ID_PATTERN);

    public Postmortem {
        if (!isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        flags = List.copyOf(flags);
        samples = List.copyOf(samples);
    }

    /** The same, when more is known of its heap dump. */
    Postmortem with(OwnDump dump) {
        return new Postmortem(
                id,
                target,
                diedAt,
                reason,
                limits,
                flags,
                samples,
                histogram,
                crashLog,
                recording,
                Optional.of(dump));
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** The class with the most bytes in the last histogram. */
    public Optional<String> topClass() {
        return histogram.flatMap(last -> last.classes().stream().findFirst()).map(ClassCount::name);
    }

    /** What a list shows of it. */
    public Entry entry() {
        return new Entry(id, target, diedAt, reason, topClass());
    }

    /** One line of a list. */
    public record Entry(
            String id,
            RunTarget target,
            Instant diedAt,
            Reason reason,
            Optional<String> topClass) {}
}
