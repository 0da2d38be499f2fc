/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.jstat.MemoryHistory;
import io.heapsight.memory.Forecast.End;
import io.heapsight.memory.Forecast.Verdict;
import io.heapsight.stats.Estimate;
import io.heapsight.stats.SustainedGrowth;
import io.heapsight.stats.SustainedGrowth.Slowing;
import io.heapsight.unit.ByteSize;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Forecasts the memory of a target, separately for the heap and outside it, each with its own
 * ceiling.
 *
 * <p>The heap's resident pages grow up to -Xmx. The heap in use after collections of the old
 * generation, the live set, may fill the heap. Memory outside may grow up to the container's limit.
 *
 * @param whole forecast in the answer of {@code GET /memory}
 * @param kept heap in use after collections of the old generation, up to -Xmx
 * @param outside charged memory outside the heap, up to the part of the limit that the heap leaves;
 *     memory in swap is charged, too, but not to the limit
 */
public record MemoryForecast(Forecast whole, Forecast kept, Forecast outside) {
    /** The forecast of a target without samples. */
    public static final MemoryForecast NONE =
            new MemoryForecast(
                    Forecast.tooShort(Duration.ZERO, Duration.ofMinutes(2), 0),
                    Forecast.tooShort(Duration.ZERO, Duration.ofMinutes(2), 0),
                    Forecast.tooShort(Duration.ZERO, Duration.ofMinutes(2), 0));

    private static final double MILLIS_PER_SECOND = 1000;
    private static final Duration LEAST = Duration.ofMinutes(2);

    /** Start of a process, during which every JVM grows. */
    private static final Duration START = Duration.ofMinutes(1);

    /** Minimum share of the growth outside the heap for which metaspace counts as its cause. */
    private static final double MOST_OF_IT = 0.6;

    /**
     * Forecasts the memory of a target.
     *
     * @param startMillis start of the process
     */
    public static MemoryForecast of(
            MemoryHistory.Rows rows, MemoryBounds ceilings, long startMillis) {
        long from = startMillis + START.toMillis();
        return new Parts(rows, ceilings, from, Slowing.FILLING).forecast();
    }

    /**
     * Returns whether the live set or memory outside the heap keeps growing, even if more and more
     * slowly. If so, neither -Xmx nor the limit may be lowered.
     *
     * @param startMillis start of the process
     */
    public static boolean mayGrow(
            MemoryHistory.Rows rows, MemoryBounds ceilings, long startMillis) {
        long from = startMillis + START.toMillis();
        return new Parts(rows, ceilings, from, Slowing.GROWTH).forecast().grows();
    }

    /** Returns whether the live set or memory outside the heap keeps growing. */
    public boolean grows() {
        return kept.verdict() == Verdict.GROWING || outside.verdict() == Verdict.GROWING;
    }

    /** The observed sizes of all parts. */
    private static final class Parts {
        /** A shorter time to the limit, in seconds, means that memory already grows into swap. */
        private static final double SWAPS = 60;

        private final MemoryBounds ceilings;
        private final Slowing slowing;
        private final TimedValues charged;
        private final TimedValues heap;
        private final TimedValues outside;
        private final TimedValues kept;
        private final TimedValues used;
        private final TimedValues metaspace;

        Parts(MemoryHistory.Rows rows, MemoryBounds ceilings, long from, Slowing slowing) {
            this.ceilings = ceilings;
            this.slowing = slowing;
            charged = TimedValues.of(rows.epochMillis(), rows.charged(), from);
            heap = TimedValues.of(rows.epochMillis(), rows.heap(), from);
            outside = TimedValues.of(rows.epochMillis(), rows.outside(), from);
            kept = TimedValues.of(rows.epochMillis(), rows.kept(), from);
            used = TimedValues.of(rows.epochMillis(), rows.heapUsed(), from);
            metaspace = TimedValues.of(rows.epochMillis(), rows.metaspace(), from);
        }

        MemoryForecast forecast() {
            Forecast ofOutside = outside();
            Forecast ofKept = kept();
            return new MemoryForecast(whole(ofOutside, ofKept), ofKept, ofOutside);
        }

