/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.histogram.ClassGarbage;
import io.heapsight.histogram.InstanceCount;
import io.heapsight.jstat.SampleField;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileFrames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A run with some of everything. */
public final class SampleRun {
    static final Instant STARTED = Instant.parse("2026-11-22T03:00:00.500Z");

    private SampleRun() {}

    public static Run withEverything() {
        InstanceCount some = new InstanceCount(120, 4800);
        RunHistogram heap =
                new RunHistogram(
                        STARTED,
                        some,
                        new InstanceCount(20, 800),
                        InstanceCount.NONE,
                        Optional.of(
                                new GarbageBounds(
                                        new InstanceCount(10, 400),
                                        new InstanceCount(12, 480),
                                        "20261122T030000500Z-7")),
                        List.of(
                                new ClassGarbage(
                                        "[B", "java.base", some, new InstanceCount(20, 800)),
                                new ClassGarbage(
                                        "Köder \"1\"", "", InstanceCount.NONE, InstanceCount.NONE)),
                        3);
        return new Run(
                new RunName("INFO#1"),
                new RunTarget(
                        7,
                        "Export",
                        Optional.of("com.acme.Export"),
                        Optional.of("25.0.3"),
                        Optional.empty()),
                List.of("-Xmx388m", "-XX:+UseSerialGC"),
                new RunLimits(
                        OptionalLong.of(512 << 20),
                        OptionalLong.empty(),
                        OptionalDouble.of(1.5),
                        OptionalDouble.of(0.25),
                        OptionalLong.of(388 << 20),
                        OptionalLong.empty()),
                Map.of("image", "export:1.4"),
                STARTED,
                Optional.of(STARTED.plusSeconds(3)),
                samples(),
                List.of(
                        new ProgressMark(STARTED.plusSeconds(1), ProgressMark.Kind.RECORDS, 1e5),
                        new ProgressMark(STARTED.plusSeconds(2), ProgressMark.Kind.JOBS, 2.5)),
                Optional.of(heap),
                Optional.of(heap),
                Optional.of(profile()),
                List.of("the target's log can't be seen"));
    }

    private static RunProfile profile() {
        return new RunProfile(
                STARTED.plusSeconds(1),
                1,
                "20261122T030001500Z-7",
                new ProfileFrames(
                        ProfileEvent.CPU,
                        "ctimer",
                        7,
                        new long[] {4, 3},
                        List.of(
                                new ProfileFrames.Frame(
                                        "com.acme.Export.main", new long[2], new long[] {4, 3}),
                                new ProfileFrames.Frame(
                                        "Köder \"1\"", new long[] {4, 1}, new long[] {4, 1})),
                        2));
    }

    /** Three samples: one figure is missing at first, one is constant, one changes. */
    static RunSamples samples() {
        RunSamples.Builder samples = new RunSamples.Builder(1 << 20);
        for (int i = 0; i < 3; i++) {
            samples.begin(STARTED.plusSeconds(i).toEpochMilli());
            samples.put(RunColumn.of(SampleField.HEAP_USED_BYTES), 1e6 * (i + 1));
            samples.put(RunColumn.of(SampleField.HEAP_MAX_BYTES), 388 << 20);
            if (i > 0) {
                samples.put(RunColumn.of(SampleField.GC_OVERHEAD_RATIO), 0.1 / i);
                samples.put(RunColumn.collectorCount("Copy"), i);
                samples.put(RunColumn.collectorSeconds("Copy"), i * 0.003);
            }
            samples.put(RunColumn.poolUsedBytes("Eden Space"), i * 4096);
            samples.put(RunColumn.poolCommittedBytes("Eden Space"), 65536);
        }
        return samples.build();
    }
}
