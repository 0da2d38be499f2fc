/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Thousands;
import java.time.Duration;
import java.util.Locale;

/**
 * The expected total pause of a target for consecutive captures.
 *
 * @param expected the most likely duration
 * @param atMost an upper bound, which is compared with a limit
 */
public record PauseEstimate(Duration expected, Duration atMost, HeapContent heap, Basis basis) {
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double SHOWN_IN_MILLIS = 0.1;
    private static final double SHOWN_IN_FULL = 10;

    /** The basis of the speed, best first. */
    public enum Basis {
        /** The same kind of capture on this target. */
        SAME("speed of this target's last such capture", 1),
        /** Another kind of capture on this target. */
        OTHER_CAPTURE("speed of another capture on this target", 1.5),
        /** A capture on another target of this sidecar. */
        OTHER_TARGET("speed of a capture on another target", 1.5),
        NONE("nothing measured on this machine yet", 2);

        private final String words;
        private final double margin;

        Basis(String words, double margin) {
            this.words = words;
            this.margin = margin;
        }

        /** The factor between the expected duration and the upper bound. */
        double margin() {
            return margin;
        }
    }

    /** "20 ms", "0.52 s", "41 s". */
    public static String shown(Duration duration) {
        double seconds = duration.toMillis() / MILLIS_PER_SECOND;
        if (seconds < SHOWN_IN_MILLIS) {
            return duration.toMillis() + " ms";
        }
        return String.format(Locale.ROOT, seconds < SHOWN_IN_FULL ? "%.2f s" : "%.0f s", seconds);
    }

    /** Returns whether the use of the heap is known; without it there is no estimate. */
    public boolean isKnown() {
        return heap.isKnown();
    }

    /** "about 0.52 s (118.2 MiB in use, about 2,500,000 objects; speed of …)". */
    public String text() {
        if (!isKnown()) {
            return "an unknown time (no counters)";
        }
        return "about %s%s (%s in use, %s%s objects; %s)"
                .formatted(
                        shown(expected),
                        atMost.compareTo(expected) > 0 ? ", at most " + shown(atMost) : "",
                        new ByteSize((long) heap.bytes()),
                        heap.counted() ? "" : "an estimated ",
                        Thousands.of((long) heap.objects()),
                        basis.words);
    }
}
