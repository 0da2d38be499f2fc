/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.HprofFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hashes of array bytes in a dump that the tests change under the reader. */
class ContentHashTest {
    private static final int LONGEST = 70;
    private static final int ROOM = LONGEST + 8;
    private static final int END_RECORD = 9;
    private static final long SEED = 42;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final HprofFile file;
    private final long place;

    ContentHashTest() {
        DumpBuilder dump = new DumpBuilder();
        dump.zeroes(BasicType.BYTE, ROOM);
        byte[] bytes = dump.bytes();
        memory = arena.allocate(bytes.length);
        memory.copyFrom(MemorySegment.ofArray(bytes));
        file = HprofFile.open(arena, memory);
        place = (long) bytes.length - END_RECORD - ROOM;
    }

    @AfterEach
    void close() {
        file.close();
    }

    private long hashOf(byte[] content, int skew, long kind) {
        memory.asSlice(place, ROOM).fill((byte) 0x5A);
        MemorySegment.copy(content, 0, memory, ValueLayout.JAVA_BYTE, place + skew, content.length);
        return ContentHash.of(file.bytes(), place + skew, content.length, kind);
    }

    private static byte[] random(int length) {
        byte[] content = new byte[length];
        new Random(SEED + length).nextBytes(content);
        return content;
    }

    @Test
    void doesNotDependOnTheOffset() {
        for (int length = 0; length <= LONGEST; length++) {
            byte[] content = random(length);
            assertThat(hashOf(content, 3, 1)).isEqualTo(hashOf(content, 0, 1));
        }
    }

    @Test
    void dependsOnEveryBitTheLengthAndTheKind() {
        Set<Long> hashes = new HashSet<>();
        int expected = 0;
        for (int length = 0; length <= LONGEST; length++) {
            byte[] content = random(length);
            hashes.add(hashOf(content, 0, 1));
            hashes.add(hashOf(content, 0, 2));
            expected += 2;
            for (int bit = 0; bit < 8 * length; bit++) {
                content[bit / 8] ^= (byte) (1 << (bit % 8));
                hashes.add(hashOf(content, 0, 1));
                content[bit / 8] ^= (byte) (1 << (bit % 8));
                expected++;
            }
        }
        assertThat(hashes).hasSize(expected);
    }

    @Test
    void distinguishesRunsOfZeroesByLength() {
        Set<Long> hashes = new HashSet<>();
        for (int length = 0; length <= LONGEST; length++) {
            hashes.add(hashOf(new byte[length], 0, 1));
        }
        assertThat(hashes).hasSize(LONGEST + 1);
    }
}
