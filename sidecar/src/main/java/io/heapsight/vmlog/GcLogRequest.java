/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import java.time.Duration;

/**
 * A request for a GC log.
 *
 * @param duration whole seconds
 */
public record GcLogRequest(Duration duration) {
    /** The maximum duration of a request. */
    public static final Duration LONGEST = Duration.ofHours(1);

    /** The duration of a request without one. */
    public static final GcLogRequest USUAL = new GcLogRequest(Duration.ofMinutes(10));

    public GcLogRequest {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("not 1 s to 1 h: " + duration);
        }
    }
}
