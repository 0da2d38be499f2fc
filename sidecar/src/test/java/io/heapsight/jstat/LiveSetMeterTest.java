/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.perfdata.Collector;
import org.junit.jupiter.api.Test;

class LiveSetMeterTest {
    private final LiveSetMeter.Look look = new LiveSetMeter.Look();
    private LiveSetMeter meter = new LiveSetMeter(LiveSetMeter.Kind.FULL);
    private double left;

    private double serial(boolean collecting, double used, double full) {
        look.collecting = collecting;
        look.full = full;
        look.oldBytes = used;
        return look();
    }

    private double g1(double used, double young, double concurrent) {
        look.oldBytes = used;
        look.young = young;
        look.concurrent = concurrent;
        return look();
    }

    private double cycle(boolean collecting, double old, double young, double phases) {
        look.collecting = collecting;
        look.oldBytes = old;
        look.youngBytes = young;
        look.concurrent = phases;
        return look();
    }

    private double look() {
        meter.look(look);
        left = meter.leftBytes();
        return meter.takeTold();
    }

    @Test
    void pollDuringThePauseShowsNothingOfTheCollection() {
        assertThat(serial(false, 500, 3)).as("before the first poll").isNaN();
        assertThat(left).as("unseen moment").isEqualTo(500);
        assertThat(serial(true, 600, 4)).as("still the earlier use").isNaN();
        assertThat(left).isEqualTo(500);
        assertThat(serial(false, 200, 4)).isEqualTo(200);
        assertThat(left).isEqualTo(200);
        assertThat(serial(false, 450, 4)).as("new allocation").isNaN();
        assertThat(left).isEqualTo(200);
    }

    @Test
    void youngCollectionPolledDuringItsPauseLeavesNoLiveSet() {
        look.concurrent = Double.NaN;
        serial(false, 500, 3);
        look.young = 8;
        serial(true, 500, 3);
        look.young = 9;
        for (int i = 0; i < 100; i++) {
            assertThat(serial(false, 550 + i, 3)).isNaN();
        }
        assertThat(meter.isAwaiting()).isFalse();
    }

    @Test
    void liveSetOfAFullCollectionCoversAllGenerations() {
        look.edenBytes = 30;
        look.survivorBytes = 10;
        assertThat(serial(false, 500, 3)).isNaN();
        assertThat(serial(false, 200, 4)).isEqualTo(240);
    }

    @Test
    void liveSetIsTheLeastOfSeveralCollections() {
        serial(false, 500, 3);
        look.full = 4;
        look.oldBytes = 210;
        meter.look(look);
        look.full = 5;
        look.oldBytes = 200;
        meter.look(look);
        assertThat(meter.takeTold()).isEqualTo(200);
        assertThat(meter.takeTold()).isNaN();
    }

