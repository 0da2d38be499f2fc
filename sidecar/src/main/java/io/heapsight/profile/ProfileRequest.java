/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import java.time.Duration;

/** A request for a profile. */
public record ProfileRequest(ProfileEvent event, int seconds) {
    /** Maximum length; for longer times there are recordings. */
    public static final int MOST_SECONDS = 3600;

    /** Default length. */
    public static final int USUAL_SECONDS = 30;

    public ProfileRequest {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException(seconds + " s");
        }
    }

    public Duration duration() {
        return Duration.ofSeconds(seconds);
    }
}
