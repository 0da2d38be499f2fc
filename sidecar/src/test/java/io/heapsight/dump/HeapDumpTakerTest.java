/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.dump.capture.DumpRequest;
import io.heapsight.dump.capture.HeapDumper;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.histogram.HistogramHistory;
import io.heapsight.histogram.HistogramTaker;
import io.heapsight.http.ReplayedTarget;
import io.heapsight.job.Jobs;
import io.heapsight.kept.StorageQuota;
import io.heapsight.operation.OperationGate;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.pause.PauseLimit;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored dumps make room only for a dump that can be taken. */
class HeapDumpTakerTest {
    private static final StorageQuota QUOTA = StorageQuota.parse("count=1");
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long TEBIBYTE = 1L << 40;

    @TempDir private Path folder;
    private final EventLog events =
            new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system());
    private final SteadyClock clock = SteadyClock.system(events);
    private DumpStore store;
    private Jobs jobs;

    @BeforeEach
    void open() throws Exception {
        store = DumpStore.open(folder);
        jobs = Jobs.open(folder, events, clock);
        store.prepare();
    }

    @AfterEach
    void close() {
        jobs.close();
    }

    @Test
    void dumpWithoutRoomDeletesNoStoredOne() throws Exception {
        DumpRecord stored = stored(1);

        assertThatThrownBy(this::take)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("has room for");

        assertThat(store.list()).containsExactly(stored);
        assertThat(store.file(stored)).exists();
    }

    @Test
    void roomOfDumpsOverTheQuotaCounts() throws Exception {
        stored(1000 * TEBIBYTE);

        assertThatThrownBy(this::take)
                .as("the record exaggerates, so there is no room afterwards")
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("has room for");

        assertThat(store.list()).isEmpty();
    }

    @Test
    void dumpOfTheJvmWithoutRoomDeletesNoStoredOne() throws Exception {
        DumpRecord stored = stored(1);
        Path large = folder.resolve("java_pid1.hprof");
        Files.writeString(large, "JAVA PROFILE 1.0.2\0");
        FileChannel content =
                FileChannel.open(large, StandardOpenOption.READ, StandardOpenOption.WRITE);
        content.write(ByteBuffer.allocate(1), 8 * TEBIBYTE);
        CompletableFuture<OutOfMemoryDumpCopier.Outcome> outcome = new CompletableFuture<>();
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop")) {
            SampleJvmDumps.in(store, jobs, QUOTA, events)
                    .keep(
                            new OutOfMemoryDump(
                                    target.jvm(), "java_pid1.hprof", content, Instant.EPOCH),
                            outcome::complete);

            assertThat(outcome.join()).isInstanceOf(OutOfMemoryDumpCopier.NotKept.class);
        }
        assertThat(store.list()).containsExactly(stored);
    }

    private void take() throws Exception {
        HistogramTaker histograms =
                new HistogramTaker(
                        new OperationGate(Map.of(), clock, events),
                        new HistogramHistory(4),
                        TIMEOUT,
                        InstantSource.system(),
                        new PauseEstimator(Optional.empty()));
        OutOfMemoryDumpCopier own = SampleJvmDumps.in(store, jobs, QUOTA, events);
        HeapDumpTaker taker =
                new HeapDumpTaker(
                        jobs,
                        new OperationGate(Map.of(), clock, events),
                        histograms,
                        new HeapDumper(ProcFs.system(), Optional.empty(), TIMEOUT, TIMEOUT),
                        own.retention(),
                        own.analyses(),
                        TIMEOUT,
                        InstantSource.system(),
                        events);
        int self = (int) ProcessHandle.current().pid();
        try (ReplayedTarget target =
                new ReplayedTarget(self, "Shop")
                        .withoutCounters()
                        .answering("help", () -> "-gz  -overwrite  -parallel ")
                        .answering("VM.flags", () -> "-XX:+UseG1GC")
                        .answering(
                                "GC.heap_info",
                                () ->
                                        "garbage-first heap total reserved %1$dK, committed %1$dK, used 9K"
                                                .formatted((100 * TEBIBYTE) >> 10))) {
            taker.take(target, DumpRequest.USUAL, PauseLimit.NONE, "test");
        }
    }

    private DumpRecord stored(long bytes) throws Exception {
        String id = store.newId(Instant.now(), 7);
        DumpRecord dump =
                new DumpRecord(
                        id, Instant.now(), 7, "Shop", bytes, false, false, Optional.empty(), "");
        store.add(dump, Files.writeString(store.partOf(id), "."));
        return dump;
    }
}
