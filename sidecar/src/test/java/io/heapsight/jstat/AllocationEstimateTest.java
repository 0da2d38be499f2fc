/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.jstat.AllocationEstimate.Generations;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AllocationEstimateTest {
    private static final double EDEN = 10_000;

    @Test
    void equalsWhatASimulatedHeapAllocatedAndPromoted() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            AllocationEstimate estimate = new AllocationEstimate();
            double eden = 0;
            double old = 0;
            double allocated = 0;
            double promoted = 0;
            int young = 0;
            estimate.update(new Generations(eden, EDEN, old, young, 0));
            for (int sample = 0; sample < 200; sample++) {
                int objects = random.nextInt(800);
                for (int i = 0; i < objects; i++) {
                    if (eden + 25 > EDEN) {
                        double survivors = random.nextInt(100);
                        old += survivors;
                        promoted += survivors;
                        eden = 0;
                        young++;
                    }
                    eden += 25;
                    allocated += 25;
                }
                estimate.update(new Generations(eden, EDEN, old, young, 0));
            }
            assertThat(estimate.allocatedBytes()).as("seed %d", seed).isEqualTo(allocated);
            assertThat(estimate.promotedBytes()).isLessThanOrEqualTo(promoted);
            assertThat(estimate.promotedBytes()).isEqualTo(promoted, within(1e-6));
        }
    }

    @Test
    void staleEdenIsMadeUpForAtTheNextCollection() {
        AllocationEstimate estimate = new AllocationEstimate();
        estimate.update(new Generations(0, EDEN, 0, 0, 0));
        estimate.update(new Generations(0, EDEN, 0, 0, 0));
        estimate.update(new Generations(0, EDEN, 0, 1, 0));

        assertThat(estimate.allocatedBytes()).isEqualTo(EDEN);
    }

    @Test
    void humongousObjectsAreAllocationsAndFullCollectionsPromoteNothing() {
        AllocationEstimate estimate = new AllocationEstimate();
        estimate.update(new Generations(0, EDEN, 0, 0, 0));
        estimate.update(new Generations(0, EDEN, 5000, 0, 0));
        estimate.update(new Generations(0, EDEN, 5100, 1, 1));

        assertThat(estimate.allocatedBytes()).isEqualTo(5000 + 2 * EDEN);
        assertThat(estimate.promotedBytes()).isZero();
    }

    @Test
    void totalsNeverFall() {
        Random random = new Random(3);
        AllocationEstimate estimate = new AllocationEstimate();
        double before = 0;
        for (int i = 0; i < 1000; i++) {
            estimate.update(
                    new Generations(
                            random.nextInt(10_000),
                            EDEN,
                            random.nextInt(10_000),
                            random.nextInt(100),
                            random.nextInt(10)));
            assertThat(estimate.allocatedBytes()).isGreaterThanOrEqualTo(before);
            before = estimate.allocatedBytes();
        }
    }
}