        /** Returns the charged bytes with a heap of -Xmx, if nothing else grows. */
        private double whenHeapIsFull() {
            return outside.last() + ceilings.heapBytes();
        }

        private boolean holdsHeap() {
            return whenHeapIsFull() <= ceilings.mostBytes() || Double.isNaN(ceilings.limitBytes());
        }

        private Forecast whole(Forecast ofOutside, Forecast ofKept) {
            if (charged.span().compareTo(LEAST) < 0) {
                return unknown(charged);
            }
            Optional<Forecast> first =
                    Stream.of(ofOutside, ofKept)
                            .filter(each -> each.verdict() == Verdict.GROWING)
                            .min((a, b) -> Double.compare(seconds(a), seconds(b)));
            return first.orElseGet(() -> resident(ofOutside, ofKept));
        }

        private static double seconds(Forecast forecast) {
            return forecast.end()
                    .flatMap(End::seconds)
                    .map(Estimate::value)
                    .orElse(Double.MAX_VALUE);
        }

        private Forecast resident(Forecast ofOutside, Forecast ofKept) {
            if (ofOutside.verdict() == Verdict.BOUNDED) {
                return ofOutside;
            }
            if (ofKept.verdict() == Verdict.BOUNDED) {
                return ofKept;
            }
            double ceiling = Math.min(ceilings.heapBytes(), ceilings.mostBytes() - outside.last());
            Optional<SustainedGrowth> growth = growth(heap, ceiling);
            if (growth.isEmpty()) {
                return still(charged, "neither the heap nor memory outside it keeps growing");
            }
            if (holdsHeap()) {
                return grows(
                        Verdict.BOUNDED,
                        growth.get(),
                        new End("-Xmx", whenHeapIsFull(), Optional.empty()),
                        "the heap grows until -Xmx: %s in total".formatted(size(whenHeapIsFull())));
            }
            return toLimit(
                    growth.get(),
                    outside.most(),
                    "the heap grows, and -Xmx exceeds what the limit leaves");
        }

        private Forecast kept() {
            double max = ceilings.heapBytes();
            Optional<SustainedGrowth> growth = growth(kept, max);
            if (growth.isEmpty()) {
                return kept.values().length >= SustainedGrowth.LEAST_STRETCHES
                        ? still(
                                kept,
                                "the heap in use after collections of the old generation does not grow")
                        : fills();
            }
            if (!holdsHeap()) {
                return toLimit(
                        growth.get(),
                        outside.most(),
                        "the heap in use after collections of the old generation grows");
            }
            Optional<Estimate> seconds = reaches(growth.get(), max);
            return grows(
                    Verdict.GROWING,
                    growth.get(),
                    new End("-Xmx", whenHeapIsFull(), seconds),
                    "the heap in use after collections of the old generation grows, and fills the"
                            + " heap");
        }

        /** Forecasts the heap before collections of the old generation have shown the live set. */
        private Forecast fills() {
            Optional<SustainedGrowth> growth = growth(used, ceilings.heapBytes());
            if (growth.isEmpty() || !holdsHeap()) {
                return unknown(kept);
            }
            return grows(
                    Verdict.BOUNDED,
                    growth.get(),
                    new End("-Xmx", whenHeapIsFull(), reaches(growth.get(), ceilings.heapBytes())),
                    "the heap fills; only a collection of the old generation shows how much stays");
        }

        private Forecast outside() {
            if (outside.span().compareTo(LEAST) < 0) {
                return unknown(outside);
            }
            Optional<SustainedGrowth> growth = growth(outside, ceilings.mostBytes() - heap.last());
            if (growth.isEmpty()) {
                return still(outside, "memory outside the heap does not keep growing");
            }
            double since = growth.get().fromTime();
            double rise = outside.last() - outside.at(since);
            double ofMetaspace = metaspace.last() - metaspace.at(since);
            double max = ceilings.metaspaceBytes();
            double atMax = outside.last() + max - metaspace.last() + heap.last();
            boolean isMetaspace = ofMetaspace >= MOST_OF_IT * rise;
            if (isMetaspace && !Double.isNaN(max) && !(atMax > ceilings.mostBytes())) {
                return ofMetaspace(growth.get(), max, atMax);
            }
            return toLimit(
                    growth.get(),
                    heap.most(),
                    "memory outside the heap grows"
                            + (isMetaspace ? ", most of it metaspace" : ifDirectBuffers(rise)));
        }

