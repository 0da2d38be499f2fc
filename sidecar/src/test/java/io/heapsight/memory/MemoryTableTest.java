/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jstat.HeapInfo;
import io.heapsight.memory.MemoryTable.Row;
import io.heapsight.memory.MemoryTable.Told;
import io.heapsight.proc.AddressSpace;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessThread;
import io.heapsight.report.MemoryReport;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded JVMs: 200 threads, 64 MiB of direct buffers, 100 MiB live of a heap of 256 MiB. */
class MemoryTableTest {
    private static final long MEBIBYTE = 1 << 20;
    private static final long HEAP_MAX = 256 * MEBIBYTE;
    private static final int PID = 7;

    @TempDir private Path proc;

    @Test
    void trackedMemoryIsSplitByPart() {
        MemoryTable table = table("25-g1nmt", true);
        assertThat(sum(table)).isEqualTo(table.residentBytes()).isEqualTo(239_556L * 1024);
        assertThat(resident(table, MemoryPart.HEAP)).isBetween(100 * MEBIBYTE, 105 * MEBIBYTE);
        assertThat(resident(table, MemoryPart.DIRECT)).isBetween(64 * MEBIBYTE, 65 * MEBIBYTE);
        assertThat(resident(table, MemoryPart.STACKS)).isBetween(15 * MEBIBYTE, 22 * MEBIBYTE);
        assertThat(resident(table, MemoryPart.CLASS_ARCHIVE)).isGreaterThan(10 * MEBIBYTE);
        assertThat(resident(table, MemoryPart.METASPACE)).isEqualTo(768 * 1024);
        assertThat(row(table, MemoryPart.GC).orElseThrow().committedBytes())
                .hasValue(42_574L * 1024);
        assertThat(resident(table, MemoryPart.REST)).isLessThan(table.residentBytes() / 20);
    }

    @Test
    void untrackedMemoryOfThreadsHeapAndCodeIsReported() {
        MemoryTable table = table("25-par", false);
        assertThat(sum(table)).isEqualTo(table.residentBytes()).isEqualTo(257_924L * 1024);
        assertThat(resident(table, MemoryPart.HEAP)).isEqualTo(129_388L * 1024);
        assertThat(resident(table, MemoryPart.STACKS)).isBetween(15 * MEBIBYTE, 22 * MEBIBYTE);
        assertThat(resident(table, MemoryPart.REST)).isCloseTo(67 * MEBIBYTE, within(2 * MEBIBYTE));
        assertThat(table.rows())
                .extracting(Row::part)
                .doesNotContain(MemoryPart.DIRECT, MemoryPart.GC, MemoryPart.NATIVE);
    }

    @Test
    void triplyMappedHeapIsOneRow() {
        MemoryTable table = table("17-zgc", false);
        assertThat(sum(table)).isEqualTo(table.residentBytes());
        assertThat(resident(table, MemoryPart.HEAP)).isEqualTo((48_240L + 48_168 + 25_260) * 1024);
        assertThat(table.rows()).extracting(Row::part).doesNotContain(MemoryPart.SHARED);
    }

    @Test
    void jdk8CountsDirectBuffersAsInternal() {
        MemoryTable table = table("8-serial", true);
        assertThat(sum(table)).isEqualTo(table.residentBytes());
        assertThat(resident(table, MemoryPart.DIRECT)).isBetween(64 * MEBIBYTE, 66 * MEBIBYTE);
        assertThat(resident(table, MemoryPart.HEAP)).isCloseTo(133 * MEBIBYTE, within(MEBIBYTE));
    }

    @Test
    void missingHeapIsPartOfTheRest() {
        MemoryTable table = MemoryTable.of(space("25-par"), told(1L << 40, Optional.empty()));
        assertThat(sum(table)).isEqualTo(table.residentBytes());
        assertThat(table.rows()).extracting(Row::part).doesNotContain(MemoryPart.HEAP);
        assertThat(resident(table, MemoryPart.REST)).isGreaterThan(180 * MEBIBYTE);
    }