    @Test
    void liveSetOfAConcurrentCycleIsTheLowOfMixedCollections() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.LOW);
        assertThat(g1(500, 10, 0)).isNaN();
        assertThat(g1(600, 11, 1)).as("remark").isNaN();
        assertThat(g1(610, 11, 2)).as("cleanup: nothing is freed yet").isNaN();
        assertThat(g1(400, 13, 2)).as("mixed collections").isNaN();
        assertThat(g1(250, 14, 2)).as("mixed collections").isNaN();
        assertThat(g1(300, 16, 2)).isNaN();
        assertThat(g1(700, 17, 3)).as("the next cycle").isEqualTo(250);
        assertThat(left).as("not what was promoted since").isEqualTo(250);
    }

    @Test
    void lowIsReadOnceCollectionsFreeNothingMore() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.LOW);
        g1(500, 10, 0);
        g1(250, 10, 1);
        g1(255, 10, 2);
        assertThat(g1(260, 19, 2)).isNaN();
        assertThat(g1(270, 20, 2)).isEqualTo(250);
        assertThat(g1(280, 40, 2)).as("once").isNaN();
    }

    /** A leaking heap: cycles find nothing to free. */
    @Test
    void cycleThatFreesNothingShowsThatAllIsLive() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.LOW);
        g1(500, 10, 0);
        g1(600, 11, 1);
        g1(601, 11, 2);
        assertThat(g1(650, 15, 3)).isEqualTo(600);
        assertThat(g1(651, 15, 4)).isNaN();
        assertThat(g1(700, 20, 6)).as("both pauses between two polls").isEqualTo(650);
    }

    /** An LRU cache keeps its newest objects there. */
    @Test
    void lowOfAConcurrentCycleIncludesSurvivors() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.LOW);
        look.survivorBytes = 15;
        g1(500, 10, 4);
        assertThat(g1(105, 10, 6)).as("the cycle's own pauses").isNaN();
        assertThat(g1(140, 11, 8)).as("the next cycle begins").isEqualTo(120);
    }

    /** ZGC of JDK 11 has only the cause: it counts neither cycles nor pauses. */
    @Test
    void uncountedCycleEndsWhenItIsNoLongerTheCause() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.RELOCATING);
        assertThat(cycle(false, 300, 0, Double.NaN)).isNaN();
        assertThat(cycle(true, 320, 0, Double.NaN)).isNaN();
        assertThat(cycle(false, 150, 0, Double.NaN)).isEqualTo(150);
        assertThat(cycle(false, 160, 0, Double.NaN)).as("once").isNaN();
    }

    /** JDK 8 has no counter of G1's cycles. */
    @Test
    void fallOfTheOldGenerationIsALowIfCyclesAreNotCounted() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.LOW);
        assertThat(g1(500, 10, Double.NaN)).isNaN();
        assertThat(g1(600, 12, Double.NaN)).isNaN();
        assertThat(g1(300, 12, Double.NaN)).as("cleanup").isNaN();
        assertThat(g1(250, 14, Double.NaN)).as("mixed").isNaN();
        assertThat(g1(400, 20, Double.NaN)).isNaN();
        assertThat(g1(420, 24, Double.NaN)).isEqualTo(250);
        assertThat(g1(500, 60, Double.NaN)).as("no cycle").isNaN();
    }

    @Test
    void cycleIsReadAtItsEnd() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.of(Collector.SHENANDOAH));
        assertThat(cycle(false, 160, 0, 10)).isNaN();
        assertThat(cycle(true, 170, 0, 14)).isNaN();
        assertThat(cycle(false, 68, 0, 18)).isEqualTo(68);
        assertThat(cycle(false, 90, 0, 18)).isNaN();
    }

    /** Shenandoah updates its counter a moment later. */
    @Test
    void lateFallOfTheCounterIsAwaited() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.of(Collector.SHENANDOAH));
        cycle(false, 160, 0, 10);
        cycle(true, 163, 0, 14);
        assertThat(cycle(false, 163, 0, 18)).isNaN();
        assertThat(meter.isAwaiting()).isTrue();
        assertThat(cycle(false, 133, 0, 18)).isEqualTo(133);
        assertThat(meter.isAwaiting()).isFalse();
    }

    @Test
    void cycleThatFreesNothingIsRead() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.of(Collector.SHENANDOAH));
        cycle(false, 160, 0, 10);
        double told = Double.NaN;
        for (int i = 0; i < 40 && Double.isNaN(told); i++) {
            told = cycle(false, 160, 0, 18);
        }
        assertThat(told).isEqualTo(160);
    }

    @Test
    void youngObjectsCountWithoutAllocationsOfTheMajorCycle() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.of(Collector.ZGC_GENERATIONAL));
        cycle(false, 72, 150, 31);
        cycle(true, 72, 6, 34);
        cycle(true, 72, 2, 35);
        cycle(true, 72, 12, 37);
        assertThat(cycle(false, 70, 14, 39)).isEqualTo(72);
    }

    @Test
    void mostCyclesOfGenerationalShenandoahCoverYoungObjectsOnly() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.of(Collector.SHENANDOAH_GENERATIONAL));
        cycle(false, 100, 0, 0);
        for (int i = 1; i < 5; i++) {
            cycle(true, 200, 0, 2 * i - 1);
            assertThat(cycle(false, 100 + i, 0, 2 * i)).isNaN();
        }
        cycle(true, 200, 0, 9);
        assertThat(cycle(false, 100, 0, 10)).isEqualTo(100);
    }

    @Test
    void epsilonHasNoLiveSet() {
        meter = new LiveSetMeter(LiveSetMeter.Kind.of(Collector.EPSILON));
        cycle(false, 100, 0, 0);
        assertThat(cycle(false, 120, 0, 1)).isNaN();
    }
}
