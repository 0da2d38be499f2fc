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
import io.heapsight.report.MemoryReport;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
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
        assertThat(resident(table, Part.HEAP)).isBetween(100 * MEBIBYTE, 105 * MEBIBYTE);
        assertThat(resident(table, Part.DIRECT)).isBetween(64 * MEBIBYTE, 65 * MEBIBYTE);
        assertThat(resident(table, Part.STACKS)).isBetween(15 * MEBIBYTE, 22 * MEBIBYTE);
        assertThat(resident(table, Part.CLASS_ARCHIVE)).isGreaterThan(10 * MEBIBYTE);
        assertThat(resident(table, Part.METASPACE)).isEqualTo(768 * 1024);
        assertThat(row(table, Part.GC).orElseThrow().committedBytes()).hasValue(42_574L * 1024);
        assertThat(resident(table, Part.REST)).isLessThan(table.residentBytes() / 20);
    }

    @Test
    void untrackedMemoryOfThreadsHeapAndCodeIsReported() {
        MemoryTable table = table("25-par", false);
        assertThat(sum(table)).isEqualTo(table.residentBytes()).isEqualTo(257_924L * 1024);
        assertThat(resident(table, Part.HEAP)).isEqualTo(129_388L * 1024);
        assertThat(resident(table, Part.STACKS)).isBetween(15 * MEBIBYTE, 22 * MEBIBYTE);
        assertThat(resident(table, Part.REST)).isCloseTo(67 * MEBIBYTE, within(2 * MEBIBYTE));
        assertThat(table.rows())
                .extracting(Row::part)
                .doesNotContain(Part.DIRECT, Part.GC, Part.NATIVE);
    }

    @Test
    void triplyMappedHeapIsOneRow() {
        MemoryTable table = table("17-zgc", false);
        assertThat(sum(table)).isEqualTo(table.residentBytes());
        assertThat(resident(table, Part.HEAP)).isEqualTo((48_240L + 48_168 + 25_260) * 1024);
        assertThat(table.rows()).extracting(Row::part).doesNotContain(Part.SHARED);
    }

    @Test
    void jdk8CountsDirectBuffersAsInternal() {
        MemoryTable table = table("8-serial", true);
        assertThat(sum(table)).isEqualTo(table.residentBytes());
        assertThat(resident(table, Part.DIRECT)).isBetween(64 * MEBIBYTE, 66 * MEBIBYTE);
        assertThat(resident(table, Part.HEAP)).isCloseTo(133 * MEBIBYTE, within(MEBIBYTE));
    }

    @Test
    void missingHeapIsPartOfTheRest() {
        MemoryTable table = MemoryTable.of(space("25-par"), told(1L << 40, Optional.empty()));
        assertThat(sum(table)).isEqualTo(table.residentBytes());
        assertThat(table.rows()).extracting(Row::part).doesNotContain(Part.HEAP);
        assertThat(resident(table, Part.REST)).isGreaterThan(180 * MEBIBYTE);
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

        assertThat(resident(MemoryTable.of(space, byItsSize), Part.HEAP)).isEqualTo(7000 * 1024);
        assertThat(resident(MemoryTable.of(space, byItsAddresses), Part.HEAP))
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

        assertThat(resident(table, Part.HEAP)).isEqualTo(64 * MEBIBYTE);
        assertThat(resident(table, Part.REST)).isEqualTo(2 * MEBIBYTE);
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
                3000-4000 rw-p""";
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
                                            Reading.of(table),
                                            List.of("words ".repeat(30).strip()),
                                            view.container(),
                                            view.forecast()))
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

    private static Optional<Row> row(MemoryTable table, Part part) {
        return table.rows().stream().filter(row -> row.part() == part).findFirst();
    }

    private static long resident(MemoryTable table, Part part) {
        return row(table, part).map(Row::residentBytes).orElse(0L);
    }
}
