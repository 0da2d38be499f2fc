/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import io.heapsight.operation.Pause;
import io.heapsight.unit.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A job at one moment.
 *
 * @param id sorts by time; safe in paths and URLs
 * @param subject what it is done to: a target or a dump
 * @param caller who asked for it
 * @param progress of the whole job, 0 to 1
 * @param phase in words; of a job that has ended, the last one
 * @param etaSeconds how long it will still take, if that can be told
 * @param result the path of what came of it, or the URL where it went; of a failed job, of what
 *     came of it all the same
 * @param problem why it failed
 * @param skipped what was left out, though the job did not fail for that
 * @param pause for how long it stops its target
 */
public record JobRecord(
        String id,
        JobKind kind,
        String subject,
        String caller,
        JobState state,
        double progress,
        String phase,
        OptionalLong etaSeconds,
        Instant startedAt,
        Optional<Instant> endedAt,
        Optional<String> result,
        Optional<Problem> problem,
        List<Skipped> skipped,
        Pause pause) {
    /** What an id looks like. */
    public static final String ID_PATTERN = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    private static final Pattern ID = Pattern.compile(ID_PATTERN);

    public JobRecord {
        skipped = List.copyOf(skipped);
        if (!isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        if (!(progress >= 0 && progress <= 1)) {
            throw new IllegalArgumentException(id + ": progress " + progress);
        }
    }

    /** Whether a text from outside may be used as an id. */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Where it is looked at. */
    public String path() {
        return "/jobs/" + id;
    }

    /** The same job, of which nobody will hear again. */
    JobRecord interrupted(Instant when, Problem why) {
        return new JobRecord(
                id,
                kind,
                subject,
                caller,
                JobState.FAILED,
                progress,
                phase,
                OptionalLong.empty(),
                startedAt,
                Optional.of(when),
                result,
                Optional.of(why),
                skipped,
                pause);
    }
}