        /**
         * Describes the maximum of direct buffers, known only from the flag: no counter shows them.
         */
        private String ifDirectBuffers(double rise) {
            return rise <= ceilings.directBytes()
                    ? "; direct buffers are limited by -XX:MaxDirectMemorySize, %s"
                            .formatted(size(ceilings.directBytes()))
                    : "";
        }

        private Forecast ofMetaspace(SustainedGrowth outside, double max, double atMax) {
            Optional<SustainedGrowth> growth = growth(metaspace, max);
            String because = "metaspace grows until -XX:MaxMetaspaceSize";
            return grows(
                    growth.isPresent() ? Verdict.GROWING : Verdict.BOUNDED,
                    growth.orElse(outside),
                    new End(
                            "-XX:MaxMetaspaceSize",
                            atMax,
                            growth.flatMap(each -> reaches(each, max))),
                    because);
        }

        /**
         * @param besideBytes other charged memory
         */
        private Forecast toLimit(SustainedGrowth growth, double besideBytes, String because) {
            double limit = ceilings.limitBytes();
            if (Double.isNaN(limit)) {
                return new Forecast(
                        Verdict.GROWING,
                        window(growth),
                        Optional.of(growth.slope()),
                        Optional.empty(),
                        Optional.empty(),
                        because + "; the container has no limit");
            }
            // At the limit, swap takes what grows further: its end is unknown.
            Optional<Estimate> seconds =
                    reaches(growth, ceilings.mostBytes() - besideBytes)
                            .filter(it -> ceilings.swappedBytes() == 0 || it.value() > SWAPS);
            return new Forecast(
                    Verdict.GROWING,
                    window(growth),
                    Optional.of(growth.slope()),
                    seconds,
                    Optional.of(new End(ceilings.limitName(), limit, seconds)),
                    because);
        }

        private Optional<SustainedGrowth> growth(TimedValues series, double ceiling) {
            return SustainedGrowth.find(
                    series.times(), series.values(), ceiling, LEAST.toSeconds(), slowing);
        }

        private static Optional<Estimate> reaches(SustainedGrowth growth, double ceiling) {
            return Double.isNaN(ceiling)
                    ? Optional.empty()
                    : growth.reaches(ceiling).map(it -> it.map(each -> Math.max(0, each)));
        }

        private static Forecast grows(
                Verdict verdict, SustainedGrowth growth, End end, String because) {
            return new Forecast(
                    verdict,
                    window(growth),
                    Optional.of(growth.slope()),
                    Optional.empty(),
                    Optional.of(end),
                    because);
        }

        private static Duration window(SustainedGrowth growth) {
            return Duration.ofMillis((long) (-MILLIS_PER_SECOND * growth.fromTime()));
        }

        /** Returns a forecast without growth, with the small slope of the last half hour. */
        private static Forecast still(TimedValues series, String because) {
            long[] millis = new long[series.times().length];
            Arrays.setAll(millis, i -> (long) (MILLIS_PER_SECOND * series.times()[i]));
            Forecast plain =
                    Forecast.of(
                            millis, series.values(), OptionalDouble.empty(), Long.MIN_VALUE / 2);
            return new Forecast(
                    Verdict.NO_TREND,
                    series.span(),
                    plain.bytesPerSecond(),
                    Optional.empty(),
                    Optional.empty(),
                    because);
        }

        private static Forecast unknown(TimedValues series) {
            Duration missing = LEAST.minus(series.span());
            return Forecast.tooShort(series.span(), missing, series.values().length);
        }

        private static String size(double bytes) {
            return Double.isNaN(bytes) ? "unknown" : new ByteSize((long) bytes).toString();
        }
    }
}
