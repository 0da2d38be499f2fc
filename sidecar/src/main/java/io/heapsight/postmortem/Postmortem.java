/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunTarget;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The post-mortem of a target.
 *
 * @param diedAt time of the detection of its end: immediate, or at the sampler's next tick on
 *     kernels without pidfd
 * @param limits of its resources
 * @param flags of the JVM
 * @param samples the last ones, oldest first
 * @param crashLog the JVM's crash log
 * @param recording the id of its black box recording
 * @param heapDump the outcome of the heap dump that the JVM wrote by itself
 * @param kept paths of captures during its life, such as "/heapdumps/ID"; oldest first of each kind
 */
public record Postmortem(
        String id,
        RunTarget target,
        Instant diedAt,
        DeathCause reason,
        RunLimits limits,
        List<String> flags,
        List<PostmortemSample> samples,
        Optional<LastHistogram> histogram,
        Optional<CrashLog> crashLog,
        Optional<String> recording,
        Optional<OutOfMemoryDumpOutcome> heapDump,
        List<String> kept) {
    /** The format of an id, with time and pid: {@code 20261121T221930120Z-7}. */
    public static final String ID_PATTERN = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    private static final Pattern ID = Pattern.compile(ID_PATTERN);

    public Postmortem {
        if (!isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        flags = List.copyOf(flags);
        samples = List.copyOf(samples);
        kept = List.copyOf(kept);
    }

    /** Returns a copy with another outcome of its heap dump. */
    Postmortem with(OutOfMemoryDumpOutcome dump) {
        return with(Optional.of(dump), kept);
    }

    /** Returns a copy with further stored files. */
    Postmortem withKept(List<String> more) {
        return with(heapDump, Stream.concat(kept.stream(), more.stream()).distinct().toList());
    }

    private Postmortem with(Optional<OutOfMemoryDumpOutcome> dump, List<String> all) {
        return new Postmortem(
                id, target, diedAt, reason, limits, flags, samples, histogram, crashLog, recording,
                dump, all);
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Returns the class with the most bytes in the last histogram. */
    public Optional<String> topClass() {
        return histogram
                .flatMap(last -> last.classes().stream().findFirst())
                .map(ClassHistogramRow::name);
    }

    /** Returns the entry in a list. */
    public Entry entry() {
        return new Entry(id, target, diedAt, reason, topClass());
    }

    /** One line of a list. */
    public record Entry(
            String id,
            RunTarget target,
            Instant diedAt,
            DeathCause reason,
            Optional<String> topClass) {}
}
