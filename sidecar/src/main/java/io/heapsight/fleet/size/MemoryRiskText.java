/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static io.heapsight.fleet.size.WorkloadSizing.plural;

import io.heapsight.unit.ByteSize;
import java.time.Duration;

/** Describes the memory peaks of a workload and the upper bound of the next day's peaks. */
final class MemoryRiskText {
    private MemoryRiskText() {}

    /**
     * Returns the sentences.
     *
     * @param held peaks of memory that can't be reclaimed
     * @param running number of running pods
     * @param seen length of the longest pod history
     */
    static String sentence(DailyPeaks held, int running, Duration seen) {
        if (held.count() == 0) {
            return "The memory of its pods is unknown.";
        }
        boolean isShort = seen.compareTo(WorkloadSizing.A_DAY) < 0;
        return "In %s, memory that can't be reclaimed peaked at %s. On the next day %s below %s with a probability of 97.5 %%, if days are alike."
                .formatted(
                        plural(held.count(), isShort ? "pod" : "pod-day"),
                        words(held.most()),
                        running == 1 ? "the pod stays" : "all %d pods stay".formatted(running),
                        words(held.high()));
    }

    private static String words(double bytes) {
        return new ByteSize(Math.round(bytes)).toString();
    }
}
