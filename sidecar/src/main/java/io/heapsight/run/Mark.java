/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.time.Instant;
import java.util.Locale;

/**
 * The target's progress at one moment of a run, reported by a user: records processed, jobs
 * running.
 *
 * @param at time of the report
 * @param value not negative
 */
public record Mark(Instant at, Kind kind, double value) {
    /** The kind of a mark. */
    public enum Kind {
        /** Units of work done since the start of the run, never falling: 100,000 records. */
        RECORDS,
        /** Jobs that run at that moment. */
        JOBS,
        /** Lines logged since the start of the run. */
        LINES;

        /** Returns the name in documents and requests. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Mark {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(kind.label() + "=" + value);
        }
    }
}
