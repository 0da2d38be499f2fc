/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.time.Duration;

/**
 * A request for a recording.
 *
 * @param duration whole seconds
 * @param settings the events
 * @param paths whether to record paths from GC roots to sampled old objects; for them, the target
 *     stops at the end and walks its heap
 */
public record RecordingRequest(Duration duration, RecordingSettings settings, boolean paths) {
    /** The maximum duration of a request. */
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
