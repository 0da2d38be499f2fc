/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat.table;

import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.LongCounter;
import java.util.List;

/**
 * The formula of a column, computed in double arithmetic and in jstat's order of operations, so
 * that the last digit agrees. A missing counter or a division by zero makes the result NaN.
 */
sealed interface JstatFormula {
    /** The counters added up, divided by {@code scale}. */
    record Sum(List<String> names, double scale) implements JstatFormula {}

    /** Converts ticks to seconds. */
    record Seconds(String name) implements JstatFormula {}

    /** Sums ticks of several counters, in seconds; a missing counter is 0. */
    record TotalSeconds(List<String> names) implements JstatFormula {}

    /** The used share of a space's capacity, in per cent. */
    record PercentUsed(String used, String capacity) implements JstatFormula {}

    /** A text counter. */
    record Text(String name) implements JstatFormula {}

    static JstatFormula counter(String name) {
        return new Sum(List.of(name), 1);
    }

    static JstatFormula sum(String... names) {
        return new Sum(List.of(names), 1);
    }

    static JstatFormula kilobytes(String... names) {
        return new Sum(List.of(names), 1024);
    }

    static JstatFormula seconds(String name) {
        return new Seconds(name);
    }

    static JstatFormula totalSeconds(String... names) {
        return new TotalSeconds(List.of(names));
    }

    static JstatFormula percentUsed(String space) {
        return new PercentUsed(space + ".used", space + ".capacity");
    }

    static Text text(String name) {
        return new Text(name);
    }

    /** The number to show; NaN, also for a missing text, is shown as "-". */
    default double number(Counters counters) {
        return switch (this) {
            case Sum(List<String> names, double scale) -> sum(names, counters, Double.NaN) / scale;
            case Seconds(String name) ->
                    divide(value(name, counters, Double.NaN), ticksPerSecond(counters));
            case TotalSeconds(List<String> names) ->
                    divide(sum(names, counters, 0), ticksPerSecond(counters));
            case PercentUsed(String usedName, String capacityName) -> {
                double used = value(usedName, counters, Double.NaN);
                double capacity = value(capacityName, counters, Double.NaN);
                yield (1 - divide(capacity - used, capacity)) * 100;
            }
            case Text _ -> Double.NaN;
        };
    }

    private static double sum(List<String> names, Counters counters, double missing) {
        double sum = 0;
        for (String name : names) {
            sum += value(name, counters, missing);
        }
        return sum;
    }

    private static double ticksPerSecond(Counters counters) {
        return value(CounterNames.TICKS_PER_SECOND, counters, Double.NaN);
    }

    private static double value(String name, Counters counters, double missing) {
        return counters.find(name) instanceof LongCounter counter ? counter.value() : missing;
    }

    private static double divide(double dividend, double divisor) {
        return divisor == 0 ? Double.NaN : dividend / divisor;
    }
}
