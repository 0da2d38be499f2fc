/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes garbage by class from two histograms of the JVM: all objects before a dump, minus the
 * live objects after it. For each class, one figure then replaces the interval that the dump gives.
 */
public final class GarbageFromHistograms {
    private static final String FILLER_IS_NAMED = "filler has a class of its own";
    private static final String FILLER_IS_NOT_NAMED = "filler is int[]";
    private static final int COLUMNS = 3;

    private final boolean fillerIsNamed;
    private final Map<String, Total> byClass = new HashMap<>();

    /**
     * @param fillerIsNamed whether the JVM's filler has its own class, instead of {@code int[]}
     */
    public GarbageFromHistograms(boolean fillerIsNamed) {
        this.fillerIsNamed = fillerIsNamed;
    }

    /**
     * Adds a class.
     *
     * @param name as in a histogram
     */
    public void add(String name, long objects, long bytes) {
        String spelled = ClassNameTranslator.javaName(name.replace("/0x", "+0x"));
        byClass.merge(spelled, new Total(objects, bytes), Total::plus);
    }

    /** The content of a file beside the dump; {@link #parse} reads it. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(fillerIsNamed ? FILLER_IS_NAMED : FILLER_IS_NOT_NAMED).append('\n');
        byClass.forEach(
                (name, total) ->
                        text.append(total.objects())
                                .append(' ')
                                .append(total.bytes())
                                .append(' ')
                                .append(name)
                                .append('\n'));
        return text.toString();
    }

    /**
     * Parses the result of {@link #text}.
     *
     * @throws IllegalArgumentException if it is another text
     */
    public static GarbageFromHistograms parse(List<String> lines) {
        String first = lines.isEmpty() ? "" : lines.getFirst();
        if (!first.equals(FILLER_IS_NAMED) && !first.equals(FILLER_IS_NOT_NAMED)) {
            throw new IllegalArgumentException("not counted garbage: " + first);
        }
        GarbageFromHistograms read = new GarbageFromHistograms(first.equals(FILLER_IS_NAMED));
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.split(" ", COLUMNS);
            if (columns.length < COLUMNS) {
                throw new IllegalArgumentException("not a line of counted garbage: " + line);
            }
            read.byClass.put(
                    columns[2], new Total(Long.parseLong(columns[0]), Long.parseLong(columns[1])));
        }
        return read;
    }

    /**
     * The summary of the dump with one figure for its garbage. The dump's certain figures take
     * precedence, because the JVM ran between histogram and dump.
     */
    public HeapSummary decide(HeapSummary summary) {
        if (summary.garbage().isEmpty()) {
            return summary;
        }
        Map<String, Total> left = new HashMap<>(byClass);
        List<ClassRow> classes = new ArrayList<>();
        Total garbage = Total.NONE;
        for (ClassRow row : summary.classes()) {
            ClassRow decided = decided(row, left);
            classes.add(decided);
            garbage = garbage.plus(decided.totals().split().orElseThrow().garbage());
        }
        Totals.Split all = summary.totals().split().orElseThrow();
        Garbage before = summary.garbage().get();
        return summary.withGarbage(
                new Garbage(garbage, garbage, before.undecided(), Garbage.Source.HISTOGRAMS),
                Totals.of(all.reachable(), all.unreachable(), garbage, all.filler()),
                classes);
    }

    /** Distributes the count of a name among the classes of this name. */
    private ClassRow decided(ClassRow row, Map<String, Total> left) {
        Totals.Split split = row.totals().split().orElseThrow();
        Total counted = left.getOrDefault(row.name(), Total.NONE);
        if (!fillerIsNamed) {
            counted = lessAtMost(counted, split.filler());
        }
        Total garbage =
                new Total(
                        Math.clamp(
                                counted.objects(),
                                split.garbage().objects(),
                                split.unreachable().objects()),
                        Math.clamp(
                                counted.bytes(),
                                split.garbage().bytes(),
                                split.unreachable().bytes()));
        left.put(row.name(), lessAtMost(counted, garbage));
        return new ClassRow(
                row.name(),
                row.address(),
                row.loader(),
                Totals.of(split.reachable(), split.unreachable(), garbage, split.filler()),
                row.retainedBytes());
    }

    private static Total lessAtMost(Total from, Total taken) {
        return new Total(
                Math.max(0, from.objects() - taken.objects()),
                Math.max(0, from.bytes() - taken.bytes()));
    }
}
