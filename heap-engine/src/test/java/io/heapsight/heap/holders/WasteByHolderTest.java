/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.summary.WasteAt.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WasteByHolderTest {
    private static final int HOLDER_KEY = 3;
    private static final int HELD_CLASS = 5;

    @Test
    void examplesAreTheSameForAnyNumberOfThreads() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            List<Long> addresses =
                    new ArrayList<>(
                            LongStream.rangeClosed(1, 40).map(i -> i * 16).boxed().toList());
            Collections.shuffle(addresses, random);
            WasteByHolder first = new WasteByHolder();
            WasteByHolder second = new WasteByHolder();
            addresses.forEach(address -> add(random.nextBoolean() ? first : second, address));

            WasteByHolder all = new WasteByHolder();
            all.addAll(first);
            all.addAll(second);

            assertThat(all.ranked())
                    .as("seed " + seed)
                    .singleElement()
                    .satisfies(
                            row -> {
                                assertThat(row.objects()).isEqualTo(40);
                                assertThat(row.bytes()).isEqualTo(400);
                                assertThat(row.examples())
                                        .extracting(WasteByHolder.Example::wasted)
                                        .containsExactly(16L, 32L, 48L, 64L, 80L, 96L, 112L, 128L);
                            });
        }
    }

    private static void add(WasteByHolder tally, long address) {
        WasteByHolder.Row row = tally.row(Kind.DUPLICATE_STRINGS, HOLDER_KEY, HELD_CLASS);
        if (WasteByHolder.add(row, address, 10)) {
            WasteByHolder.addExample(row, new WasteByHolder.Example(address, 1, 1, address));
        }
    }
}
