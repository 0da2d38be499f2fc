/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.advice;

import static io.heapsight.unit.NanFigures.orZero;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.EffectiveMemoryLimit;
import io.heapsight.jstat.MemoryHistory;
import io.heapsight.jstat.SampleField;
import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.memory.MemoryBounds;
import io.heapsight.memory.MemoryForecast;
import io.heapsight.run.ProgressMark;
import io.heapsight.run.Run;
import io.heapsight.run.RunColumn;
import io.heapsight.run.RunLimits;
import io.heapsight.run.RunName;
import io.heapsight.run.RunSamples;
import io.heapsight.run.RunTarget;
import io.heapsight.unit.Reading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntToDoubleFunction;

/** A target with samples as set by a test, one a second. */
final class MadeTarget {
    static final double MEBIBYTE = 1 << 20;
    private static final Instant START = Instant.parse("2026-11-21T22:00:00Z");

    private final RunSamples.Builder samples = new RunSamples.Builder(Long.MAX_VALUE);
    private final List<ProgressMark> marks = new ArrayList<>();
    private final int seconds;
    private final String collector;
    private String flags = "";
    private int javaMajor = 25;
    private List<String> commandLine = List.of();
    private long startMillis = START.toEpochMilli();
    private OptionalLong heapResidentBytes = OptionalLong.empty();
    private OptionalLong metaspaceBytes;
    private double machineBytes = Double.NaN;
    private MemoryPeaks earlier = MemoryPeaks.NONE;

    MadeTarget(int seconds, Map<SampleField, IntToDoubleFunction> figures) {
        this(seconds, "Serial", figures);
    }

    MadeTarget(int seconds, String collector, Map<SampleField, IntToDoubleFunction> figures) {
        this.seconds = seconds;
        this.collector = collector;
        double metaspace =
                figures.getOrDefault(SampleField.NONHEAP_COMMITTED_BYTES, _ -> Double.NaN)
                        .applyAsDouble(seconds - 1);
        metaspaceBytes =
                Double.isNaN(metaspace) ? OptionalLong.empty() : OptionalLong.of((long) metaspace);
        for (int i = 0; i < seconds; i++) {
            samples.begin(START.plusSeconds(i).toEpochMilli());
            for (Map.Entry<SampleField, IntToDoubleFunction> each : figures.entrySet()) {
                samples.put(RunColumn.of(each.getKey()), each.getValue().applyAsDouble(i));
            }
        }
    }

    MadeTarget flags(String text) {
        flags = text;
        return this;
    }

    /** As on its command line. */
    MadeTarget commandLine(String... options) {
        commandLine = List.of(options);
        return this;
    }

    MadeTarget java(int major) {
        javaMajor = major;
        return this;
    }

    /** A target whose start was not seen, with this much of its heap resident. */
    MadeTarget ranBefore(double heapResident) {
        startMillis = START.minusSeconds(3600).toEpochMilli();
        heapResidentBytes = OptionalLong.of((long) heapResident);
        return this;
    }

    /** Sets the resident part of the heap at the end. */
    MadeTarget resident(double heapResident) {
        heapResidentBytes = OptionalLong.of((long) heapResident);
        return this;
    }

    /** Sets the metaspace that the JVM reports, whatever its counters show. */
    MadeTarget metaspace(OptionalLong bytes) {
        metaspaceBytes = bytes;
        return this;
    }

    MadeTarget machine(double bytes) {
        machineBytes = bytes;
        return this;
    }

    /** What it had before the samples. */
    MadeTarget earlier(MemoryPeaks peaks) {
        earlier = peaks;
        return this;
    }

    MadeTarget jobs(int second, int jobs) {
        marks.add(new ProgressMark(START.plusSeconds(second), ProgressMark.Kind.JOBS, jobs));
        return this;
    }

    Advice advice(Advisor advisor) {
        return advisor.advise(observation());
    }

    /** All of it. */
    List<Advice> answer() {
        return Recommendations.of(observation());
    }

    TargetObservation observation() {
        TargetJvm jvm =
                MadeJvm.named("Made")
                        .jdkVersion(javaMajor == 8 ? "1.8.0_432" : javaMajor + ".0.3")
                        .collector(Reading.of(collector))
                        .flags(commandLine.stream())
                        .jvm();
        RunSamples built = samples.build();
        Run run =
                new Run(
                        new RunName("jobs"),
                        RunTarget.of(jvm),
                        List.of(),
                        RunLimits.UNKNOWN,
                        Map.of(),
                        START,
                        Optional.of(START.plusSeconds(seconds)),
                        built,
                        marks,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of());
        return new TargetObservation(
                jvm,
                built,
                startMillis,
                heapResidentBytes,
                metaspaceBytes,
                HeapFlags.parse(flags),
                MemoryForecast.of(
                        history(built).rows(),
                        MemoryBounds.of(
                                        jvm,
                                        HeapFlags.parse(flags),
                                        EffectiveMemoryLimit.of(field -> last(built, field)),
                                        last(built, SampleField.HEAP_MAX_BYTES))
                                .with(orZero(last(built, SampleField.CONTAINER_MEMORY_SWAP_BYTES))),
                        startMillis),
                4,
                machineBytes,
                earlier,
                List.of(run),
                List.of(),
                TargetObservation.Source.SIDECAR);
    }

    /** As a monitor stores it; committed memory counts as resident if nothing else is known. */
    private static MemoryHistory history(RunSamples samples) {
        MemoryHistory history = new MemoryHistory();
        double[] held =
                TargetObservation.sum(
                        samples,
                        SampleField.CONTAINER_MEMORY_ANON_BYTES,
                        SampleField.CONTAINER_MEMORY_SHMEM_BYTES,
                        SampleField.CONTAINER_MEMORY_KERNEL_BYTES,
                        SampleField.CONTAINER_MEMORY_SOCKET_BYTES,
                        SampleField.CONTAINER_MEMORY_SWAP_BYTES);
        for (int i = 0; i < samples.size(); i++) {
            long at = samples.epochMillis(i);
            double charged =
                    Double.isNaN(held[i]) ? samples.value(SampleField.RESIDENT_BYTES, i) : held[i];
            history.add(
                    at,
                    charged,
                    samples.value(SampleField.HEAP_USED_BYTES, i),
                    samples.value(SampleField.OLD_AFTER_GC_BYTES, i),
                    samples.value(SampleField.NONHEAP_COMMITTED_BYTES, i));
            double read = samples.value(SampleField.HEAP_RESIDENT_BYTES, i);
            history.addHeap(
                    at,
                    charged,
                    Double.isNaN(read) ? samples.value(SampleField.HEAP_COMMITTED_BYTES, i) : read);
        }
        return history;
    }

    private static double last(RunSamples samples, SampleField field) {
        return new NonNanValues(samples.values(field)).last();
    }

    static double figure(Advice advice, String name) {
        return advice.figures().stream()
                .filter(figure -> figure.name().equals(name))
                .mapToDouble(Advice.Figure::value)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + advice));
    }

    static String suggested(Advice advice, String setting) {
        return advice.settings().stream()
                .filter(each -> each.name().equals(setting))
                .map(Advice.Setting::suggested)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + setting + " in " + advice));
    }
}
