/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.Samples;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program that records runs until it is killed, about a sample per millisecond, with marks
 * between them. It prints the number of each written sample.
 */
final class RecordingChild {
    private static final int SAMPLES_EACH = 150;
    private static final SteadyClock CLOCK =
            SteadyClock.system(EventLog.to(System.err, EventLog.Format.TEXT));

    private RecordingChild() {}

    public static void main(String[] args) throws Exception {
        RunStore store = RunStore.open(Path.of(args[0]), 10_000);
        System.out.println("READY");
        for (int number = 1; ; number++) {
            record(store, new RunName("A#" + number));
        }
    }

    private static void record(RunStore store, RunName name) throws Exception {
        Run head = SampleRun.withEverything().named(name);
        RunClock time = new RunClock(CLOCK, CLOCK.nanoTime());
        try (ReplayedTarget target = new ReplayedTarget(1, "Shop")) {
            ActiveRun recording =
                    new ActiveRun(
                            head,
                            time,
                            target.jvm(),
                            new RunRecorder.Request(
                                    head.name(),
                                    Map.of(),
                                    GarbageCountMethod.NONE,
                                    Optional.empty(),
                                    false),
                            new ActiveRun.RunFile(store, store.begin(head), Long.MAX_VALUE),
                            ProcFs.system());
            for (int i = 0; i < SAMPLES_EACH; i++) {
                recording.add(sample(i));
                if (i % 10 == 0) {
                    recording.add(ProgressMark.Kind.RECORDS, i);
                }
                System.out.println(name + " " + i);
            }
            recording.stop(time.now());
            recording.finish(Optional.empty(), List.of());
            System.out.println(name + " stopped");
        }
    }

    private static Sample sample(int number) {
        Map<SampleField, Double> signals = new HashMap<>();
        for (SampleField signal : SampleField.values()) {
            signals.put(signal, number + 0.123456789);
        }
        signals.put(SampleField.HEAP_USED_BYTES, (double) number);
        return Samples.of(
                CLOCK.nanoTime(),
                signals,
                List.of(new Sample.Pool("Eden Space", number, number, number)),
                List.of(new Sample.Collector("Copy", number, number)));
    }
}
