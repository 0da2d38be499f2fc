/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.http.ReplayedTarget;
import io.heapsight.job.JobKind;
import io.heapsight.job.Jobs;
import io.heapsight.job.SkippedPart;
import io.heapsight.operation.OperationGate;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.pause.PauseLimit;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownGarbageTest {
    private static final int PID = 7;

    @TempDir private Path folder;
    private final EventLog events =
            new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system());
    private final SteadyClock clock = SteadyClock.system(events);

    @ParameterizedTest
    @ValueSource(strings = {"ZGC", "ZGC generational", "Shenandoah", "Shenandoah generational"})
    void histogramsOfReachableObjectsShowNoGarbage(String collector) throws Exception {
        HistogramTaker histograms = histograms();
        GarbageByClass garbage = count(histograms, collector);

        assertThat(garbage.unknown().orElseThrow())
                .isEqualTo(collector + " lists reachable objects only, so garbage is unknown");
        assertThat(histograms.lastGarbage(PID)).as("metrics").isEmpty();
    }

    @Test
    void histogramsOfG1ShowGarbage() throws Exception {
        HistogramTaker histograms = histograms();

        assertThat(count(histograms, "G1").unknown()).isEmpty();
        assertThat(histograms.lastGarbage(PID)).isPresent();
    }

    @Test
    void exactGarbageOfAZgcDumpIsSkipped() throws Exception {
        assertThat(skipped("ZGC generational")).containsExactly("exact garbage");
        assertThat(skipped("G1")).isEmpty();
    }

    private List<String> skipped(String collector) throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(PID, "Shop").withCollector(collector);
                Jobs jobs = Jobs.open(folder.resolve(collector), events, clock)) {
            return jobs
                    .start(
                            JobKind.HEAPDUMP,
                            "7 (Shop)",
                            "test",
                            job -> GarbageCounter.isUnknown(target, job))
                    .skipped()
                    .stream()
                    .map(SkippedPart::phase)
                    .toList();
        }
    }

    private static GarbageByClass count(HistogramTaker histograms, String collector)
            throws Exception {
        try (ReplayedTarget target =
                new ReplayedTarget(PID, "Shop", "jdk-25-zgc").withCollector(collector)) {
            return histograms.garbage(target, PauseLimit.NONE, "test", new CancelSignal()).result();
        }
    }

    private HistogramTaker histograms() {
        return new HistogramTaker(
                new OperationGate(Map.of(), clock, events),
                new HistogramHistory(4),
                Duration.ofSeconds(10),
                InstantSource.system(),
                new PauseEstimator(Optional.empty()));
    }
}
