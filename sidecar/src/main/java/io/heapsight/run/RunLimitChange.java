/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.jstat.LimitChange;
import io.heapsight.jstat.LimitWatch;
import io.heapsight.jstat.SampleField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A change of a container's limit within recorded samples.
 *
 * @param at the first sample with the new limit
 */
public record RunLimitChange(Instant at, LimitChange change) {
    /** More changes are unlikely to be manual. */
    private static final int MOST = 100;

    /**
     * Returns the first changes, oldest first, at most {@value #MOST}. Reads the limits of each
     * sample once.
     */
    public static List<RunLimitChange> of(RunSamples samples) {
        Map<SampleField, double[]> columns = new EnumMap<>(SampleField.class);
        columns.put(
                SampleField.CONTAINER_MEMORY_USAGE_BYTES,
                samples.values(SampleField.CONTAINER_MEMORY_USAGE_BYTES));
        for (ContainerLimitKind limit : ContainerLimitKind.values()) {
            columns.put(limit.field(), samples.values(limit.field()));
        }
        LimitWatch watch = new LimitWatch();
        List<RunLimitChange> changes = new ArrayList<>();
        for (int i = 0; i < samples.size() && changes.size() < MOST; i++) {
            int row = i;
            for (LimitChange change :
                    watch.update(
                            field ->
                                    columns.containsKey(field)
                                            ? columns.get(field)[row]
                                            : Double.NaN)) {
                changes.add(new RunLimitChange(samples.at(i), change));
            }
        }
        return List.copyOf(changes);
    }
}
