/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Spoilt dumps: each is read, or refused with the place where it is wrong; and soon. */
class MutatedDumpTest {
    private static final int MUTANTS = 10_000;
    private static final Duration LONGEST = Duration.ofSeconds(2);

    @Test
    void spoiltDumpsAreReadOrRefused() {
        List<byte[]> dumps = new ArrayList<>();
        for (Framing framing : Framing.values()) {
            for (int seed = 0; seed < 5; seed++) {
                DumpFormat format = DumpFormat.HOTSPOT.framing(framing).segmentBytes(500);
                dumps.add(new RandomHeap(seed, 40).dump().format(format).bytes());
            }
        }
        int refused = 0;
        for (int seed = 0; seed < MUTANTS; seed++) {
            byte[] mutant = Mutation.of(dumps.get(seed % dumps.size()), seed);
            long began = System.nanoTime();
            try {
                DumpWalk.of(mutant);
            } catch (HprofFormatException e) {
                assertThat(e.offset()).isBetween(0L, (long) mutant.length);
                refused++;
            } catch (RuntimeException | Error e) {
                fail("mutant of seed " + seed, e);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("mutant of seed %d", seed)
                    .isLessThan(LONGEST);
        }
        // Neither is everything refused, nor is everything taken.
        assertThat(refused).isBetween(MUTANTS / 20, MUTANTS * 9 / 10);
    }
}
