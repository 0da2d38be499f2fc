/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.time.Duration;

/**
 * Limits of retries after temporary failures.
 *
 * @param attempts total number
 * @param firstPause between the first two; each following pause is twice as long
 * @param longestPause also if the server requests more
 * @param oneAttempt timeout of a request with its whole answer
 */
record RetryLimits(int attempts, Duration firstPause, Duration longestPause, Duration oneAttempt) {
    /** The default; a query of Prometheus itself times out after two minutes. */
    static final RetryLimits USUAL =
            new RetryLimits(
                    5, Duration.ofMillis(500), Duration.ofSeconds(30), Duration.ofMinutes(3));
}
