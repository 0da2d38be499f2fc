/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import java.util.List;
import java.util.Optional;

/**
 * The sizes that one target's recorded past suggests and allows. Several targets of one workload
 * share their settings: a setting for all must pass the check of each.
 */
public final class TargetSizing {
    private final RecommendedSizes sizes;
    private final List<Advice> advice;

    private TargetSizing(RecommendedSizes sizes, List<Advice> advice) {
        this.sizes = sizes;
        this.advice = advice;
    }

    public static TargetSizing of(TargetObservation seen) {
        RecommendedSizes sizes = RecommendedSizes.of(seen);
        return new TargetSizing(sizes, Recommendations.of(sizes));
    }

    /** Returns the recommendations for this target alone, in reading order. */
    public List<Advice> advice() {
        return advice;
    }

    /** Returns why the target would not have survived these settings; empty if it would. */
    public Optional<String> forbids(List<Advice.Setting> settings) {
        return sizes.survival().forbids(settings);
    }

    /**
     * Returns why its recorded sizes do not fit these settings, whatever its trends; empty if they
     * do.
     */
    public Optional<String> exceeds(List<Advice.Setting> settings) {
        return sizes.survival().exceeds(settings);
    }

    /** Returns the maximum of memory that can't be reclaimed; NaN if unknown. */
    public double heldBytes() {
        return sizes.past().held();
    }

    /** Returns the maximum outside the heap that can't be reclaimed; NaN if unknown. */
    public double outsideHeapBytes() {
        return sizes.past().outsideBytes();
    }

    /** Returns the 95th percentile of the live set; NaN if unknown. */
    public double liveSetBytes() {
        return sizes.past().live().p95Bytes();
    }

    /** Returns the maximum heap size; NaN if unknown. */
    public double heapMaxBytes() {
        return sizes.past().now().heapMaxBytes();
    }

    /** Returns the memory limit; NaN if there is none or it is unknown. */
    public double limitBytes() {
        return sizes.past().now().limitBytes();
    }
}
