/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.SampleJvmDumps;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.job.JobKind;
import io.heapsight.job.Jobs;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.kept.StorageQuota;
import io.heapsight.postmortem.DeathEvidence.WrittenDump;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Reading;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The heap dump that a JVM writes by itself: found, and stored when complete. */
class OutOfMemoryDumpWatchTest {
    private static final Instant STARTED = Instant.parse("2026-11-21T22:00:00Z");
    private static final String ON = "-XX:+HeapDumpOnOutOfMemoryError";
    private static final byte[] DUMP =
            new RandomHeap(1, 40).dump().format(DumpFormat.HOTSPOT).bytes();

    @TempDir private Path folder;

    private final EventLog log =
            new EventLog(System.err::println, EventLog.Format.TEXT, InstantSource.system());
    private Path proc;
    private Path root;
    private DumpStore store;
    private Jobs jobs;
    private StorageQuota quota = StorageQuota.NONE;
    private int uid;

    @BeforeEach
    void target() throws IOException {
        proc = Files.createDirectories(folder.resolve("proc"));
        root = Files.createDirectories(proc.resolve("7/root"));
        Files.createDirectories(root.resolve("app"));
        Files.createDirectories(root.resolve("dumps"));
        Files.createSymbolicLink(proc.resolve("7/cwd"), Path.of("root/app"));
        uid = (Integer) Files.getAttribute(folder, "unix:uid");
        store = DumpStore.open(folder.resolve("data"));
        jobs = Jobs.open(folder.resolve("data"), log, SteadyClock.system(log));
    }

    @AfterEach
    void end() {
        jobs.close();
    }

