/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.profile.ProfileEvent;
import java.util.List;

/**
 * The methods that account for a difference between the profiles of two arms. All its rows form one
 * family: at most one in twenty comparisons of equal arms reports a change.
 *
 * @param event the sampled event
 * @param whole row of all methods
 * @param self rows of methods without callees, which add up to the whole, largest difference first;
 *     each row's {@link Metric#words} is the method's name
 * @param total rows of methods with callees, largest difference first
 */
public record FrameComparison(
        ProfileEvent event,
        ComparisonRow whole,
        List<ComparisonRow> self,
        List<ComparisonRow> total) {
    public FrameComparison {
        self = List.copyOf(self);
        total = List.copyOf(total);
    }
}
