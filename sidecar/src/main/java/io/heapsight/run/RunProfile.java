/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.profile.ProfileFrames;
import java.time.Instant;

/**
 * The profile of a run.
 *
 * @param startedAt when it was asked for
 * @param seconds how long the target was profiled
 * @param id under which the whole of it is kept, while it is: {@code GET /profiles/ID}
 * @param frames its methods
 */
public record RunProfile(Instant startedAt, double seconds, String id, ProfileFrames frames) {
    public RunProfile {
        if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a profile of " + seconds + " s");
        }
    }
}