    @Test
    void completeDumpIsStoredWhileTheJvmRuns() throws IOException {
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            watch.look();
            Path file = write("app/java_pid1.hprof", Arrays.copyOf(DUMP, DUMP.length - 5));
            watch.look();
            watch.look();
            assertThat(watch.state(true).orElseThrow().id()).as("it still grows").isEmpty();
            assertThat(jobs.list()).isEmpty();
            Files.write(file, DUMP);
            watch.look();
            watch.look();
            OutOfMemoryDumpOutcome own = kept(watch);

            DumpRecord dump = store.find(own.id().orElseThrow()).orElseThrow();
            assertThat(dump.way())
                    .isEqualTo(
                            "written by the JVM at OutOfMemoryError, copied from its"
                                    + " java_pid1.hprof");
            assertThat(store.file(dump)).hasBinaryContent(DUMP);
            assertThat(file).as("the target's own stays").hasBinaryContent(DUMP);
            assertThat(own.note()).contains("GET /heapdumps/" + dump.id() + "/summary");
            assertThat(watch.atDeath()).contains(new WrittenDump("java_pid1.hprof", DUMP.length));
        }
        try (OutOfMemoryDumpWatch afterRestart = watch(ON)) {
            assertThat(afterRestart.atDeath()).isPresent();
            assertThat(kept(afterRestart).id()).as("not once more").contains(onlyDump().id());
        }
    }

    @Test
    void dumpIsStoredBesideAnyNumberOfCallersJobs() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 16; i++) {
            jobs.start(
                    JobKind.ANALYSIS,
                    "7",
                    "test",
                    job -> {
                        job.accepted();
                        Awaitility.await().until(() -> end.getCount() == 0);
                    });
        }
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            write("app/java_pid1.hprof", DUMP);
            assertThat(watch.atDeath()).isPresent();
            kept(watch);
        } finally {
            end.countDown();
        }
    }

    @Test
    void dumpIsStoredAfterProcessAndFileAreGone() throws IOException {
        try (OutOfMemoryDumpWatch watch = watch(ON, "-XX:HeapDumpPath=/dumps")) {
            Path file = write("dumps/java_pid1.hprof", DUMP);
            Files.move(proc.resolve("7"), folder.resolve("gone"));
            assertThat(watch.atDeath()).isPresent();
            Files.deleteIfExists(
                    folder.resolve("gone").resolve(proc.resolve("7").relativize(file)));
            kept(watch);
        }
        assertThat(store.file(onlyDump())).hasBinaryContent(DUMP);
    }

    @Test
    void truncatedDumpIsStoredAndReported() throws IOException {
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            write("app/java_pid1.hprof", Arrays.copyOf(DUMP, DUMP.length / 2));
            assertThat(watch.atDeath()).isPresent();
            assertThat(kept(watch).note())
                    .contains("is stored, but incomplete (it ends in the middle");
        }
        assertThat(onlyDump().way()).contains("; not whole: it ends in the middle");
    }

    @Test
    void dumpIsFoundByTheOptions() throws IOException {
        for (List<String> each :
                List.of(
                        List.of("-XX:HeapDumpPath=/dumps", "dumps/java_pid1.hprof"),
                        List.of("-XX:HeapDumpPath=/dumps/oom.bin", "dumps/oom.bin"),
                        List.of("-XX:HeapDumpPath=relative.hprof", "app/relative.hprof"),
                        List.of("-XX:HeapDumpPath=/dumps/%p.hprof", "dumps/1.hprof"),
                        List.of("-XX:HeapDumpPath=/dumps/%p.hprof", "dumps/%p.hprof"),
                        List.of("-XX:HeapDumpPath=", "app/java_pid1.hprof"))) {
            try (OutOfMemoryDumpWatch watch = watch(ON, each.getFirst())) {
                Path file = write(each.getLast(), DUMP);
                assertThat(watch.atDeath())
                        .as(each.toString())
                        .contains(new WrittenDump(file.getFileName().toString(), DUMP.length));
                kept(watch);
                Files.delete(file);
            }
        }
        for (String path : List.of("\0", "/", "nowhere/x", "..", "/dumps")) {
            try (OutOfMemoryDumpWatch watch = watch(ON, "-XX:HeapDumpPath=" + path)) {
                assertThat(watch.atDeath()).as(path).isEmpty();
                assertThat(watch.state(true).orElseThrow().note())
                        .contains("was not stored: ", "-XX:HeapDumpPath=/dumps", "emptyDir");
                assertThat(watch.state(false)).isEmpty();
            }
        }
        try (OutOfMemoryDumpWatch watch = watch()) {
            write("app/java_pid1.hprof", DUMP);
            assertThat(watch.atDeath()).as("not asked for").isEmpty();
            assertThat(watch.state(true)).isEmpty();
        }
    }

    @Test
    void folderMayBeCreatedLater() throws IOException {
        try (OutOfMemoryDumpWatch watch = watch(ON, "-XX:HeapDumpPath=/later")) {
            watch.look();
            Files.createDirectory(root.resolve("later"));
            watch.look();
            write("later/java_pid1.hprof", DUMP);
            assertThat(watch.atDeath()).isPresent();
            kept(watch);
        }
    }

    @Test
    void compressedDumpIsStoredCompressed() throws IOException {
        try (OutOfMemoryDumpWatch watch = watch(ON, "-XX:HeapDumpGzipLevel=1")) {
            try (OutputStream out =
                    new GZIPOutputStream(
                            Files.newOutputStream(root.resolve("app/java_pid1.hprof.gz")))) {
                out.write(DUMP);
            }
            assertThat(watch.atDeath()).isPresent();
            assertThat(kept(watch).note()).contains("is stored: ");
        }
        assertThat(onlyDump().gzip()).isTrue();
    }

    @Test
    void dumpOfAnEarlierProcessIsIgnored() throws IOException {
        Path old = write("app/java_pid1.hprof", DUMP);
        Files.setLastModifiedTime(old, FileTime.from(STARTED.minusSeconds(60)));
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            assertThat(watch.atDeath()).isEmpty();
        }
    }

    @Test
    void linksPipesAndFilesOfOtherUsersAreIgnored() throws Exception {
        Path secret = Files.write(folder.resolve("secret.hprof"), DUMP);
        Path place = root.resolve("app/java_pid1.hprof");
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            Files.createSymbolicLink(place, secret);
            assertThat(watch.atDeath()).as("a link").isEmpty();
            Files.delete(place);
            assertThat(new ProcessBuilder("mkfifo", place.toString()).start().waitFor()).isZero();
            assertThat(watch.atDeath()).as("a FIFO").isEmpty();
            Files.delete(place);
            Files.createDirectory(place);
            assertThat(watch.atDeath()).as("a folder").isEmpty();
        }
        Files.delete(place);
        uid++;
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            write("app/java_pid1.hprof", DUMP);
            assertThat(watch.atDeath()).as("named, as ever").isPresent();
            assertThat(watch.state(true).orElseThrow().note())
                    .contains("was not stored: it belongs to user", "the target is user " + uid);
        }
        assertThat(store.list()).isEmpty();
    }

    @Test
    void foreignOrTooLargeFileIsOnlyNamed() throws IOException {
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            write("app/java_pid1.hprof", "root:x:0:0\n".repeat(9).getBytes(StandardCharsets.UTF_8));
            assertThat(watch.atDeath()).isPresent();
            assertThat(ended(watch).note()).contains("does not start with a heap dump header");
        }
        quota = StorageQuota.parse("count=5,bytes=100");
        try (OutOfMemoryDumpWatch watch = watch(ON)) {
            write("app/java_pid1.hprof", DUMP);
            assertThat(watch.atDeath()).isPresent();
            assertThat(ended(watch).note()).contains("the quota is 100 B", "HEAPSIGHT_DUMP_QUOTA");
        }
        assertThat(store.list()).isEmpty();
        try (Stream<Path> files = Files.list(store.folder())) {
            assertThat(files).isEmpty();
        }
    }

    private OutOfMemoryDumpOutcome kept(OutOfMemoryDumpWatch watch) {
        OutOfMemoryDumpOutcome ended = ended(watch);
        assertThat(ended.id()).as(ended.note()).isPresent();
        return ended;
    }

    private static OutOfMemoryDumpOutcome ended(OutOfMemoryDumpWatch watch) {
        AtomicReference<OutOfMemoryDumpOutcome> ended = new AtomicReference<>();
        watch.whenDone(watch.state(true).orElseThrow(), ended::set);
        Awaitility.await().until(() -> ended.get() != null);
        return ended.get();
    }

    private DumpRecord onlyDump() {
        assertThat(store.list()).hasSize(1);
        return store.list().getFirst();
    }

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(root.resolve(name), content);
    }

    private OutOfMemoryDumpWatch watch(String... flags) {
        return new OutOfMemoryDumpWatch(
                new ProcFs(proc), jvm(flags), STARTED, SampleJvmDumps.in(store, jobs, quota, log));
    }

    private TargetJvm jvm(String... flags) {
        return ShopJvm.of(7, uid, Reading.missing("not needed"), flags);
    }
}
