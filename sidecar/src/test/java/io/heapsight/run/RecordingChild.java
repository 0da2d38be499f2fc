/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.Samples;
import io.heapsight.jstat.Signal;
import io.heapsight.proc.ProcFs;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A program that records one run after the other until it is killed, a sample each millisecond or
 * so, and marks between them. It prints the number of a sample when it has been written.
 */
final class RecordingChild {
    private static final int SAMPLES_EACH = 150;

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
        try (ReplayedTarget target = new ReplayedTarget(1, "Shop")) {
            Recording recording =
                    new Recording(
                            head,
                            target.jvm(),
                            new RunRecorder.Wish(head.name(), Map.of(), GarbageCount.NONE, false),
                            new Recording.RunFile(store, store.begin(head)),
                            Long.MAX_VALUE,
                            ProcFs.system());
            for (int i = 0; i < SAMPLES_EACH; i++) {
                Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
                recording.add(sample(now, i));
                if (i % 10 == 0) {
                    recording.add(new Mark(now, Mark.Kind.RECORDS, i));
                }
                System.out.println(name + " " + i);
            }
            recording.stop(Instant.now());
            recording.finish(Optional.empty(), List.of());
            System.out.println(name + " stopped");
        }
    }

    private static Sample sample(Instant now, int number) {
        Map<Signal, Double> signals = new HashMap<>();
        for (Signal signal : Signal.values()) {
            signals.put(signal, number + 0.123456789);
        }
        signals.put(Signal.HEAP_USED_BYTES, (double) number);
        return Samples.of(
                now,
                signals,
                List.of(new Sample.Pool("Eden Space", number, number, number)),
                List.of(new Sample.Collector("Copy", number, number)));
    }
}
