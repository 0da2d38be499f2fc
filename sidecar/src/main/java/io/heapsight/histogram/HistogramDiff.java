/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Growth by class between two histograms of one target, merged over loaders.
 *
 * @param base the earlier histogram
 * @param candidate the later one
 * @param apart the time between them
 */
public record HistogramDiff(ClassHistogram base, ClassHistogram candidate, Duration apart) {
    /** Returns the classes that changed, most growth in bytes first. */
    public List<ClassDelta> top(int limit) {
        return HistogramJoin.of(base.rows(), candidate.rows())
                .changes(limit, HistogramDiff::change);
    }

    /** Returns second minus first, over all classes. */
    public InstanceCount change() {
        return candidate.totals().minus(base.totals());
    }

    private static @Nullable InstanceCount change(InstanceCount first, InstanceCount second) {
        InstanceCount change = second.minus(first);
        return change.equals(InstanceCount.NONE) ? null : change;
    }
}
