/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.Labelled;
import java.time.Instant;

/**
 * The target's progress at one moment of a run, reported by a user: records processed, jobs
 * running.
 *
 * @param at time of the report
 * @param value not negative
 */
public record ProgressMark(Instant at, Kind kind, double value) {
    /** The kind of a mark. */
    public enum Kind implements Labelled {
        /** Units of work done since the start of the run, never falling: 100,000 records. */
        RECORDS,
        /** Jobs that run at that moment. */
        JOBS,
        /** Lines logged since the start of the run. */
        LINES
    }

    public ProgressMark {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(kind.label() + "=" + value);
        }
    }
}
