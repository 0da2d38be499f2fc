/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Mutated files give counters or a PerfDataException. */
class MutatedPerfDataTest {
    @Test
    void mutatedFilesGiveCountersOrAnException() {
        Mutants.of(Recording.all().map(Recording::bytes).toList(), MutatedPerfDataTest::spoilt)
                .areReadOrRefused(MutatedPerfDataTest::read, List.of(PerfDataException.class));
    }

    private static void read(byte[] bytes) throws PerfDataException {
        try (PerfDataFile file = PerfDataFile.of(bytes)) {
            for (PerfCounter counter : file.all()) {
                switch (counter) {
                    case LongCounter number -> assertThat(number.units().name()).isNotEmpty();
                    case StringCounter text -> assertThat(text.value().length()).isLessThan(32768);
                }
            }
            MxBeanModel model = MxBeanModel.of(file);
            model.pools().forEach(pool -> assertThat(pool.name()).isNotEmpty());
            model.stopTheWorldSeconds();
        } catch (PerfDataException e) {
            assertThat(e).hasMessageContaining("offset");
            throw e;
        }
    }

    /** Flips bytes, inserts hostile numbers, or truncates the file; mostly in the used part. */
    private static byte[] spoilt(byte[] good, long seed) {
        Random random = new Random(seed);
        byte[] bytes = good.clone();
        int[] hurting = {0, -1, 1, 0x7fffffff, 0x80000000, 0x7ffffff8, 1 << 20, 19, 33};
        int changes = 1 + random.nextInt(6);
        int bound = random.nextBoolean() ? 256 : Math.min(bytes.length, 16384);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(bound - 4);
            if (random.nextInt(3) == 0) {
                bytes[at] = (byte) random.nextInt();
            } else {
                ByteBuffer.wrap(bytes).putInt(at & ~3, hurting[random.nextInt(hurting.length)]);
            }
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }
}
