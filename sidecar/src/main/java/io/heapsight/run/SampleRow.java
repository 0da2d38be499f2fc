/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.perfdata.GcutilSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One sample as a row of columns and values: first the fields of every sample, then collectors and
 * pools.
 */
final class SampleRow {
    private static final SampleField[] FIELDS = SampleField.values();

    private final List<RunColumn> columns = new ArrayList<>();
    private double[] values = new double[128];

    SampleRow(Sample sample, double hostCpuBusyRatio, double outputLines) {
        for (SampleField field : FIELDS) {
            add(RunColumn.of(field), sample.value(field));
        }
        boolean fresh = sample.isFresh(GcutilSpace.E) && sample.isFresh(GcutilSpace.O);
        add(RunColumn.HEAP_FRESH, fresh ? 1 : 0);
        add(RunColumn.HOST_CPU_BUSY_RATIO, hostCpuBusyRatio);
        add(RunColumn.OUTPUT_LINES, outputLines);
        for (Sample.Collector collector : sample.collectors()) {
            add(RunColumn.collectorCount(collector.name()), collector.count());
            add(RunColumn.collectorSeconds(collector.name()), collector.seconds());
        }
        for (Sample.Pool pool : sample.pools()) {
            add(RunColumn.poolUsedBytes(pool.name()), pool.usedBytes());
            add(RunColumn.poolCommittedBytes(pool.name()), pool.committedBytes());
        }
    }

    List<RunColumn> columns() {
        return columns;
    }

    double[] values() {
        return Arrays.copyOf(values, columns.size());
    }

    private void add(RunColumn column, double value) {
        if (columns.size() == values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        values[columns.size()] = value;
        columns.add(column);
    }
}
