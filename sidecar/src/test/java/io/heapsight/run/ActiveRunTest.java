/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jstat.Sample;
import io.heapsight.jstat.SampleField;
import io.heapsight.jstat.Samples;
import io.heapsight.proc.ProcFs;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRequest;
import io.heapsight.unit.Reading;
import io.heapsight.unit.TestTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples, marks and the end of a run. */
class ActiveRunTest {
    private static final Run HEAD =
            new Run(
                    new RunName("INFO"),
                    new RunTarget(1, "Shop", Optional.empty(), Optional.empty(), Optional.empty()),
                    List.of(),
                    RunLimits.UNKNOWN,
                    Map.of("level", "INFO"),
                    SampleRun.STARTED,
                    Optional.empty(),
                    RunSamples.NONE,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of());

    @TempDir private Path data;

    private final TestTime time = new TestTime(SampleRun.STARTED);
    private final long startedNanos = time.clock.nanoTime();

    @Test
    void laterSamplesMarksAndCollectorsAreInTheRun() throws Exception {
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = recording(store, 1 << 20);
        recording.add(sample(0, List.of()));
        assertThat(store.read(HEAD.name()).samples().size()).isEqualTo(1);
        assertThat(store.list().getFirst().state()).isEqualTo(RunState.RECORDING);
        time.pass(Duration.ofSeconds(1));
        assertThat(recording.add(ProgressMark.Kind.RECORDS, 500)).isTrue();
        assertThat(recording.add(ProgressMark.Kind.RECORDS, 499)).isFalse();
        recording.add(sample(1, List.of(new Sample.Collector("Copy", 2, 0.25))));
        recording.stop(at(2));
        recording.add(sample(3, List.of()));
        recording.finish(Optional.empty(), List.of("something"));

        Run run = store.read(HEAD.name());
        assertThat(store.list().getFirst().state()).isEqualTo(RunState.STOPPED);
        assertThat(run.samples().size()).isEqualTo(2);
        assertThat(run.samples().values(SampleField.HEAP_USED_BYTES)).containsExactly(0, 1000);
        assertThat(run.samples().value(RunColumn.collectorSeconds("Copy"), 0)).isNaN();
        assertThat(run.samples().value(RunColumn.collectorSeconds("Copy"), 1)).isEqualTo(0.25);
        assertThat(run.marks())
                .containsExactly(new ProgressMark(at(1), ProgressMark.Kind.RECORDS, 500));
        assertThat(run.stopped()).contains(at(2));
        assertThat(run.warnings()).containsExactly("something");
        assertThat(run.labels()).isEqualTo(Map.of("level", "INFO"));
        double busy = run.samples().value(RunColumn.HOST_CPU_BUSY_RATIO, 1);
        assertThat(Double.isNaN(busy) || (busy >= 0 && busy <= 1)).isTrue();
    }

    @Test
    void endedRunHasNoLaterSamples() throws Exception {
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = recording(store, 1 << 20);
        for (int second = 0; second < 6; second++) {
            recording.add(sample(second, List.of()));
        }
        recording.add(sample(6, List.of(new Sample.Collector("Copy", 2, 0.25))));
        recording.stop(at(3));
        assertThat(recording.add(ProgressMark.Kind.RECORDS, 500)).isTrue();

        recording.finish(Optional.empty(), List.of());

        Run run = store.read(HEAD.name());
        assertThat(run.samples().values(SampleField.HEAP_USED_BYTES))
                .containsExactly(0, 1000, 2000, 3000);
        assertThat(run.samples().values(RunColumn.collectorSeconds("Copy")))
                .containsOnly(Double.NaN)
                .hasSize(4);
        assertThat(run.marks())
                .as("reported later, for the work done by then")
                .containsExactly(new ProgressMark(at(3), ProgressMark.Kind.RECORDS, 500));
        assertThat(run.stopped()).contains(at(3));
    }

    @Test
    void runEndsWithItsTarget() throws Exception {
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = recording(store, 1 << 20);
        recording.add(sample(0, List.of()));
        assertThat(recording.over()).isEmpty();
        assertThat(store.list().getFirst().stopped()).isEmpty();

        recording.stop(at(2));

        assertThat(recording.over()).contains(at(2));
        assertThat(store.list().getFirst().stopped()).contains(at(2));
        assertThat(store.list().getFirst().state()).isEqualTo(RunState.RECORDING);
        recording.finish(Optional.empty(), List.of());
    }

    @ParameterizedTest
    @ValueSource(ints = {-3600, 3600})
    void runIsMeasuredOnAndTellsWhenTheClockIsSet(int seconds) throws Exception {
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = recording(store, 1 << 20);
        for (int second = 0; second < 6; second++) {
            if (second == 3) {
                time.set(Duration.ofSeconds(seconds));
            }
            time.clock.follow();
            recording.add(sample(second, List.of()));
            recording.add(ProgressMark.Kind.RECORDS, second);
            time.pass(Duration.ofSeconds(1));
        }
        assertThat(recording.ago(Duration.ofHours(2))).isEqualTo(at(0));
        recording.stop(recording.ago(Duration.ofSeconds(1)));
        recording.finish(Optional.empty(), List.of());

        Run run = store.read(HEAD.name());
        assertThat(run.duration()).isEqualTo(Duration.ofSeconds(5));
        assertThat(run.samples().size()).isEqualTo(6);
        for (int second = 0; second < 6; second++) {
            assertThat(run.samples().at(second)).isEqualTo(at(second));
            assertThat(run.marks().get(second).at()).isEqualTo(at(second));
        }
        assertThat(run.warnings())
                .singleElement()
                .asString()
                .startsWith("the clock was set")
                .matches(warning -> Run.tellsOfClockSetBack(warning) == (seconds < 0));
    }

