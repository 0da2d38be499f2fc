/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimates compared with known numbers. */
class DistinctCountTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 5_000, 20_000, 30_000, 1_000_000})
    void theEstimateIsCloseAndNotLess(int distinct) {
        for (int seed = 1; seed <= 3; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long[] hashes = random.longs(distinct).toArray();
            DistinctCount one = new DistinctCount();
            DistinctCount other = new DistinctCount();
            for (int i = 0; i < distinct; i++) {
                (i % 2 == 0 ? one : other).add(hashes[i]);
                one.add(hashes[random.nextInt(i + 1)]);
            }
            one.addAll(other);
            assertThat(one.atMost())
                    .as("seed %d", seed)
                    .isBetween((long) distinct, (long) (distinct * 1.08) + 1);
        }
    }
}