    /** Adjacent direct buffers form a piece as large as -Xmx, with more of it resident. */
    @Test
    void directBuffersAreNotTheHeap() throws IOException {
        write(
                """
                fc000000-fc800000 rw-p 00000000 00:00 0 \nRss: 7000 kB
                fc800000-100000000 ---p 00000000 00:00 0 \nRss: 0 kB
                7f0000000000-7f0008000000 rw-p 00000000 00:00 0 \nRss: 128000 kB
                """
                        .getBytes(StandardCharsets.UTF_8));
        AddressSpace space = new ProcFs(proc).addressSpace(PID);
        OptionalLong max = OptionalLong.of(64 * MEBIBYTE);
        OptionalLong committed = OptionalLong.of(8 * MEBIBYTE);

        Told byItsSize =
                new Told(Optional.empty(), max, committed, OptionalLong.empty(), Optional.empty());
        Told byItsAddresses =
                new Told(
                        Optional.of(new HeapInfo.Range(0xfc000000L, 0x100000000L)),
                        max,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty());

        assertThat(resident(MemoryTable.of(space, byItsSize), MemoryPart.HEAP))
                .isEqualTo(7000 * 1024);
        assertThat(resident(MemoryTable.of(space, byItsAddresses), MemoryPart.HEAP))
                .isEqualTo(7000 * 1024);
    }

    /** The kernel merged a full heap with the mapping behind it. */
    @Test
    void memoryBehindTheHeapIsNotTheHeap() throws IOException {
        write(
                """
                fc000000-100200000 rw-p 00000000 00:00 0 \nRss: 67584 kB
                """
                        .getBytes(StandardCharsets.UTF_8));
        Told told =
                new Told(
                        Optional.of(new HeapInfo.Range(0xfc000000L, 0x100000000L)),
                        OptionalLong.of(64 * MEBIBYTE),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty());

        MemoryTable table = MemoryTable.of(new ProcFs(proc).addressSpace(PID), told);

        assertThat(resident(table, MemoryPart.HEAP)).isEqualTo(64 * MEBIBYTE);
        assertThat(resident(table, MemoryPart.REST)).isEqualTo(2 * MEBIBYTE);
    }

    /** 96.4 MiB of two heaps, the second one partly reserved; two full ones; one. */
    @Test
    void mergedHeapsOfArenasAreMalloc() throws IOException {
        MemoryTable table =
                nextToAHeap(
                        """
                        7f0000000000-7f0006066000 rw-p 00000000 00:00 0 \nRss: 98000 kB
                        7f0006066000-7f0008000000 ---p 00000000 00:00 0 \nRss: 0 kB
                        7f0010000000-7f0018000000 rw-p 00000000 00:00 0 \nRss: 131000 kB
                        7f0020000000-7f0024000000 rw-p 00000000 00:00 0 \nRss: 65000 kB
                        """);

        assertThat(resident(table, MemoryPart.MALLOC))
                .isEqualTo((98_000L + 131_000 + 65_000) * 1024);
        assertThat(resident(table, MemoryPart.REST)).isZero();
    }

    /** A class space with a large reserve, one of JDK 8, a direct buffer with a header, code. */
    @Test
    void alignedMemoryOfTheJvmIsNotMalloc() throws IOException {
        MemoryTable table =
                nextToAHeap(
                        """
                        7c0000000-7c1000000 rw-p 00000000 00:00 0 \nRss: 16000 kB
                        7c1000000-800000000 ---p 00000000 00:00 0 \nRss: 0 kB
                        7f0000000000-7f0004800000 rw-p 00000000 00:00 0 \nRss: 70000 kB
                        7f0004800000-7f0040000000 ---p 00000000 00:00 0 \nRss: 0 kB
                        7f0050000000-7f0054001000 rw-p 00000000 00:00 0 \nRss: 65000 kB
                        7f0060000000-7f0068000000 rwxp 00000000 00:00 0 \nRss: 9000 kB
                        """);

        assertThat(resident(table, MemoryPart.MALLOC)).isZero();
        assertThat(resident(table, MemoryPart.REST)).isEqualTo((16_000L + 70_000 + 65_000) * 1024);
        assertThat(resident(table, MemoryPart.CODE)).isEqualTo(9_000 * 1024);
    }

