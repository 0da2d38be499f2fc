/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.profile.ProfileFrames;
import java.time.Instant;

/**
 * The profile of a run.
 *
 * @param startedAt time of the request
 * @param seconds length of the profile
 * @param id of the complete profile, while it is stored: {@code GET /profiles/ID}
 * @param frames its methods
 */
public record RunProfile(Instant startedAt, double seconds, String id, ProfileFrames frames) {
    public RunProfile {
        if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a profile of " + seconds + " s");
        }
    }
}
