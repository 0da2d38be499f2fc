/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import java.time.Instant;
import java.util.Optional;

/**
 * One of the last pauses in a {@link GcActivity}, or several pauses for which only the sum of their
 * durations is known.
 *
 * @param at time of its end; empty if the source has uptimes only
 * @param uptimeSeconds its end, since the JVM's start; NaN if unknown
 * @param count of pauses, usually 1
 * @param seconds its duration; for several pauses, the sum
 * @param collector as in {@link GcActivity.CauseTotal}
 * @param cause in the JVM's words; "unknown" if it was not readable
 * @param heapBeforeBytes heap in use before it; NaN if unknown, like the other two sizes
 */
public record GcEvent(
        Optional<Instant> at,
        double uptimeSeconds,
        long count,
        double seconds,
        String collector,
        String cause,
        double heapBeforeBytes,
        double heapAfterBytes,
        double heapCapacityBytes) {}
