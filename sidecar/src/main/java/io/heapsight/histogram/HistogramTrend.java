/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.histogram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The newest stored histogram of a target, and the earlier ones of the same kind (all objects, or
 * live ones).
 *
 * @param earlier oldest first, at most {@value #MOST_EARLIER}
 */
public record HistogramTrend(HistogramHistory.Kept newest, List<HistogramHistory.Kept> earlier) {
    private static final int MOST_EARLIER = 9;

    /** The lower of two values contains little garbage; a single value may be all garbage. */
    private static final int LEAST_FOR_GARBAGE = 4;

    private static final int LEAST_LIVE = 2;

    /**
     * The sizes of a class over time.
     *
     * @param bytes in each histogram, oldest first; the last one is the newest histogram's
     */
    public record Row(String name, long instances, List<Long> bytes) {
        public Row {
            bytes = List.copyOf(bytes);
        }

        /** Returns the growth since the histogram before; empty without one. */
        public OptionalLong bytesChange() {
            int size = bytes.size();
            return size < 2
                    ? OptionalLong.empty()
                    : OptionalLong.of(bytes.getLast() - bytes.get(size - 2));
        }
    }

    public HistogramTrend {
        earlier = List.copyOf(earlier);
    }

    /**
     * Returns the lasting growth of a class: from the lowest value of the older half to that of the
     * newer half. Higher values may include garbage, except in histograms of live objects. Empty
     * for fewer than four histograms of all objects, and for a single histogram of live objects.
     */
    public OptionalLong lastingChange(Row row) {
        List<Long> bytes = row.bytes();
        int middle = bytes.size() / 2;
        int least = newest.histogram().live() ? LEAST_LIVE : LEAST_FOR_GARBAGE;
        return bytes.size() < least
                ? OptionalLong.empty()
                : OptionalLong.of(
                        lowest(bytes.subList(middle, bytes.size()))
                                - lowest(bytes.subList(0, middle)));
    }

    private static long lowest(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).min().orElse(0);
    }

    /** Returns the trend of a target; empty if no histogram is stored. */
    public static Optional<HistogramTrend> of(HistogramHistory history, int pid) {
        return history.last(pid).map(newest -> of(history, newest));
    }

    private static HistogramTrend of(HistogramHistory history, HistogramHistory.Kept newest) {
        List<HistogramHistory.Kept> same =
                history.all().stream()
                        .filter(each -> each.histogram().pid() == newest.histogram().pid())
                        .filter(each -> each.histogram().live() == newest.histogram().live())
                        .takeWhile(each -> !each.id().equals(newest.id()))
                        .toList();
        return new HistogramTrend(
                newest, same.subList(Math.max(0, same.size() - MOST_EARLIER), same.size()));
    }

    /** Returns the largest classes of the newest histogram, merged over loaders, without filler. */
    public List<Row> top(int limit) {
        Map<String, long[]> bytes = new LinkedHashMap<>();
        Map<String, Long> instances = new LinkedHashMap<>();
        int last = earlier.size();
        for (ClassHistogramRow row : newest.histogram().top(limit)) {
            if (ClassHistogramRow.isFiller(row.name())) {
                continue;
            }
            bytes.computeIfAbsent(row.name(), _ -> new long[last + 1])[last] += row.bytes();
            instances.merge(row.name(), row.instances(), Long::sum);
        }
        for (int i = 0; i < last; i++) {
            add(earlier.get(i), i, bytes);
        }
        List<Row> rows = new ArrayList<>();
        bytes.forEach(
                (name, series) ->
                        rows.add(
                                new Row(
                                        name,
                                        instances.getOrDefault(name, 0L),
                                        Arrays.stream(series).boxed().toList())));
        return rows;
    }

    private static void add(HistogramHistory.Kept from, int index, Map<String, long[]> bytes) {
        from.histogram()
                .rows()
                .forEach(
                        Integer.MAX_VALUE,
                        row -> {
                            long[] series = bytes.get(row.name());
                            if (series != null) {
                                series[index] += row.bytes();
                            }
                        });
    }
}
