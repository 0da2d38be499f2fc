/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.profile.ProfileEvent;
import java.util.List;

/**
 * Which methods account for a difference between the profiles of two arms. All its rows are one
 * family: at most one in twenty comparisons of equal arms calls any of them changed.
 *
 * @param event what was sampled
 * @param whole of all methods
 * @param self of methods themselves, which add up to the whole, the largest difference first; each
 *     row's {@link Metric#words} is the method's name
 * @param total of methods with what they call, the largest difference first
 */
public record FrameComparison(ProfileEvent event, Row whole, List<Row> self, List<Row> total) {
    public FrameComparison {
        self = List.copyOf(self);
        total = List.copyOf(total);
    }
}
