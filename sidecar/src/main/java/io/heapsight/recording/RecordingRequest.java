/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.time.Duration;
import java.util.List;

/**
 * What recording is wanted.
 *
 * @param duration whole seconds
 * @param settings which of the JDK's settings: one of {@link #SETTINGS}
 * @param paths the target also looks for what holds the old objects that it sampled: at the end it
 *     stands still while it walks its heap
 */
public record RecordingRequest(Duration duration, String settings, boolean paths) {
    /** What every JDK brings along: about 2 % and 1 % of overhead, as its authors say. */
    public static final List<String> SETTINGS = List.of("profile", "default");

    /** The longest that may be asked for. */
    public static final Duration LONGEST = Duration.ofHours(1);

    public RecordingRequest {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("not 1 s to 1 h: " + duration);
        }
        if (!SETTINGS.contains(settings)) {
            throw new IllegalArgumentException("not one of " + SETTINGS + ": " + settings);
        }
    }

    int seconds() {
        return (int) duration.toSeconds();
    }
}
