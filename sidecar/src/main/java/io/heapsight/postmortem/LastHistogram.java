/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.histogram.ClassHistogram;
import io.heapsight.histogram.ClassHistogramRow;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.InstanceCount;
import java.time.Instant;
import java.util.List;

/**
 * The last class histogram of a target.
 *
 * @param live whether it was captured after a full GC
 * @param takenBy the caller: "trigger container_memory>90%", "http 127.0.0.1"
 * @param totals of all classes
 * @param classes the largest ones, largest first
 */
public record LastHistogram(
        Instant takenAt,
        boolean live,
        String takenBy,
        InstanceCount totals,
        List<ClassHistogramRow> classes) {
    static final int MOST_CLASSES = 50;

    public LastHistogram {
        classes = List.copyOf(classes);
    }

    static LastHistogram of(HistogramHistory.Kept kept) {
        ClassHistogram histogram = kept.histogram();
        return new LastHistogram(
                histogram.takenAt(),
                histogram.live(),
                kept.takenBy(),
                histogram.totals(),
                histogram.top(MOST_CLASSES));
    }
}
