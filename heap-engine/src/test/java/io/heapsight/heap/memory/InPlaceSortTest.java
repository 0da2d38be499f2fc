/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class InPlaceSortTest {
    private static final int COUNT = 300_000;

    /** Maximum of reads per number: those of repeated halving. */
    private static final long MOST_READS = 60;

    @Test
    void sortsAnyOrderWithFewReads() {
        SplittableRandom random = new SplittableRandom(5);
        Map<String, IntToLongFunction> orders =
                Map.of(
                        "random", _ -> random.nextLong(),
                        "ascending", i -> i,
                        "descending", i -> -i,
                        "up and down", i -> Math.min(i, COUNT - i),
                        "runs", i -> i % 7 * 1_000_000L + i,
                        "one after another", i -> (long) i % 1_000 * COUNT + i,
                        "all the same", _ -> 42,
                        "one that is greater, last", i -> i == COUNT - 1 ? 43 : 42,
                        "one that is less, last", i -> i == COUNT - 1 ? 41 : 42,
                        "few", i -> i % 3);
        orders.forEach(
                (name, order) -> {
                    long[] numbers = new long[COUNT];
                    Arrays.setAll(numbers, order);
                    long[] expected = numbers.clone();
                    Arrays.sort(expected, 10, COUNT - 10);
                    Counted counted = new Counted(numbers);

                    InPlaceSort.sort(counted, 10, COUNT - 10);

                    assertThat(Arrays.equals(numbers, expected)).as(name).isTrue();
                    assertThat(counted.reads).as(name).isLessThan(MOST_READS * COUNT);
                });
    }

    @Test
    void sortsNothingAndOne() {
        long[] numbers = {3, 2, 1};
        InPlaceSort.sort(new Counted(numbers), 1, 1);
        InPlaceSort.sort(new Counted(numbers), 1, 2);
        assertThat(numbers).containsExactly(3, 2, 1);
    }

    private static final class Counted implements InPlaceSort.Numbers {
        private final long[] numbers;
        private long reads;

        Counted(long[] numbers) {
            this.numbers = numbers;
        }

        @Override
        public long get(long index) {
            reads++;
            return numbers[Math.toIntExact(index)];
        }

        @Override
        public void set(long index, long value) {
            numbers[Math.toIntExact(index)] = value;
        }
    }
}
