/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.LimitWatch;
import io.heapsight.jstat.SampleField;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Computes figures of one target from its samples. Holds the counters of the last minute for the
 * required figures. Not thread-safe.
 */
final class FigureCalculator implements FigureValues {
    /** The window of rates, long enough that a single collection does not count as overhead. */
    static final Duration WINDOW = Duration.ofMinutes(1);

    /** The minimum window of rates. */
    static final Duration LEAST_WINDOW = Duration.ofSeconds(10);

    /** The start of a JVM, during which rising figures are normal. */
    private static final Duration START = Duration.ofSeconds(5);

    /** The minimum time between two samples of the usual interval. */
    private static final long NEARLY_A_SECOND = 900_000_000L;

    private static final double HUNDRED = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private record Row(long nanos, Map<SampleField, Double> counters) {
        double counter(SampleField field) {
            return counters.getOrDefault(field, Double.NaN);
        }
    }

    /** The increase of a counter and its time span; NaN if unknown. */
    private record Growth(double value, double seconds) {}

    private final double maxMetaspaceBytes;
    private final Set<SampleField> counters = EnumSet.noneOf(SampleField.class);
    private final Deque<Row> rows = new ArrayDeque<>();
    private OptionalLong firstNanos = OptionalLong.empty();
    private final MemoryRiseBound heapRoom = new MemoryRiseBound();
    private final LimitWatch limits = new LimitWatch();
    private final Deque<Long> changedNanos = new ArrayDeque<>();
    private ToDoubleFunction<SampleField> latest = _ -> Double.NaN;
    private double oldAfterItsCollection = Double.NaN;

    /**
     * @param figures the required ones
     * @param maxMetaspaceBytes NaN if unset
     */
    FigureCalculator(Collection<RuleFigure> figures, double maxMetaspaceBytes) {
        this.maxMetaspaceBytes = maxMetaspaceBytes;
        for (RuleFigure figure : figures) {
            if (figure.source().isOverTime()) {
                counters.addAll(figure.fields());
                figure.max().ifPresent(counters::add);
            }
        }
    }

    /**
     * Adds a sample.
     *
     * @param sample read only; NaN for values that the target does not provide
     */
    void update(ToDoubleFunction<SampleField> sample, long nanos) {
        latest = sample;
        if (!Double.isNaN(sample.applyAsDouble(SampleField.OLD_AFTER_GC_BYTES))) {
            oldAfterItsCollection = sample.applyAsDouble(SampleField.OLD_AFTER_ANY_GC_RATIO);
        }
        heapRoom.update(sample, nanos);
        limits.update(sample).forEach(_ -> changedNanos.addLast(nanos));
        while (!changedNanos.isEmpty() && nanos - changedNanos.getFirst() > WINDOW.toNanos()) {
            changedNanos.removeFirst();
        }
        if (firstNanos.isEmpty()) {
            firstNanos = OptionalLong.of(nanos);
        }
        if (!counters.isEmpty()) {
            rows.addLast(
                    new Row(
                            nanos,
                            counters.stream()
                                    .filter(field -> !Double.isNaN(sample.applyAsDouble(field)))
                                    .collect(
                                            Collectors.toMap(
                                                    field -> field, sample::applyAsDouble))));
            while (nanos - rows.getFirst().nanos() > WINDOW.toNanos()) {
                rows.removeFirst();
            }
        }
    }

    @Override
    public double value(RuleFigure figure, boolean ofMax) {
        double value =
                switch (figure.source()) {
                    case GAUGE -> gauge(figure);
                    case PERCENT -> now(figure.field()) / HUNDRED;
                    case NEXT -> next(figure.field());
                    case DIFFERENCE -> now(figure.field()) - now(figure.second());
                    case RATE -> rate(growth(figure.field()));
                    case INCREASE -> growth(figure.field()).value();
                    case CHANGES -> limits.isKnown() ? changedNanos.size() : Double.NaN;
                    case QUOTIENT ->
                            quotient(
                                    growth(figure.field()).value(),
                                    growth(figure.second()).value());
                };
        if (!ofMax) {
            return value;
        }
        return figure.source() == RuleFigure.Source.RATE ? ofLimits(figure) : value / max(figure);
    }

    /**
     * Returns a figure of the last sample. After young collections alone, the old generation also
     * holds garbage: Serial and Parallel fill it before they collect it.
     */
    private double gauge(RuleFigure figure) {
        return figure == RuleFigure.OLD_AFTER_GC ? oldAfterItsCollection : now(figure.field());
    }

    /**
     * Returns the value for trends. The usage of the old generation after any collection has a
     * sawtooth shape; the usage after its own collections doesn't.
     */
    @Override
    public double forTrend(RuleFigure figure) {
        return figure == RuleFigure.OLD_AFTER_GC
                ? now(SampleField.OLD_AFTER_GC_BYTES) / now(SampleField.HEAP_MAX_BYTES)
                : value(figure, false);
    }

    /** Returns the growth of a counter in the window, as a share of the allowed growth. */
    private double ofLimits(RuleFigure figure) {
        SampleField limit = figure.max().orElseThrow();
        List<Row> known = known(figure.field());
        double allowed = 0;
        for (int i = 1; i < known.size(); i++) {
            double seconds = (known.get(i).nanos() - known.get(i - 1).nanos()) / NANOS_PER_SECOND;
            allowed += seconds * known.get(i).counter(limit);
        }
        return growth(figure.field()).value() / allowed;
    }

    private List<Row> known(SampleField counter) {
        return rows.stream().filter(row -> row.counters().containsKey(counter)).toList();
    }

    private double next(SampleField gauge) {
        double now = now(gauge);
        return heapRoom.bound(now, now + largestRise(gauge));
    }

    private double max(RuleFigure figure) {
        if (figure.isOfMetaspace()) {
            return maxMetaspaceBytes;
        }
        return figure.max()
                .map(
                        field ->
                                field == SampleField.CONTAINER_MEMORY_LIMIT_BYTES
                                        ? EffectiveMemoryLimit.of(latest).bytes()
                                        : now(field))
                .orElse(Double.NaN);
    }

    private double now(SampleField field) {
        return latest.applyAsDouble(field);
    }

    /**
     * Returns the largest rise of a gauge within a second, or between two samples farther apart; 0
     * without one.
     */
    private double largestRise(SampleField gauge) {
        List<Row> known =
                rows.stream()
                        .filter(row -> row.counters().containsKey(gauge))
                        .filter(row -> row.nanos() - firstNanos.getAsLong() >= START.toNanos())
                        .toList();
        double largest = 0;
        int from = 0;
        for (int i = 0; i < known.size(); i++) {
            Row row = known.get(i);
            while (from < i && row.nanos() - known.get(from + 1).nanos() >= NEARLY_A_SECOND) {
                from++;
            }
            largest = Math.max(largest, row.counter(gauge) - known.get(from).counter(gauge));
        }
        return largest;
    }

    private static double rate(Growth growth) {
        return growth.value() / growth.seconds();
    }

    /** Returns the quotient; 0 for 0 of 0. */
    private static double quotient(double part, double whole) {
        return whole == 0 && part == 0 ? 0 : part / whole;
    }

    private Growth growth(SampleField counter) {
        List<Row> known = known(counter);
        long nanos = known.isEmpty() ? 0 : known.getLast().nanos() - known.getFirst().nanos();
        if (nanos < LEAST_WINDOW.toNanos()) {
            return new Growth(Double.NaN, Double.NaN);
        }
        return new Growth(
                known.getLast().counter(counter) - known.getFirst().counter(counter),
                nanos / NANOS_PER_SECOND);
    }
}
