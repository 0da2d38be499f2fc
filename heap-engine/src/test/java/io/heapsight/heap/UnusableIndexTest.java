/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.ObjectList;
import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.ThreadList;
import io.heapsight.explore.query.HeapQuery;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.UnusableIndexException;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.hprof.RootKind;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A truncated or damaged index, or one of another dump, is noticed and rebuilt. */
class UnusableIndexTest {
    private static final int HEADER_BYTES = 184;
    private static final int SUM_AT = 48;
    private static final int VERSION_AT = 16;

    /** Of a dump: milliseconds, after the format's name and the size of identifiers. */
    private static final int TIME_AT = "JAVA PROFILE 1.0.2".length() + 1 + Integer.BYTES;

    private static final int MUTANTS = Integer.getInteger("stale.mutants", 60);

    private static final List<HeapQuery> QUERIES =
            List.of(
                    HeapQuery.parse("size >= 0 or length > 1 sort by size"),
                    HeapQuery.parse("retained > 0 and field.size > 3 or field.map != null"),
                    HeapQuery.parse("loader != boot or garbage group by loader"));

    @TempDir Path directory;
    private Path dump;
    private Path index;
    private byte[] whole;
    private final List<String> remade = new ArrayList<>();

    @BeforeEach
    void makesAnIndex() throws Exception {
        dump = directory.resolve("dump.hprof");
        Files.write(dump, new RandomHeap(7, 60).dump().format(DumpFormat.HOTSPOT).bytes());
        index = HeapExplorer.indexOf(dump);
        open().close();
        assertThat(remade).singleElement().asString().contains("no index yet");
        remade.clear();
        whole = Files.readAllBytes(index);
    }

    private HeapExplorer open() throws Exception {
        AnalysisRequest request =
                new AnalysisRequest(
                        dump,
                        ByteSize.parse("64m"),
                        10,
                        HeapFlags.NONE,
                        AnalysisRequest.Scope.EVERYTHING,
                        Optional.empty(),
                        true,
                        directory);
        return HeapExplorer.open(
                request,
                index,
                new HeapAnalyzer(),
                remade::add,
                Progress.SILENT,
                new CancelSignal());
    }

    @Test
    void matchingIndexIsUsed() throws Exception {
        open().close();
        assertThat(remade).isEmpty();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactlyInAnyOrder(dump, index);
        }
    }

    @Test
    void truncatedIndexIsRebuilt() throws Exception {
        for (int bytes = 0; bytes < whole.length; bytes += 1 + bytes / 8) {
            Files.write(index, Arrays.copyOf(whole, bytes));
            open().close();
        }
        assertThat(remade).isNotEmpty().allMatch(why -> why.contains("analysed again"));
        assertThat(Files.readAllBytes(index)).isEqualTo(whole);
    }

    @Test
    void changedByteIsNoticed() throws Exception {
        for (int at = HEADER_BYTES; at < whole.length; at += 97) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(index, damaged);
            assertThatThrownBy(
                            () ->
                                    IndexedHeap.open(
                                            dump,
                                            index,
                                            dump.resolveSibling(""),
                                            _ -> {},
                                            new CancelSignal()))
                    .as("byte " + at)
                    .isInstanceOf(UnusableIndexException.class)
                    .hasMessage("is damaged");
        }
    }

    /** A copy, a download or touch changes the time of the file. */
    @Test
    void aCopiedDumpKeepsItsIndex() throws Exception {
        Files.setLastModifiedTime(dump, FileTime.fromMillis(1_000_000));
        open().close();
        assertThat(remade).isEmpty();
    }

    @Test
    void anotherDumpOfTheSameSizeIsNoticed() throws Exception {
        FileTime time = Files.getLastModifiedTime(dump);
        byte[] later = Files.readAllBytes(dump);
        later[TIME_AT + Long.BYTES - 1] ^= 1;
        Files.write(dump, later);
        Files.setLastModifiedTime(dump, time);
        open().close();
        assertThat(remade).singleElement().asString().contains("of another dump");
    }

    @Test
    void changedDumpIsAnalysedAgain() throws Exception {
        Files.write(dump, new RandomHeap(8, 60).dump().format(DumpFormat.HOTSPOT).bytes());
        open().close();
        assertThat(remade).singleElement().asString().contains("of another dump");
    }

    @Test
    void anIndexOfAnotherVersionIsRebuilt() throws Exception {
        byte[] older = whole.clone();
        older[VERSION_AT]--;
        Files.write(index, older);
        open().close();
        assertThat(remade).singleElement().asString().contains("another version");
        assertThat(Files.readAllBytes(index)).isEqualTo(whole);
    }

    /** An attacker who can write the index may also write a matching checksum. */
    @Test
    void maliciousIndexThrowsAtMost() throws Exception {
        misleads();
        // Not in address order: the index has a position for each object.
        DumpFormat shuffled = DumpFormat.HOTSPOT.shuffled(DumpFormat.Order.SHUFFLED, 7);
        Files.write(dump, collections().format(shuffled).bytes());
        Files.delete(index);
        open().close();
        whole = Files.readAllBytes(index);
        misleads();
    }

    /** Maps whose sizes are queried through references. */
    private static DumpBuilder collections() {
        DumpBuilder dump = new DumpBuilder();
        DumpClass node = dump.addClass("java.util.HashMap$Node").reference("next");
        DumpClass map =
                dump.addClass("java.util.HashMap")
                        .reference("table")
                        .field("size", BasicType.INT)
                        .field("modCount", BasicType.INT);
        DumpClass set = dump.addClass("java.util.HashSet").reference("map");
        for (int i = 0; i < 40; i++) {
            long table = dump.array(node, dump.instance(node), dump.instance(node));
            long its = dump.instance(map, "table", table, "size", i);
            dump.root(RootKind.JNI_GLOBAL, dump.instance(set, "map", its));
        }
        return dump;
    }

    private void misleads() throws Exception {
        Random random = new Random(20);
        int answered = 0;
        for (int mutant = 0; mutant < MUTANTS; mutant++) {
            byte[] bytes = whole.clone();
            int changes = 1 + random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                int at = HEADER_BYTES - 128 + random.nextInt(bytes.length - HEADER_BYTES + 128);
                bytes[at] = (byte) random.nextInt(256);
            }
            CRC32C sum = new CRC32C();
            sum.update(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES);
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(SUM_AT, sum.getValue());
            Files.write(index, bytes);
            answered += askAll() ? 1 : 0;
        }
        assertThat(answered).isPositive();
    }

    private boolean askAll() throws Exception {
        try (HeapExplorer explorer = open()) {
            ClassList classes = explorer.classes(_ -> true, ClassList.Order.OBJECTS, 100);
            ObjectList top = explorer.dominated(OptionalLong.empty(), 20);
            for (ObjectRow row : top.rows()) {
                explorer.object(row.address());
                explorer.references(row.address(), 10);
                explorer.referrers(row.address(), 10);
                explorer.paths(row.address(), 3);
                explorer.dominated(OptionalLong.of(row.address()), 10);
            }
            for (HeapQuery query : QUERIES) {
                explorer.query(query, 100);
            }
            explorer.packages("", 10);
            explorer.loaders(10);
            explorer.duplicateClasses(_ -> true, 10);
            explorer.garbageRoots(10);
            for (ClassList.Row each : classes.rows()) {
                explorer.mergedPaths(each.name(), true, 10);
            }
            for (ThreadList.Row thread : explorer.threads(10).rows()) {
                explorer.stack(thread.number(), 10);
            }
            return classes.total() > 0;
        } catch (DamagedIndexException e) {
            return false;
        }
    }
}
