/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.layout.ObjectLayout;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RecordCursor;
import io.heapsight.hprof.Segment;
import io.heapsight.hprof.SubRecord;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FillerRuleTest {
    private static final ObjectLayout USUAL = new ObjectLayout(4, 12, 8, 25);
    private static final int HEADER_BYTES = 31;
    private static final int RECORD_BYTES = 9;
    private static final int HEAP_DUMP_SEGMENT = 0x1C;
    private static final long ADDRESS = 0x7000_1238L;

    @ParameterizedTest
    @EnumSource(names = {"G1_25", "SERIAL_25", "COMPACT_HEADERS_25"})
    void fillerIsWhatHotSpotCounts(GoldenDump dump) throws IOException {
        boolean compact = dump == GoldenDump.COMPACT_HEADERS_25;
        ObjectLayout layout = new ObjectLayout(4, compact ? 8 : 12, 8, 25);
        try (HprofFile file = HprofFile.open(dump.file())) {
            Map<Long, Candidate> candidates = candidates(file, layout);
            FillerDecision tally = new FillerDecision();
            candidates.values().forEach(array -> tally.add(array.look, array.length));
            long objects = 0;
            long bytes = 0;
            for (Candidate array : candidates.values()) {
                if (tally.isFiller(array.look, array.length)) {
                    objects++;
                    bytes += layout.arrayBytes(BasicType.INT, array.length);
                }
            }
            GoldenDump.Count expected =
                    dump.histogramOfAll().get("[Ljdk.internal.vm.FillerElement;");
            assertThat(new GoldenDump.Count(objects, bytes)).isEqualTo(expected);
        }
    }

    private record Candidate(FillerRule.Look look, long length) {}

    /** The unreferenced arrays that don't look like garbage, by address. */
    private static Map<Long, Candidate> candidates(HprofFile file, ObjectLayout layout) {
        FillerRule rule = new FillerRule(file.bytes(), layout);
        Map<Long, Candidate> candidates = new HashMap<>();
        List<ClassDump> dumps = new ArrayList<>();
        forEachRecord(
                file,
                cursor -> {
                    if (isIntArray(cursor)) {
                        FillerRule.Look look =
                                rule.look(cursor.address(), cursor.length(), cursor.data());
                        if (look != FillerRule.Look.GARBAGE) {
                            candidates.put(cursor.address(), new Candidate(look, cursor.length()));
                        }
                    } else if (cursor.tag() == SubRecord.CLASS) {
                        dumps.add(ClassDump.read(file.bytes(), cursor.position()));
                    }
                });
        HeapClasses classes = HeapClasses.of(file, dumps, new long[0]);
        ReferenceReader reader = new ReferenceReader(file.bytes(), classes);
        long[] references = new long[1_024];
        for (ClassDump of : dumps) {
            for (long reference : ReferenceReader.ofClass(of)) {
                candidates.remove(reference);
            }
        }
        forEachRecord(
                file,
                cursor -> {
                    if (cursor.isRoot()) {
                        candidates.remove(cursor.address());
                    } else if (cursor.isObject() && !isIntArray(cursor)) {
                        reader.open(cursor.position());
                        int from = 0;
                        int count;
                        while ((count = reader.read(from, references)) > 0) {
                            for (int i = 0; i < count; i++) {
                                candidates.remove(references[i]);
                            }
                            from += count;
                        }
                    }
                });
        return candidates;
    }

    private static void forEachRecord(HprofFile file, Consumer<RecordCursor> action) {
        RecordCursor cursor = new RecordCursor(file.bytes());
        for (Segment segment : file.segments()) {
            cursor.reset(segment.start(), segment.end());
            while (cursor.next()) {
                action.accept(cursor);
            }
        }
    }

    private static boolean isIntArray(RecordCursor cursor) {
        return cursor.tag() == SubRecord.PRIMITIVE_ARRAY
                && cursor.elementType() == BasicType.INT.code();
    }

    @Test
    void headersOfOlderObjectsAreLeftInFiller() {
        int[] elements = new int[20];
        elements[6] = 1;
        elements[8] = 0x0104_2c00;
        assertThat(look(USUAL, elements)).isEqualTo(FillerRule.Look.REMAINS);
    }

    @Test
    void headersOfMovedObjectsAreLeftInFiller() {
        int[] elements = new int[20];
        elements[6] = 0xd630_053b;
        elements[8] = 0x001b_c440;
        assertThat(look(USUAL, elements)).isEqualTo(FillerRule.Look.REMAINS);
        elements[7] = 0x7f12;
        assertThat(look(USUAL, elements)).isEqualTo(FillerRule.Look.REMAINS);
        elements[7] = 0x7f12_3456;
        assertThat(look(USUAL, elements)).as("no address").isEqualTo(FillerRule.Look.AMBIGUOUS);
        elements[6] = 1_003;
        elements[7] = 0;
        assertThat(look(USUAL, elements)).as("too low").isEqualTo(FillerRule.Look.AMBIGUOUS);
    }

    @Test
    void largeBlankArraysOfOddLengthAreRestsOfBuffers() {
        FillerDecision tally = new FillerDecision();
        for (int i = 0; i < 3; i++) {
            tally.add(FillerRule.Look.REMAINS, 700 + 2 * i);
        }
        for (int length : new int[] {771_126, 100_000, 65_536, 1_002}) {
            tally.add(FillerRule.Look.BLANK, length);
        }
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 771_126)).isTrue();
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 1_002)).isTrue();
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 100_000)).isFalse();
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 65_536)).isFalse();
        assertThat(tally.isPerhapsFiller(FillerRule.Look.BLANK, 65_536)).isTrue();
    }

    @Test
    void aNumberOneIsNoHeader() {
        int[] elements = new int[20];
        elements[6] = 1;
        elements[8] = 7;
        assertThat(look(USUAL, elements)).isEqualTo(FillerRule.Look.AMBIGUOUS);
    }

    @Test
    void compactHeadersHaveTheirClassInTheMarkWord() {
        int[] elements = new int[20];
        elements[7] = 1;
        elements[8] = 0x0003_b400;
        ObjectLayout compact = new ObjectLayout(4, 8, 8, 25);
        assertThat(look(compact, elements)).isEqualTo(FillerRule.Look.REMAINS);
        assertThat(look(USUAL, elements)).isEqualTo(FillerRule.Look.AMBIGUOUS);
    }

    @Test
    void compactHeadersOfMovedObjectsHoldTheDistance() {
        int[] elements = new int[40];
        elements[3] = 0x0abd_47fb;
        elements[4] = 0x0017_4c00;
        elements[13] = 0x0abd_480f;
        elements[14] = 0x0017_9400;
        ObjectLayout compact = new ObjectLayout(4, 8, 8, 25);
        assertThat(look(compact, elements)).isEqualTo(FillerRule.Look.REMAINS);
        assertThat(look(USUAL, elements)).isEqualTo(FillerRule.Look.AMBIGUOUS);
        elements[13] = 0x0abd_4813;
        assertThat(look(compact, elements)).as("apart").isEqualTo(FillerRule.Look.AMBIGUOUS);
        elements[13] = 0x0abd_47fb;
        assertThat(look(compact, elements)).as("to one place").isEqualTo(FillerRule.Look.AMBIGUOUS);
    }

    @Test
    void fillerFitsItsGapExactly() {
        assertThat(look(USUAL, new int[200])).isEqualTo(FillerRule.Look.BLANK);
        assertThat(look(USUAL, new int[201])).isEqualTo(FillerRule.Look.GARBAGE);
    }

    @Test
    void arraysWithNumbersMayBeFillerOrData() {
        int[] elements = new int[200];
        elements[199] = 42;
        assertThat(look(USUAL, elements)).isEqualTo(FillerRule.Look.AMBIGUOUS);
    }

    @Test
    void arrayThatEndsWithARegionIsFiller() {
        assertThat(look(USUAL, 0x7010_0000L - 16 - 4 * 20, new int[20]))
                .isEqualTo(FillerRule.Look.REGION_END);
    }

    @Test
    void blankArraysAreGarbageInAReusedHeap() {
        FillerDecision tally = new FillerDecision();
        tally.add(FillerRule.Look.BLANK, 500);
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 500)).isTrue();
        for (int i = 0; i < 3; i++) {
            tally.add(FillerRule.Look.REMAINS, 700 + 2 * i);
        }
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 500)).isFalse();
    }

    @Test
    void blankArraysOfOneLengthBelongToTheProgram() {
        FillerDecision tally = new FillerDecision();
        for (int i = 0; i < 4; i++) {
            tally.add(FillerRule.Look.BLANK, 1_024);
            tally.add(FillerRule.Look.BLANK, 140);
        }
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 1_024)).isFalse();
        assertThat(tally.isFiller(FillerRule.Look.BLANK, 140)).isTrue();
    }

    private static FillerRule.Look look(ObjectLayout layout, int... elements) {
        return look(layout, ADDRESS, elements);
    }

    private static FillerRule.Look look(ObjectLayout layout, long address, int... elements) {
        ByteBuffer dump =
                ByteBuffer.allocate(HEADER_BYTES + RECORD_BYTES + Integer.BYTES * elements.length);
        dump.put("JAVA PROFILE 1.0.2\0".getBytes(StandardCharsets.ISO_8859_1));
        dump.putInt(Long.BYTES).putLong(0);
        dump.put((byte) HEAP_DUMP_SEGMENT).putInt(0).putInt(Integer.BYTES * elements.length);
        for (int element : elements) {
            dump.putInt(element);
        }
        Arena arena = Arena.ofShared();
        MemorySegment outsideTheHeap = arena.allocate(dump.capacity());
        outsideTheHeap.copyFrom(MemorySegment.ofArray(dump.array()));
        try (HprofFile file = HprofFile.open(arena, outsideTheHeap)) {
            return new FillerRule(file.bytes(), layout)
                    .look(address, elements.length, HEADER_BYTES + RECORD_BYTES);
        }
    }
}
