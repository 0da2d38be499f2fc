/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gclog.GcLogSummary.GcLogPoint;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects the events of a log in at most {@value #MOST_SPANS} spans of equal length. The length
 * doubles when the spans do not suffice.
 */
final class GcLogTimeline {
    private static final int MOST_SPANS = 480;
    private static final double FIRST_SPAN_SECONDS = 1.0 / 1024;

    private final @Nullable Span[] spans = new @Nullable Span[MOST_SPANS];
    private double spanSeconds = FIRST_SPAN_SECONDS;
    private double start = Double.NaN;

    /** The events of a span. */
    private static final class Span {
        private double before = Double.NaN;
        private double after = Double.NaN;
        private double capacity = Double.NaN;
        private long pauses;
        private double pauseSeconds;
        private double longest = Double.NaN;
        private double longestFull = Double.NaN;
        private double allocated;
        private double promoted;

        private void add(Span other) {
            before = most(before, other.before);
            after = least(after, other.after);
            capacity = most(capacity, other.capacity);
            pauses += other.pauses;
            pauseSeconds += other.pauseSeconds;
            longest = most(longest, other.longest);
            longestFull = most(longestFull, other.longestFull);
            allocated += other.allocated;
            promoted += other.promoted;
        }
    }

    /** Begins the time axis, at the first stamp. */
    void begin(double at) {
        if (Double.isNaN(start)) {
            start = at;
        }
    }

    void heap(double at, HeapChange heap) {
        Span span = span(at);
        span.before = most(span.before, heap.beforeBytes());
        span.after = least(span.after, heap.afterBytes());
        span.capacity = most(span.capacity, heap.capacityBytes());
    }

    void pause(double at, GcCycleKind kind, double seconds) {
        Span span = span(at);
        span.pauses++;
        span.pauseSeconds += seconds;
        span.longest = most(span.longest, seconds);
        if (kind == GcCycleKind.FULL) {
            span.longestFull = most(span.longestFull, seconds);
        }
    }

    void allocated(double at, double bytes) {
        span(at).allocated += bytes;
    }

    void promoted(double at, double bytes) {
        span(at).promoted += bytes;
    }

    private Span span(double at) {
        begin(at);
        double since = Math.max(0, at - start);
        while (since >= MOST_SPANS * spanSeconds) {
            widen();
        }
        int index = (int) (since / spanSeconds);
        Span span = spans[index];
        if (span == null) {
            span = new Span();
            spans[index] = span;
        }
        return span;
    }

    private void widen() {
        for (int i = 0; i < MOST_SPANS; i++) {
            Span span = spans[i];
            Span half = spans[i / 2];
            if (i == 0 || span == null) {
                continue;
            }
            spans[i] = null;
            if (half == null) {
                spans[i / 2] = span;
            } else {
                half.add(span);
            }
        }
        spanSeconds *= 2;
    }

    List<GcLogPoint> points() {
        List<GcLogPoint> points = new ArrayList<>();
        for (int i = 0; i < MOST_SPANS; i++) {
            Span span = spans[i];
            if (span != null) {
                points.add(
                        new GcLogPoint(
                                i * spanSeconds,
                                spanSeconds,
                                span.before,
                                span.after,
                                span.capacity,
                                span.pauses,
                                span.pauseSeconds,
                                span.longest,
                                span.longestFull,
                                span.allocated,
                                span.promoted));
            }
        }
        return points;
    }

    private static double most(double a, double b) {
        return Double.isNaN(a) || b > a ? b : a;
    }

    private static double least(double a, double b) {
        return Double.isNaN(a) || b < a ? b : a;
    }
}
