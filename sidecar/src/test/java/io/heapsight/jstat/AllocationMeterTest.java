/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AllocationMeterTest {
    private static final double EDEN = 10_000;
    private static final double OBJECT = 25;
    private static final long LOOK = 20_000_000;

    /** A simulated heap that can be polled. */
    private static final class Heap {
        private final AllocationMeter meter;
        private final boolean hasBuffers;
        private long nanos;
        private double young;
        private double full;
        private double eden;
        private double old;
        private double cycle;
        private double lastCycle;
        private double allocated;
        private double promoted;

        Heap(AllocationMeter.Kind kind, boolean hasBuffers) {
            this.meter = new AllocationMeter(kind);
            this.hasBuffers = hasBuffers;
            look();
        }

        void allocate(int objects, double fullAt, Random random) {
            for (int i = 0; i < objects; i++) {
                if (eden + OBJECT > fullAt) {
                    collect(random.nextInt(100));
                }
                eden += OBJECT;
                cycle += OBJECT;
                allocated += OBJECT;
            }
        }

        void collect(double survivors) {
            old += survivors;
            promoted += survivors;
            eden = 0;
            lastCycle = cycle;
            cycle = 0;
            young++;
        }

        void look() {
            nanos += LOOK;
            meter.look(
                    new AllocationMeter.Look(
                            nanos,
                            young,
                            full,
                            JvmClockOffset.Times.UNKNOWN,
                            hasBuffers
                                    ? new AllocationMeter.Buffers(lastCycle, 10, 0)
                                    : AllocationMeter.Buffers.NONE,
                            eden,
                            EDEN,
                            old),
                    () -> true);
        }
    }

    @Test
    void fullEdenIsCountedExactlyIfEveryCollectionIsSeen() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Heap heap = new Heap(AllocationMeter.Kind.FILLED, false);
            for (int look = 0; look < 200; look++) {
                heap.allocate(random.nextInt(300), EDEN, random);
                heap.look();
            }
            assertThat(heap.meter.allocatedBytes()).as("seed %d", seed).isEqualTo(heap.allocated);
            assertThat(heap.meter.promotedBytes()).isEqualTo(heap.promoted, within(1e-6));
            assertThat(heap.meter.errorBytes()).isZero();
        }
    }

    /** G1 was seen to collect at 19 of 128 regions of eden's capacity. */
    @Test
    void collectionOfAPartlyFullEdenCountsTheTlabsOfThreads() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Heap heap = new Heap(AllocationMeter.Kind.REGIONS, true);
            for (int look = 0; look < 200; look++) {
                heap.allocate(random.nextInt(60), EDEN * 19 / 128, random);
                heap.look();
            }
            assertThat(heap.meter.allocatedBytes()).as("seed %d", seed).isEqualTo(heap.allocated);
        }
    }

    @Test
    void unseenCollectionsCountAsTheLastOneAndAreMarkedAsEstimates() {
        Random random = new Random(1);
        Heap heap = new Heap(AllocationMeter.Kind.REGIONS, true);
        heap.allocate(40, EDEN, random);
        heap.collect(0);
        heap.look();
        double before = heap.meter.errorBytes();
        heap.allocate(80, EDEN, random);
        heap.collect(0);
        heap.allocate(120, EDEN, random);
        heap.collect(0);
        heap.look();

        assertThat(before).isZero();
        assertThat(heap.meter.errorBytes()).isPositive();
        assertThat(heap.meter.allocatedBytes())
                .isEqualTo(heap.allocated, within(heap.meter.errorBytes()));
    }

    @Test
    void humongousObjectsCountAndFullCollectionsPromoteNothing() {
        Heap heap = new Heap(AllocationMeter.Kind.REGIONS, true);
        heap.old += 5000;
        heap.look();
        assertThat(heap.meter.allocatedBytes()).isEqualTo(5000);

        heap.full++;
        heap.old += 100;
        heap.look();
        assertThat(heap.meter.promotedBytes()).isZero();
    }

    @Test
    void totalsNeverFall() {
        Random random = new Random(3);
        Heap heap = new Heap(AllocationMeter.Kind.FILLED, true);
        double before = 0;
        for (int i = 0; i < 1000; i++) {
            heap.eden = random.nextInt(10_000);
            heap.old = random.nextInt(10_000);
            heap.lastCycle = random.nextInt(10_000);
            heap.young = random.nextInt(100);
            heap.full = random.nextInt(10);
            heap.look();
            assertThat(heap.meter.allocatedBytes()).isGreaterThanOrEqualTo(before);
            before = heap.meter.allocatedBytes();
        }
    }

    @Test
    void pollsComeTenTimesACycleAtLeast20MillisecondsApart() {
        Heap heap = new Heap(AllocationMeter.Kind.FILLED, false);
        assertThat(heap.meter.nanosUntilNextLook()).isEqualTo(20_000_000);
        for (int i = 0; i < 500; i++) {
            heap.look();
        }
        assertThat(heap.meter.nanosUntilNextLook()).isEqualTo(1_000_000_000);
    }
}
