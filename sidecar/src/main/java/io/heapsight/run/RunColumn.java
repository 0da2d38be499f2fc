/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.SampleField;
import java.util.Locale;

/**
 * Names a column of a run's samples.
 *
 * @param owner name of the collector's or the pool's MXBean; empty for a field
 * @param figure with its unit: {@code heapUsedBytes}, {@code count}, {@code usedBytes}
 */
public record RunColumn(Group group, String owner, String figure) {
    /** The groups of columns in a sample. */
    public enum Group {
        /** One value per sample. */
        FIELD,
        /** One value per garbage collector. */
        COLLECTOR,
        /** One value per memory pool. */
        POOL;

        /** Returns the name in documents. */
        String label() {
            return switch (this) {
                case FIELD -> "";
                case COLLECTOR -> "collectors";
                case POOL -> "pools";
            };
        }
    }

    /** 1 if heap metrics are current, 0 if they date from the last collection. */
    public static final RunColumn HEAP_FRESH = field("heapFresh");

    /** Busy share of the machine's CPU time since the previous sample, 0 to 1. */
    public static final RunColumn HOST_CPU_BUSY_RATIO = field("hostCpuBusyRatio");

    /** Lines written to the files of the target's standard output and error since the start. */
    public static final RunColumn OUTPUT_LINES = field("outputLines");

    private static final String COUNT = "count";
    private static final String SECONDS = "seconds";
    private static final String USED_BYTES = "usedBytes";
    private static final String COMMITTED_BYTES = "committedBytes";

    /** Returns {@code heapUsedBytes} for {@code HEAP_USED_BYTES}. */
    public static RunColumn of(SampleField field) {
        String[] words = field.name().toLowerCase(Locale.ROOT).split("_", -1);
        StringBuilder name = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            name.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return field(name.toString());
    }

    /** Returns the column of a field. */
    public static RunColumn field(String name) {
        return new RunColumn(Group.FIELD, "", name);
    }

    /** Returns the column of collections since the JVM's start. */
    public static RunColumn collectorCount(String collector) {
        return new RunColumn(Group.COLLECTOR, collector, COUNT);
    }

    /** Returns the column of seconds in collections since the JVM's start. */
    public static RunColumn collectorSeconds(String collector) {
        return new RunColumn(Group.COLLECTOR, collector, SECONDS);
    }

    /** Returns the column of a pool's used bytes. */
    public static RunColumn poolUsedBytes(String pool) {
        return new RunColumn(Group.POOL, pool, USED_BYTES);
    }

    /** Returns the column of a pool's committed bytes. */
    public static RunColumn poolCommittedBytes(String pool) {
        return new RunColumn(Group.POOL, pool, COMMITTED_BYTES);
    }

    /** Returns text such as {@code heapUsedBytes}, or {@code pools/G1 Eden Space/usedBytes}. */
    public String path() {
        return group == Group.FIELD ? figure : group.label() + "/" + owner + "/" + figure;
    }

    /**
     * Parses a {@link #path}.
     *
     * @throws IllegalArgumentException if it is not a column
     */
    static RunColumn parse(String path) {
        int first = path.indexOf('/');
        int last = path.lastIndexOf('/');
        if (first < 0) {
            return field(path);
        }
        String group = path.substring(0, first);
        for (Group each : Group.values()) {
            if (last > first && each.label().equals(group)) {
                return new RunColumn(
                        each, path.substring(first + 1, last), path.substring(last + 1));
            }
        }
        throw new IllegalArgumentException("not a column: " + path);
    }
}