    @Test
    void alignedHeapThatIsNotFoundIsNotMalloc() throws IOException {
        write(
                "7f0000000000-7f0080000000 rw-p 00000000 00:00 0 \nRss: 90000 kB\n"
                        .getBytes(StandardCharsets.UTF_8));
        MemoryTable table =
                MemoryTable.of(
                        new ProcFs(proc).addressSpace(PID), told(1L << 40, Optional.empty()));

        assertThat(resident(table, MemoryPart.REST)).isEqualTo(90_000 * 1024);
    }

    /** Adds a heap of 64 MiB at a low address. */
    private MemoryTable nextToAHeap(String smaps) throws IOException {
        String heap = "fc000000-100000000 rw-p 00000000 00:00 0 \nRss: 7000 kB\n";
        write((heap + smaps).getBytes(StandardCharsets.UTF_8));
        return MemoryTable.of(
                new ProcFs(proc).addressSpace(PID),
                new Told(
                        Optional.of(new HeapInfo.Range(0xfc000000L, 0x100000000L)),
                        OptionalLong.of(64 * MEBIBYTE),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty()));
    }

    @Test
    void otherLinesAreSkipped() throws IOException {
        String smaps =
                """
                nonsense
                1000-2000 rw-p 00000000 00:00 0 \nRss: 4 kB
                Rss: 99 kB
                2000-3000 rw-p 00000000 00:00 0 [heap]
                Size: 4 kB
                Rss: many
                fffffffffff00000-fffffffffff01000 --xp 00000000 00:00 0 [vsyscall]
                Rss: 0 kB
                3000-4000 rw-p\
                """;
        write(smaps.getBytes(StandardCharsets.UTF_8));
        AddressSpace space = new ProcFs(proc).addressSpace(PID);
        assertThat(space.mappings()).hasSize(2);
        assertThat(space.residentBytes()).isEqualTo(4096);
        assertThat(space.isComplete()).isTrue();
    }

    @Test
    void textFitsEightyColumnsAndIsComplete() throws Exception {
        MemoryView view = MemoryViews.of(new ReplayedTarget(7, "Shop").jvm());
        for (String name : List.of("25-g1nmt", "8-serial")) {
            MemoryTable table = table(name, true);
            String text =
                    new MemoryReport(
                                    new MemoryView(
                                            view.jvm(),
                                            view.takenAt(),
                                            view.flags(),
                                            view.metaspaceCommittedBytes(),
                                            Reading.of(table),
                                            List.of("words ".repeat(30).strip()),
                                            view.codeHeaps(),
                                            Optional.of(growth()),
                                            view.container(),
                                            view.forecast()),
                                    Optional.of(MemoryViews.loaders()))
                            .text();
            assertThat(text.lines()).allMatch(line -> line.length() <= 80);
            assertThat(text.lines().filter(line -> line.startsWith("heap ")))
                    .singleElement()
                    .asString()
                    .endsWith("Java heap");
            for (Row row : table.rows()) {
                assertThat(text.replaceAll("\\s+", ""))
                        .contains(row.part().label())
                        .contains(row.part().meaning().split(" ")[0]);
            }
        }
    }

