/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.SampleField;
import io.heapsight.unit.ByteSize;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The samples of a run, by column: the time of each, and one number per figure, NaN if the target
 * did not provide it. An hour at one sample a second takes about 1 MiB.
 */
public final class RunSamples {
    /** No samples. */
    public static final RunSamples NONE = new Builder(Builder.LEAST * Double.BYTES).build();

    private final long[] epochMillis;
    private final Map<RunColumn, NumberColumn> columns;

    private RunSamples(long[] epochMillis, Map<RunColumn, NumberColumn> columns) {
        this.epochMillis = epochMillis;
        this.columns = columns;
    }

    /** Returns the number of samples. */
    public int size() {
        return epochMillis.length;
    }

    /** Returns the time of a sample; 0 is the first one. */
    public long epochMillis(int index) {
        return epochMillis[index];
    }

    /** Returns the time of a sample; 0 is the first one. */
    public Instant at(int index) {
        return Instant.ofEpochMilli(epochMillis[index]);
    }

    /** Returns the columns with at least one value, in their original order. */
    public Set<RunColumn> columns() {
        return Collections.unmodifiableSet(columns.keySet());
    }

    /** Returns a figure of a sample; NaN if it is missing. */
    public double value(RunColumn column, int index) {
        NumberColumn values = columns.get(column);
        return values == null ? Double.NaN : values.get(index);
    }

    /** Returns a figure of a sample; NaN if it is missing. */
    public double value(SampleField field, int index) {
        return value(RunColumn.of(field), index);
    }

    /** Returns a copy of a column: one value per sample, all NaN if the figure is missing. */
    public double[] values(RunColumn column) {
        NumberColumn values = columns.get(column);
        if (values != null) {
            return values.toArray();
        }
        double[] none = new double[size()];
        Arrays.fill(none, Double.NaN);
        return none;
    }

    /** Returns a copy of a column: one value per sample, all NaN if the figure is missing. */
    public double[] values(SampleField field) {
        return values(RunColumn.of(field));
    }

    /** Returns the names of the garbage collectors' MXBeans. */
    public List<String> collectors() {
        return owners(RunColumn.Group.COLLECTOR);
    }

    /** Returns the names of the memory pools' MXBeans. */
    public List<String> pools() {
        return owners(RunColumn.Group.POOL);
    }

    private List<String> owners(RunColumn.Group group) {
        Set<String> owners = new LinkedHashSet<>();
        for (RunColumn column : columns.keySet()) {
            if (column.group() == group) {
                owners.add(column.owner());
            }
        }
        return List.copyOf(owners);
    }

    /** Collects samples. Not thread-safe. */
    public static final class Builder {
        private static final int LEAST = 64;

        private final Map<RunColumn, NumberColumn> columns = new LinkedHashMap<>();
        private final long mostBytes;
        private long[] epochMillis = new long[LEAST];
        private int size;

        /**
         * Creates a builder without samples.
         *
         * @param mostBytes maximum memory of the samples
         */
        public Builder(long mostBytes) {
            this.mostBytes = mostBytes;
        }

        /**
         * Starts a sample; unset values are NaN.
         *
         * @throws IllegalArgumentException if the samples exceed their memory limit
         */
        public void begin(long atEpochMillis) {
            if ((size + 1L) * (columns.size() + 1) * Double.BYTES > mostBytes) {
                throw new IllegalArgumentException(
                        "%d samples of %d figures don't fit into %s of memory"
                                .formatted(size + 1, columns.size(), new ByteSize(mostBytes)));
            }
            if (size == epochMillis.length) {
                epochMillis = Arrays.copyOf(epochMillis, size + (size >> 1));
            }
            epochMillis[size] = atEpochMillis;
            size++;
        }

        /** Sets the time of the current sample. */
        void at(long atEpochMillis) {
            epochMillis[size - 1] = atEpochMillis;
        }

        /**
         * Adds a figure to the current sample.
         *
         * @throws IllegalArgumentException if it exists already
         */
        public void put(RunColumn column, double value) {
            if (size == 0) {
                throw new IllegalStateException("no sample begun");
            }
            if (Double.isNaN(value)) {
                return;
            }
            NumberColumn values = columns.computeIfAbsent(column, _ -> new NumberColumn());
            values.padTo(size - 1);
            if (values.size() == size) {
                throw new IllegalArgumentException(column.path() + " is given twice");
            }
            values.add(value);
        }

        /** Drops samples after a time. */
        void endAt(long epochMilli) {
            while (size > 0 && epochMillis[size - 1] > epochMilli) {
                size--;
            }
            columns.values().forEach(column -> column.cutTo(size));
        }

        /** Returns all samples. The builder can't be used afterwards. */
        public RunSamples build() {
            columns.values().forEach(column -> column.padTo(size));
            return new RunSamples(Arrays.copyOf(epochMillis, size), columns);
        }
    }
}
