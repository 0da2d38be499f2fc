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
 * @param subject target or dump of the job
 * @param caller that requested it
 * @param progress of the whole job, 0 to 1
 * @param phase in words; for an ended job, the last one
 * @param etaSeconds estimated remaining time, if known
 * @param result path or URL of the result; a failed job may have one, too
 * @param problem cause of the failure
 * @param skipped skipped parts, which don't make the job fail
 * @param pause of the target
 */
public record JobSnapshot(
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
        List<SkippedPart> skipped,
        Pause pause) {
    /** The format of an id. */
    public static final String ID_PATTERN = "[0-9]{8}T[0-9]{9}Z-[0-9]{1,10}";

    private static final Pattern ID = Pattern.compile(ID_PATTERN);

    public JobSnapshot {
        skipped = List.copyOf(skipped);
        if (!isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        if (!(progress >= 0 && progress <= 1)) {
            throw new IllegalArgumentException(id + ": progress " + progress);
        }
    }

    /** Returns whether an untrusted text may be used as an id. */
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Returns its path in the API. */
    public String path() {
        return "/jobs/" + id;
    }

    /** Returns a copy of the job that ended as interrupted. */
    JobSnapshot interrupted(Instant when, Problem why) {
        return new JobSnapshot(
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
