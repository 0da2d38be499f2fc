/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mutated dumps: each is read, or refused with the position of the fault. */
class MutatedDumpTest {
    @Test
    void mutatedDumpsAreReadOrRefused() {
        List<byte[]> dumps = new ArrayList<>();
        for (Framing framing : Framing.values()) {
            for (int seed = 0; seed < 5; seed++) {
                DumpFormat format = DumpFormat.HOTSPOT.framing(framing).segmentBytes(500);
                dumps.add(new RandomHeap(seed, 40).dump().format(format).bytes());
            }
        }
        Mutants.of(dumps)
                .areReadOrRefused(
                        MutatedDumpTest::readOrRefused, List.of(HprofFormatException.class));
    }

    private static void readOrRefused(byte[] dump) {
        try {
            DumpWalk.of(dump);
        } catch (HprofFormatException e) {
            assertThat(e.offset()).isBetween(0L, (long) dump.length);
            throw e;
        }
    }
}
