/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.time.Duration;

/**
 * A request for a recording.
 *
 * @param duration whole seconds
 * @param settings which events it holds
 * @param paths the target also looks for what holds the old objects that it sampled: at the end it
 *     stands still while it walks its heap
 */
public record RecordingRequest(Duration duration, RecordingSettings settings, boolean paths) {
    /** The longest that may be asked for. */
    public static final Duration LONGEST = Duration.ofHours(1);

    public RecordingRequest {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("not 1 s to 1 h: " + duration);
        }
    }

    int seconds() {
        return (int) duration.toSeconds();
    }
}
