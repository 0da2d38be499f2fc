/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import java.time.Instant;
import java.util.Optional;

/**
 * One pause.
 *
 * @param at its end; empty if the source has uptimes only
 * @param uptimeSeconds its end, since the JVM's start; NaN if unknown
 * @param seconds its duration
 * @param collector as in {@link GcActivity.CauseTotal}
 * @param cause in the JVM's words; "unknown" if it was not readable
 * @param heapBeforeBytes in use before it; NaN if unknown, as the other two
 */
public record GcEvent(
        Optional<Instant> at,
        double uptimeSeconds,
        double seconds,
        String collector,
        String cause,
        double heapBeforeBytes,
        double heapAfterBytes,
        double heapCapacityBytes) {}
