/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import io.heapsight.advice.Advice.Certainty;
import io.heapsight.gclog.GcLogReader;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.SampleField;
import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryForecast;
import io.heapsight.run.ControlGroup;
import io.heapsight.run.Run;
import io.heapsight.run.RunSamples;
import io.heapsight.target.TargetJvm;
import io.heapsight.unit.ByteSize;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What was observed of a target: samples, flags, resident pages, marked runs.
 *
 * @param samples the recent ones
 * @param startMillis when its process started, since the epoch
 * @param heapResidentBytes what of its heap is resident now; empty where that can't be told
 * @param metaspaceCommittedBytes what metaspace has now; empty where the target can't be asked
 * @param flags what it runs with, as it says itself; none where it can't be asked
 * @param forecast of its memory, heap and outside apart
 * @param processors of the machine
 * @param runs that were recorded of it, with marks
 * @param notes what a reader should know of the samples
 */
public record Observation(
        TargetJvm jvm,
        RunSamples samples,
        long startMillis,
        OptionalLong heapResidentBytes,
        OptionalLong metaspaceCommittedBytes,
        HeapFlags flags,
        MemoryForecast forecast,
        int processors,
        List<Run> runs,
        List<String> notes) {
    /** Less than that says nothing. */
    static final Duration LEAST = Duration.ofSeconds(30);

    /** Where there is no time of pauses. */
    static final String NO_PAUSES =
            "Neither counters nor a GC log show its pauses: remove -XX:-UsePerfData and"
                    + " -XX:+PerfDisableSharedMem from the target's options, or add "
                    + GcLogReader.OPTIONS
                    + ".";

    private static final Duration SOME = Duration.ofMinutes(10);
    private static final Duration MUCH = Duration.ofMinutes(50);

    private static final int FIRST_WITH_G1_EVERYWHERE = 27;

    /** What the JVM says of a maximum that isn't set. */
    private static final long UNLIMITED = Long.MAX_VALUE / 2;

    public Observation {
        runs = List.copyOf(runs);
        notes = List.copyOf(notes);
    }

    /** Of a target that has no samples. */
    public static Observation nothing(TargetJvm jvm) {
        return new Observation(
                jvm,
                RunSamples.NONE,
                0,
                OptionalLong.empty(),
                OptionalLong.empty(),
                HeapFlags.NONE,
                MemoryForecast.NONE,
                Runtime.getRuntime().availableProcessors(),
                List.of(),
                List.of());
    }

    /** From the first sample to the last. */
    public Duration span() {
        int size = samples.size();
        return size < 2
                ? Duration.ZERO
                : Duration.ofMillis(samples.epochMillis(size - 1) - samples.epochMillis(0));
    }

    Series series(SampleField field) {
        return Series.of(samples, field);
    }

    /**
     * Whether a figure of each sample grows, and when it reaches a limit.
     *
     * @param limit NaN for none
     */
    Forecast forecast(double[] bytes, double limit) {
        long[] times = new long[samples.size()];
        Arrays.setAll(times, samples::epochMillis);
        return Forecast.of(
                times,
                bytes,
                Double.isNaN(limit) ? OptionalDouble.empty() : OptionalDouble.of(limit),
                startMillis);
    }

    /**
     * Of memory that can't be dropped: anonymous and shared memory, which ZGC's heap is, or else
     * all that is resident.
     */
    double[] unreclaimable() {
        double[] held = heldByGroup(samples);
        boolean known = Arrays.stream(held).anyMatch(bytes -> !Double.isNaN(bytes));
        return known ? held : samples.values(SampleField.RESIDENT_BYTES);
    }

    /** The same with what the kernel holds for it, as /memory forecasts it. */
    double[] charged() {
        double[] bytes = unreclaimable();
        double[] kernel = samples.values(SampleField.CONTAINER_MEMORY_KERNEL_BYTES);
        Arrays.setAll(bytes, i -> bytes[i] + (Double.isNaN(kernel[i]) ? 0 : kernel[i]));
        return bytes;
    }

    /**
     * What the control group holds that can't be dropped, but for the kernel's; NaN without one.
     */
    static double[] heldByGroup(RunSamples samples) {
        double[] held = samples.values(SampleField.CONTAINER_MEMORY_ANON_BYTES);
        double[] shared = samples.values(SampleField.CONTAINER_MEMORY_SHMEM_BYTES);
        Arrays.setAll(held, i -> held[i] + (Double.isNaN(shared[i]) ? 0 : shared[i]));
        return held;
    }

    /** Whether it was seen from its start on, but for a minute. */
    boolean isSeenFromStart() {
        return samples.size() > 0
                && samples.epochMillis(0) - startMillis < Duration.ofMinutes(1).toMillis();
    }

    /** Why what its control group takes is not what it takes; empty when it is. */
    Optional<String> sharedGroup() {
        return ControlGroup.isShared(samples)
                ? Optional.of(
                        "Its control group has %s of anonymous memory, of which at most %s can be the target's: other processes share it, and what it should hold can't be told from one of them."
                                .formatted(
                                        Sizes.words(
                                                series(SampleField.CONTAINER_MEMORY_ANON_BYTES)
                                                        .last()),
                                        Sizes.words(series(SampleField.RESIDENT_BYTES).last())))
                : Optional.empty();
    }

    /** How long to wait until there is enough; empty when there is. */
    Optional<String> tooShort() {
        Duration left = LEAST.minus(span());
        return left.isNegative() || left.isZero()
                ? Optional.empty()
                : Optional.of("wait %d s more".formatted(left.toSeconds() + 1));
    }

    /** By how long was looked. */
    Certainty certainty() {
        if (span().compareTo(MUCH) >= 0) {
            return Certainty.HIGH;
        }
        return span().compareTo(SOME) >= 0 ? Certainty.MEDIUM : Certainty.LOW;
    }

    /** "seen for 12 min 5 s". */
    String seenFor() {
        Duration span = span();
        return "seen for %d min %d s; peaks of a busy hour or of a deployment may be higher"
                .formatted(span.toMinutes(), span.toSecondsPart());
    }

    /** The most that the heap may grow to, or NaN. Counters leave one survivor space out. */
    double heapMaxBytes() {
        double set = flagBytes("MaxHeapSize", "-Xmx");
        return Double.isNaN(set) ? series(SampleField.HEAP_MAX_BYTES).last() : set;
    }

    /**
     * The size that a flag has, as the JVM says or else its command line; NaN when it is unlimited
     * or not known.
     *
     * @param name without -XX:
     * @param option how the command line has it
     */
    double flagBytes(String name, String option) {
        return Optional.ofNullable(flags.values().get(name))
                .or(() -> jvm.flags().value(option))
                .map(Observation::bytes)
                .orElse(Double.NaN);
    }

    /**
     * Whether the JVM chose its collector by its machine and limits. From JDK 27 on it takes G1
     * everywhere.
     */
    boolean choosesCollectorByMachine() {
        return jvm.javaMajor().orElse(0) < FIRST_WITH_G1_EVERYWHERE
                && jvm.flags().all().stream()
                        .noneMatch(flag -> flag.text().matches("-XX:\\+Use\\w+(GC|Gc)"));
    }

    /** The size that its command line has last under one of these prefixes; NaN for none. */
    double commandLineBytes(String... prefixes) {
        return jvm.flags().bytes(prefixes).orElse(Double.NaN);
    }

    private static double bytes(String size) {
        try {
            long bytes = ByteSize.parse(size).bytes();
            return bytes >= UNLIMITED ? Double.NaN : bytes;
        } catch (IllegalArgumentException _) {
            return Double.NaN; // 18446744073709547520, which is no limit
        }
    }
}
