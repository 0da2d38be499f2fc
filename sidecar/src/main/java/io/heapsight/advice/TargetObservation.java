/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.known;
import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.gclog.GcLogTailer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.SampleField;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryBounds;
import io.heapsight.memory.MemoryForecast;
import io.heapsight.run.Run;
import io.heapsight.run.RunSamples;
import io.heapsight.run.SharedCgroupCheck;
import io.heapsight.unit.Durations;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The data about a target that advisors use: samples, flags, resident pages, marked runs.
 *
 * @param samples the recent ones
 * @param startMillis when its process started, since the epoch
 * @param heapResidentBytes currently resident heap; empty if unknown
 * @param metaspaceCommittedBytes current committed metaspace; empty if the target can't be queried
 * @param flags reported by the JVM; empty if it can't be queried
 * @param forecast of its memory, separately for heap and outside
 * @param processors of the machine
 * @param machineBytes memory of the machine that it uses or may get; NaN if unknown
 * @param earlier maxima of its whole life
 * @param runs recorded runs with marks
 * @param notes for the reader about the samples
 * @param source of the samples
 */
public record TargetObservation(
        TargetJvm jvm,
        RunSamples samples,
        long startMillis,
        OptionalLong heapResidentBytes,
        OptionalLong metaspaceCommittedBytes,
        HeapFlags flags,
        MemoryForecast forecast,
        int processors,
        double machineBytes,
        MemoryPeaks earlier,
        List<Run> runs,
        List<String> notes,
        Source source) {
    /**
     * The source of the samples. The longer the recorded past, the smaller the savings worth a
     * change.
     */
    public enum Source {
        /** The sidecar: samples of seconds, of the last hour. */
        SIDECAR(0.25, 1.5, 0.6),
        /** A monitoring system: samples of minutes, of days. */
        MONITORING(0.4, 1.15, 0.85);

        private final double leastLive;
        private final double tooLargeLimit;
        private final double leastOfSoftLimit;

        Source(double leastLive, double tooLargeLimit, double leastOfSoftLimit) {
            this.leastLive = leastLive;
            this.tooLargeLimit = tooLargeLimit;
            this.leastOfSoftLimit = leastOfSoftLimit;
        }

        /** Returns the share of the heap below which the live set needs less heap. */
        double leastLive() {
            return leastLive;
        }

        /** Returns the ratio of limit to need above which a limit is too large. */
        double tooLargeLimit() {
            return tooLargeLimit;
        }

        /** Returns the share of the soft limit below which the working set needs less. */
        double leastOfSoftLimit() {
            return leastOfSoftLimit;
        }
    }

    /** Minimum length of an observation. */
    static final Duration LEAST = Duration.ofSeconds(30);

    /** Message for targets without pause times. */
    static final String NO_PAUSES =
            "Neither counters nor a GC log show its pauses: remove -XX:-UsePerfData and"
                    + " -XX:+PerfDisableSharedMem from the target's options, or add "
                    + GcLogTailer.OPTIONS
                    + ".";

    private static final Duration SOME = Duration.ofMinutes(10);
    private static final Duration MUCH = Duration.ofMinutes(50);
    private static final Duration SOME_DAYS = Duration.ofHours(23);
    private static final Duration MUCH_OF_A_WEEK = Duration.ofDays(6);

    private static final int FIRST_WITH_G1_EVERYWHERE = 27;

    public TargetObservation {
        runs = List.copyOf(runs);
        notes = List.copyOf(notes);
    }

    /** Returns the observation of a target without samples. */
    public static TargetObservation nothing(TargetJvm jvm) {
        return new TargetObservation(
                jvm,
                RunSamples.NONE,
                0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                HeapFlags.NONE,
                MemoryForecast.NONE,
                Runtime.getRuntime().availableProcessors(),
                Double.NaN,
                MemoryPeaks.NONE,
                List.of(),
                List.of(),
                Source.SIDECAR);
    }

    /** Returns the time from the first sample to the last. */
    public Duration span() {
        int size = samples.size();
        return size < 2
                ? Duration.ZERO
                : Duration.ofMillis(samples.epochMillis(size - 1) - samples.epochMillis(0));
    }

    NonNanValues series(SampleField field) {
        return NonNanValues.of(samples, field);
    }

    /**
     * Forecasts whether a figure of the samples grows, and when it reaches a limit.
     *
     * @param limit NaN for none
     */
    Forecast forecast(double[] bytes, double limit) {
        long[] times = new long[samples.size()];
        Arrays.setAll(times, samples::epochMillis);
        OptionalDouble ceiling = known(limit);
        return switch (source) {
            case SIDECAR -> Forecast.of(times, bytes, ceiling, startMillis);
            case MONITORING -> Forecast.ofDays(times, bytes, ceiling, startMillis);
        };
    }

    /** Forecasts a series; growth that slows down, and ends below the limit, is none. */
    Forecast sustained(double[] bytes, double limit) {
        long[] times = new long[samples.size()];
        Arrays.setAll(times, samples::epochMillis);
        OptionalDouble ceiling = known(limit);
        return Forecast.sustained(times, bytes, ceiling, startMillis, source == Source.MONITORING);
    }

    /**
     * Returns memory that can't be dropped: anonymous and shared memory (ZGC's heap), including
     * swapped pages. If that is unknown, returns all resident memory.
     */
    double[] unreclaimable() {
        double[] held = heldByGroup(samples);
        boolean known = Arrays.stream(held).anyMatch(bytes -> !Double.isNaN(bytes));
        return known ? held : samples.values(SampleField.RESIDENT_BYTES);
    }

    /** Returns the unreclaimable memory plus the kernel's memory, as in the forecast of /memory. */
    double[] charged() {
        double[] bytes = unreclaimable();
        double[] kernel = kernel();
        Arrays.setAll(bytes, i -> bytes[i] + orZero(kernel[i]));
        return bytes;
    }

    /**
     * Returns the kernel's memory, with the buffers of sockets, but without zswap's copies of
     * swapped pages; NaN if unknown.
     */
    double[] kernel() {
        double[] bytes =
                sum(
                        samples,
                        SampleField.CONTAINER_MEMORY_KERNEL_BYTES,
                        SampleField.CONTAINER_MEMORY_SOCKET_BYTES);
        double[] zswap = samples.values(SampleField.CONTAINER_MEMORY_ZSWAP_BYTES);
        Arrays.setAll(bytes, i -> bytes[i] - orZero(zswap[i]));
        return bytes;
    }

    /**
     * Returns memory of the control group that can't be dropped, without the kernel's; NaN without
     * a group. Swapped pages count: on a machine without swap they would be resident.
     */
    static double[] heldByGroup(RunSamples samples) {
        return sum(
                samples,
                SampleField.CONTAINER_MEMORY_ANON_BYTES,
                SampleField.CONTAINER_MEMORY_SHMEM_BYTES,
                SampleField.CONTAINER_MEMORY_SWAP_BYTES);
    }

    /** Returns a sum of fields; NaN if the first one is unknown. */
    static double[] sum(RunSamples samples, SampleField first, SampleField... others) {
        double[] sum = samples.values(first);
        for (SampleField each : others) {
            double[] more = samples.values(each);
            Arrays.setAll(sum, i -> sum[i] + orZero(more[i]));
        }
        return sum;
    }

    /** Returns whether it was observed from its first minute on. */
    boolean isSeenFromStart() {
        return samples.size() > 0
                && samples.epochMillis(0) - startMillis < Duration.ofMinutes(1).toMillis();
    }

    /** Returns why the group's memory is not the target's; empty if it is. */
    Optional<String> sharedGroup() {
        return SharedCgroupCheck.isShared(samples)
                ? Optional.of(
                        "The control group has %s of anonymous memory, but at most %s can be the target's: other processes share the group, so one of them is not enough to size it."
                                .formatted(
                                        SizeFormatter.words(
                                                series(SampleField.CONTAINER_MEMORY_ANON_BYTES)
                                                        .last()),
                                        SizeFormatter.words(
                                                series(SampleField.RESIDENT_BYTES).last())))
                : Optional.empty();
    }

    /** Returns how long to wait for enough data; empty if there is enough. */
    Optional<String> tooShort() {
        Duration left = LEAST.minus(span());
        return left.isNegative() || left.isZero()
                ? Optional.empty()
                : Optional.of("wait %d s more".formatted(left.toSeconds() + 1));
    }

    /** Returns the certainty by the length of the observation. */
    Certainty certainty() {
        boolean ofDays = source == Source.MONITORING;
        if (span().compareTo(ofDays ? MUCH_OF_A_WEEK : MUCH) >= 0) {
            return Certainty.HIGH;
        }
        return span().compareTo(ofDays ? SOME_DAYS : SOME) >= 0 ? Certainty.MEDIUM : Certainty.LOW;
    }

    /** Returns "observed for 12 min 5 s; …". */
    String seenFor() {
        return "observed for %s; peaks of a busy hour or of a deployment may be higher"
                .formatted(Durations.words(span()));
    }

    /** Returns the maximum heap size, or NaN. Counters omit one survivor space. */
    double heapMaxBytes() {
        double set = MemoryBounds.heapMaxBytes(jvm, flags);
        return Double.isNaN(set) ? series(SampleField.HEAP_MAX_BYTES).last() : set;
    }

    /**
     * Returns the size set by a flag, from the JVM or else its command line; NaN if unlimited or
     * unknown.
     *
     * @param name without -XX:
     */
    double flagBytes(String name) {
        return MemoryBounds.flagBytes(jvm, flags, name);
    }

    /**
     * Returns whether the JVM selected its collector by its machine and limits, and would select
     * Serial with less memory. Since JDK 27 it always selects G1.
     */
    boolean choosesCollectorByMachine() {
        return !hasCollectorFlag() && !jvm.collector().toOptional().orElse("").equals("Serial");
    }

    /** Returns whether a flag, or a JDK with one default, determines the collector. */
    boolean hasCollectorFlag() {
        return jvm.javaMajor().orElse(0) >= FIRST_WITH_G1_EVERYWHERE
                || jvm.flags().all().stream()
                        .anyMatch(flag -> flag.text().matches("-XX:\\+Use\\w+(GC|Gc)"));
    }

    /** Returns the last size in its command line under one of these prefixes; NaN for none. */
    double commandLineBytes(String... prefixes) {
        return jvm.flags().bytes(prefixes).orElse(Double.NaN);
    }
}