    @Test
    void stacksHaveTheNamesOfTheirThreads() throws IOException {
        write(
                """
                7f0000000000-7f0000004000 ---p 00000000 00:00 0 \nRss: 0 kB
                7f0000004000-7f0000100000 rw-p 00000000 00:00 0 \nRss: 100 kB
                7f0000100000-7f0000104000 ---p 00000000 00:00 0 \nRss: 0 kB
                7f0000104000-7f0000200000 rw-p 00000000 00:00 0 \nRss: 60 kB
                7f0000300000-7f0000502000 rw-p 00000000 00:00 0 \nRss: 24 kB
                7f0000600000-7f0000f00000 rw-p 00000000 00:00 0 \nRss: 9000 kB
                7ffd00000000-7ffd00021000 rw-p 00000000 00:00 0 [stack]\nRss: 40 kB
                """
                        .getBytes(StandardCharsets.UTF_8));
        List<ProcessThread> threads =
                List.of(
                        new ProcessThread(PID, "java", 0x7f0000700000L),
                        new ProcessThread(8, "http-nio-exec-1", 0x7f00000ff9a0L),
                        new ProcessThread(9, "http-nio-exec-2", 0x7f00001ff9a0L),
                        new ProcessThread(10, "GC Thread#0", 0x7f00003ff9a0L),
                        new ProcessThread(11, "VM Thread", 0x7f00005009a0L),
                        new ProcessThread(12, "unknown", 0));

        MemoryTable table =
                MemoryTable.of(
                        new ProcFs(proc).addressSpace(PID),
                        told(1L << 40, Optional.empty()),
                        threads);

        assertThat(table.stacks())
                .containsExactly(
                        new MemoryTable.StackRow("http-nio-exec-", 2, 160 * 1024),
                        new MemoryTable.StackRow("java", 1, 40 * 1024),
                        new MemoryTable.StackRow("GC Thread#0", 1, 12 * 1024),
                        new MemoryTable.StackRow("VM Thread", 1, 12 * 1024));
        assertThat(resident(table, MemoryPart.STACKS)).isEqualTo((160 + 40 + 24) * 1024);
        assertThat(sum(table)).isEqualTo(table.residentBytes());
    }

    /** This process: glibc registers each thread. */
    @Test
    void threadsOfALiveJvmAreFoundInTheirStacks() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(2);
        for (int i = 1; i <= 2; i++) {
            Thread.ofPlatform()
                    .name("stack-owner-" + i)
                    .start(
                            () -> {
                                begun.countDown();
                                try {
                                    end.await();
                                } catch (InterruptedException e) {
                                    Thread.currentThread().interrupt();
                                }
                            });
        }
        begun.await();
        int pid = (int) ProcessHandle.current().pid();
        MemoryTable table =
                MemoryTable.of(
                        ProcFs.system().addressSpace(pid),
                        told(Runtime.getRuntime().maxMemory(), Optional.empty()),
                        ProcFs.system().threads(pid, 5000));
        end.countDown();

