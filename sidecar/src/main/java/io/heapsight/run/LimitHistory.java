/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.jstat.ContainerLimitKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The values of one limit in a run, in order; one value if it did not change.
 *
 * @param values NaN for a missing or unknown limit
 */
public record LimitHistory(ContainerLimitKind limit, List<Double> values) {
    private static final int MOST_IN_WORDS = 4;

    public LimitHistory {
        values = List.copyOf(values);
    }

    /** Returns the history of a container's limit in a run. */
    public static LimitHistory of(Run run, ContainerLimitKind limit, List<RunLimitChange> changes) {
        List<Double> values = new ArrayList<>();
        for (RunLimitChange each : changes) {
            if (each.change().limit() == limit) {
                if (values.isEmpty()) {
                    values.add(each.change().before());
                }
                values.add(each.change().after());
            }
        }
        if (values.isEmpty()) {
            values.add(atStart(run, limit));
        }
        return new LimitHistory(limit, values);
    }

    private static double atStart(Run run, ContainerLimitKind limit) {
        return switch (limit) {
            case MEMORY -> number(run.limits().memoryBytes());
            case SOFT_MEMORY -> number(run.limits().softMemoryBytes());
            case CPU -> number(run.limits().cpuCores());
            case MEMORY_HIGH -> {
                double[] high = run.samples().values(limit.field());
                yield high.length == 0 ? Double.NaN : high[high.length - 1];
            }
        };
    }

    private static double number(OptionalLong bytes) {
        return bytes.isPresent() ? bytes.getAsLong() : Double.NaN;
    }

    private static double number(OptionalDouble cores) {
        return cores.orElse(Double.NaN);
    }

    /** Returns whether two histories are equal within a tolerance. */
    public boolean isAs(LimitHistory other, double tolerance) {
        boolean same = values.size() == other.values.size();
        for (int i = 0; same && i < values.size(); i++) {
            double one = orNone(values.get(i));
            double two = orNone(other.values.get(i));
            same = one == two || Math.max(one, two) <= Math.min(one, two) * (1 + tolerance);
        }
        return same;
    }

    private static double orNone(double value) {
        return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    /**
     * "512.0 MiB", "512.0 MiB, then 1.0 GiB", "none known"; shows the first and the last of many.
     */
    public String words() {
        if (values.size() > MOST_IN_WORDS) {
            return "%s, then %d others, then %s"
                    .formatted(
                            words(values.getFirst()), values.size() - 2, words(values.getLast()));
        }
        return values.stream().map(this::words).collect(Collectors.joining(", then "));
    }

    private String words(double value) {
        if (Double.isNaN(value)) {
            return "none known";
        }
        return limit == ContainerLimitKind.CPU ? String.valueOf(value) : limit.words(value);
    }
}
