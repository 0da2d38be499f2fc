/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.SampleJvmDumps;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.http.ReplayedTarget;
import io.heapsight.job.Jobs;
import io.heapsight.jstat.Monitors;
import io.heapsight.kept.StorageQuota;
import io.heapsight.proc.ProcFixture;
import io.heapsight.recording.SampleRecordings;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.SteadyClock;
import io.heapsight.unit.TimeIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The checkpoint of a target is deleted only if its post-mortem is stored. */
@Timeout(60)
class DeathWatchesTest {
    /** Above the maximum of the kernel. */
    private static final int PID = 99_999_999;

    private static final long START_TICKS = 1;
    private static final Instant DIED = Instant.parse("2026-11-21T22:19:30.120Z");
    private static final String ID = TimeIds.of(DIED, PID);

    @TempDir private Path folder;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final EventLog log =
            new EventLog(lines::add, EventLog.Format.TEXT, InstantSource.system());
    private ProcFixture proc;
    private Path checkpoint;
    private Path postmortem;
    private PostmortemListener listener = (_, _) -> {};
    private int mostKept = 9;

    @BeforeEach
    void target() throws IOException {
        proc = new ProcFixture(Files.createDirectories(folder.resolve("proc")));
        proc.jvm(PID, START_TICKS, "java");
        Path stored = Files.createDirectories(folder.resolve("data/postmortems"));
        postmortem = stored.resolve(ID + ".json");
        checkpoint =
                Files.writeString(
                        stored.resolve("checkpoint-%d-%d.json".formatted(PID, START_TICKS)),
                        PostmortemJson.POSTMORTEM.documentText(
                                SamplePostmortem.withEverything(ID)));
    }

    @Test
    void checkpointIsDeletedWithTheStoredPostmortem() throws Exception {
        die();

        assertThat(postmortem).isRegularFile();
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void checkpointStaysIfThePostmortemCannotBeStored() throws Exception {
        Files.createDirectories(postmortem.resolve("obstacle"));
        die();

        assertThat(lines).anyMatch(line -> line.contains("no post-mortem") && line.contains(ID));
        assertThat(checkpoint).exists();
    }

    @Test
    void postmortemThatIsDeletedForWorseOnesLeavesNoCheckpoint() throws Exception {
        mostKept = 0;
        die();

        assertThat(postmortem).doesNotExist();
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void failureAfterThePostmortemIsStoredLeavesNoCheckpoint() throws Exception {
        listener =
                (_, _) -> {
                    throw new IllegalStateException("no thread for the upload");
                };
        die();

        assertThat(lines).anyMatch(line -> line.contains("a post-mortem failed"));
        assertThat(postmortem).isRegularFile();
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void nextStartStoresTheCheckpointAsSoonAsItCan() throws Exception {
        Files.delete(proc.of(PID).resolve("stat"));
        PostmortemStore store = PostmortemStore.open(folder.resolve("data"), 9, log);
        PostmortemCheckpoints checkpoints = new PostmortemCheckpoints(store, log);
        Path obstacle = Files.createDirectories(postmortem.resolve("obstacle"));

        checkpoints.conclude(proc.procFs());

        assertThat(lines).anyMatch(line -> line.contains("the next start tries again"));
        assertThat(checkpoint).exists();
        assertThat(store.list()).isEmpty();

        Files.delete(obstacle);
        Files.delete(postmortem);
        checkpoints.conclude(proc.procFs());

        assertThat(checkpoint).doesNotExist();
        assertThat(store.list()).hasSize(1);
    }

    @Test
    void fileThatIsNoCheckpointIsDeleted() throws Exception {
        Files.delete(proc.of(PID).resolve("stat"));
        Files.writeString(checkpoint, "{");

        new PostmortemCheckpoints(PostmortemStore.open(folder.resolve("data"), 9, log), log)
                .conclude(proc.procFs());

        assertThat(lines).anyMatch(line -> line.contains("not a checkpoint"));
        assertThat(checkpoint).doesNotExist();
    }

    /** Watches the target until it has died and its watch has ended. */
    private void die() throws Exception {
        SteadyClock clock = SteadyClock.system(log);
        Path data = folder.resolve("data");
        PostmortemStore store = PostmortemStore.open(data, mostKept, log);
        store.onKept(listener);
        try (Jobs jobs = Jobs.open(data, log, clock);
                ReplayedTarget target =
                        new ReplayedTarget(PID, "Shop").seenIn(folder.resolve("proc"));
                DeathWatches watches =
                        new DeathWatches(
                                store,
                                new DeathWatches.Sources(
                                        new HistogramHistory(1),
                                        SampleRecordings.continuousRecordings(data, log),
                                        SampleJvmDumps.in(
                                                DumpStore.open(data), jobs, StorageQuota.NONE, log),
                                        (_, _) -> List.of()),
                                () -> DIED,
                                log)) {
            watches.came(Monitors.of(target, clock, log));
            // It has read the state of the running process, whose file is not replaced atomically.
            Awaitility.await().until(() -> watching().anyMatch(Thread.State.TIMED_WAITING::equals));
            proc.state(PID, START_TICKS, 'Z');
            watches.gone(PID);
            Awaitility.await().until(this::isReported);
            Awaitility.await().until(() -> watching().findAny().isEmpty());
        }
    }

    private static Stream<Thread.State> watching() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("heapsight-death-watch-" + PID))
                .map(Thread::getState);
    }

    private boolean isReported() {
        return lines.stream()
                .anyMatch(
                        line ->
                                line.contains("no post-mortem")
                                        || line.contains("a post-mortem failed")
                                        || line.contains("target died"));
    }
}