        assertThat(table.stacks())
                .filteredOn(row -> row.name().equals("stack-owner-"))
                .singleElement()
                .satisfies(
                        row -> {
                            assertThat(row.count()).isEqualTo(2);
                            assertThat(row.residentBytes()).isBetween(8L * 1024, 2 * MEBIBYTE);
                        });
        assertThat(table.stacks().stream().mapToLong(MemoryTable.StackRow::residentBytes).sum())
                .isLessThanOrEqualTo(resident(table, MemoryPart.STACKS));
    }

    @Test
    void peakOfDirectMemoryIsKnownIfTheJvmReportsIt() {
        String peak =
                """
                -                     Other (reserved=32768KB, committed=32768KB)
                                            (malloc=32768KB tag=Other #32) (peak=65536KB #64)
                """;
        String older =
                """
                -                  Internal (reserved=52447KB, committed=52447KB)
                                            (malloc=52415KB #1422)
                """;

        assertThat(NativeMemory.parse(peak).toOptional().orElseThrow().directPeakBytes())
                .isEqualTo(64 * MEBIBYTE);
        assertThat(
                        NativeMemory.parse(peak.replace("(peak=65536KB #64)", "(at peak)"))
                                .toOptional()
                                .orElseThrow()
                                .directPeakBytes())
                .isEqualTo(32 * MEBIBYTE);
        assertThat(NativeMemory.parse(older).toOptional().orElseThrow().directPeakBytes())
                .isEqualTo(52_447 * 1024);
    }

    private static NativeGrowth growth() {
        return NativeGrowth.between(
                Instant.EPOCH, tracked("Other", 1024, "Thread", 900), tracked("Other", 3072));
    }

    /** A report with committed KiB by category. */
    private static NativeMemory tracked(Object... categories) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < categories.length; i += 2) {
            text.append(
                    "- %s (reserved=%2$sKB, committed=%2$sKB)\n"
                            .formatted(categories[i], categories[i + 1]));
        }
        return NativeMemory.parse(text.toString()).toOptional().orElseThrow();
    }

    @Test
    void growthIsByCategoryLargestFirst() {
        assertThat(growth().categories())
                .containsExactly(
                        new NativeGrowth.CategoryGrowth("Other", 3072 * 1024, 2048 * 1024),
                        new NativeGrowth.CategoryGrowth("Thread", 0, -900 * 1024));
    }

    @Test
    void mappedFilesAreSummedByName() throws Exception {
        write(
                """
                7f0000000000-7f0000001000 rw-s 00000000 fe:00 12 /data/index
                Rss: 4 kB
                7f0000002000-7f0000004000 rw-s 00000000 fe:00 12 /data/index
                Rss: 8 kB
                7f0000005000-7f0000006000 r--p 00000000 fe:00 13 /data/other
                Rss: 0 kB
                7f0000007000-7f0000008000 r-xp 00000000 fe:00 14 /lib/libjvm.so
                Rss: 4 kB
                """
                        .getBytes(StandardCharsets.UTF_8));
        MemoryTable table =
                MemoryTable.of(
                        new ProcFs(proc).addressSpace(PID),
                        new MemoryTable.Told(
                                Optional.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.empty()));

        assertThat(table.files())
                .containsExactly(
                        new MemoryTable.FileRow("/data/index", 12 * 1024, 2),
                        new MemoryTable.FileRow("/data/other", 0, 1));
    }

    private MemoryTable table(String name, boolean tracked) {
        Optional<NativeMemory> nativeMemory = Optional.empty();
        if (tracked) {
            byte[] text = resource(name + ".native-memory.txt");
            Reading<NativeMemory> read =
                    NativeMemory.parse(new String(text, StandardCharsets.UTF_8));
            nativeMemory = read.toOptional();
            assertThat(nativeMemory).isPresent();
        }
        return MemoryTable.of(space(name), told(HEAP_MAX, nativeMemory));
    }

    private static Told told(long heapMax, Optional<NativeMemory> nativeMemory) {
        return new Told(
                Optional.empty(),
                OptionalLong.of(heapMax),
                OptionalLong.empty(),
                OptionalLong.empty(),
                nativeMemory);
    }

    private AddressSpace space(String name) {
        try {
            write(resource(name + ".smaps.gz"));
            return new ProcFs(proc).addressSpace(PID);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(byte[] smaps) throws IOException {
        Path directory = Files.createDirectories(proc.resolve(Integer.toString(PID)));
        Files.write(directory.resolve("smaps"), smaps);
    }

    private static byte[] resource(String name) {
        try (InputStream in =
                        Objects.requireNonNull(
                                MemoryTableTest.class.getResourceAsStream("/smaps/" + name), name);
                InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(in) : in) {
            return plain.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long sum(MemoryTable table) {
        return table.rows().stream().mapToLong(Row::residentBytes).sum();
    }

    private static Optional<Row> row(MemoryTable table, MemoryPart part) {
        return table.rows().stream().filter(row -> row.part() == part).findFirst();
    }

    private static long resident(MemoryTable table, MemoryPart part) {
        return row(table, part).map(Row::residentBytes).orElse(0L);
    }
}
