/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.config.SidecarConfig;
import io.heapsight.histogram.HistogramSchedule;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.memory.NativeMemoryCache;
import io.heapsight.memory.NativeMemorySchedule;
import io.heapsight.operation.OperationKind;
import io.heapsight.unit.EventLog;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * Creates the periodic queries of targets.
 *
 * @param stops receives the actions that stop them
 */
record ScheduleWiring(
        Supplier<List<TargetConnection>> targets, EventLog log, List<Runnable> stops) {
    private static final Duration NATIVE_MEMORY_INTERVAL = Duration.ofMinutes(1);

    /**
     * Starts periodic class histograms, if enabled, with the configured interval, or the gate's
     * minimum interval if that is longer.
     */
    void histograms(HistogramTaker histograms, SidecarConfig.Histograms config) {
        Duration least =
                config.minimumIntervals().getOrDefault(OperationKind.HISTOGRAM, Duration.ZERO);
        HistogramSchedule schedule = new HistogramSchedule(targets, histograms, log);
        stops.add(schedule::close);
        config.interval()
                .map(wanted -> wanted.compareTo(least) < 0 ? least : wanted)
                .ifPresent(schedule::start);
    }

    /** Starts periodic queries of native memory. */
    NativeMemoryCache nativeMemories(SidecarConfig config, InstantSource clock) {
        NativeMemoryCache memories = new NativeMemoryCache(clock);
        NativeMemorySchedule schedule =
                new NativeMemorySchedule(targets, memories, config.sampling().attachTimeout(), log);
        schedule.start(NATIVE_MEMORY_INTERVAL);
        stops.add(schedule::close);
        return memories;
    }
}