    @Test
    void runReportsClockChangesSinceTheOneBefore() throws Exception {
        long before = time.clock.nanoTime();
        time.pass(Duration.ofMinutes(1));
        time.set(Duration.ofMinutes(-1));
        time.clock.follow();
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = recording(store, 1 << 20, before);
        recording.finish(Optional.empty(), List.of("because"));
        assertThat(store.read(HEAD.name()).warnings())
                .containsExactly(
                        "the clock was set back by 60 s, to 2026-11-22T03:00:00Z", "because");
    }

    @Test
    void runHasItsProfileOrTheReason() throws Exception {
        RunStore store = RunStore.open(data, 9);
        Run whole = SampleRun.withEverything();
        ActiveRun recording = profiled(store, 1 << 20);
        recording.add(Reading.of(whole.profile().orElseThrow()));
        recording.stop(at(3));
        recording.finish(Optional.empty(), List.of());

        Run run = store.read(HEAD.name());
        assertThat(run.profile()).usingRecursiveComparison().isEqualTo(whole.profile());
        assertThat(run.warnings()).isEmpty();
        assertThat(run.stopped()).contains(at(3));
    }

    @Test
    void runEndedBeforeItsProfileSaysSo() throws Exception {
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = profiled(store, 1 << 20);
        recording.add(Reading.of(SampleRun.withEverything().profile().orElseThrow()));
        recording.stop(at(1));
        recording.finish(Optional.empty(), List.of());
        assertThat(store.read(HEAD.name()).warnings())
                .containsExactly("its profile continues after its end");
    }

    @Test
    void runWithoutItsRequestedProfileSaysWhy() throws Exception {
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = profiled(store, 1 << 20);
        recording.add(Reading.missing("Shop runs on musl."));
        recording.finish(Optional.empty(), List.of());
        assertThat(store.read(HEAD.name()).warnings())
                .containsExactly("it has no profile: Shop runs on musl.");

        store.delete(HEAD.name());
        profiled(store, 1 << 20).finish(Optional.empty(), List.of());
        assertThat(store.read(HEAD.name()).warnings())
                .containsExactly("it has no profile: the run ended before its profile did");

        store.delete(HEAD.name());
        ActiveRun small = profiled(store, 300);
        small.add(Reading.of(SampleRun.withEverything().profile().orElseThrow()));
        small.finish(Optional.empty(), List.of());
        assertThat(store.read(HEAD.name()).profile()).isEmpty();
        assertThat(store.read(HEAD.name()).warnings())
                .singleElement()
                .asString()
                .startsWith("it has no profile: its file would exceed HEAPSIGHT_MAX_RUN_SIZE");
    }

    @Test
    void tooLargeRunEndsAndSaysWhy() throws Exception {
        RunStore store = RunStore.open(data, 9);
        ActiveRun recording = recording(store, 10_000);
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1000; i++) {
                                recording.add(sample(i, List.of()));
                                time.pass(Duration.ofSeconds(1));
                            }
                        })
                .isInstanceOf(ActiveRun.Ended.class)
                .hasMessageContaining("HEAPSIGHT_MAX_RUN_SIZE")
                .hasMessageContaining("9.8 KiB");
        recording.finish(Optional.empty(), List.of("because"));
        Run run = store.read(HEAD.name());
        assertThat(run.samples().size()).isBetween(5, 100);
        assertThat(run.warnings()).containsExactly("because");
        assertThat(Files.size(data.resolve("runs/INFO.run"))).isLessThan(10_300);
    }

    private ActiveRun recording(RunStore store, long mostBytes) throws Exception {
        return recording(store, mostBytes, time.clock.nanoTime());
    }

    private ActiveRun profiled(RunStore store, long mostBytes) throws Exception {
        return recording(
                store,
                mostBytes,
                time.clock.nanoTime(),
                Optional.of(new ProfileRequest(ProfileEvent.CPU, 30)));
    }

    private ActiveRun recording(RunStore store, long mostBytes, long sinceNanos) throws Exception {
        return recording(store, mostBytes, sinceNanos, Optional.empty());
    }

    private ActiveRun recording(
            RunStore store, long mostBytes, long sinceNanos, Optional<ProfileRequest> profile)
            throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(1, "Shop")) {
            return new ActiveRun(
                    HEAD,
                    new RunClock(time.clock, sinceNanos),
                    target.jvm(),
                    new RunRecorder.Request(
                            HEAD.name(), Map.of(), GarbageCountMethod.NONE, profile, false),
                    new ActiveRun.RunFile(store, store.begin(HEAD), mostBytes),
                    ProcFs.system());
        }
    }

    private Sample sample(int second, List<Sample.Collector> collectors) {
        return Samples.of(
                startedNanos + Duration.ofSeconds(second).toNanos(),
                Map.of(SampleField.HEAP_USED_BYTES, second * 1e3),
                List.of(),
                collectors);
    }

    private static Instant at(int second) {
        return SampleRun.STARTED.plusSeconds(second);
    }
}
