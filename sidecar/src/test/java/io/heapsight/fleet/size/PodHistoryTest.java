/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.Pod;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodHistoryTest {
    private static final double GAP = Double.NaN;

    private static PodHistory past(SizingFigure figure, double... values) {
        long[] times = new long[values.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = 60_000L * i;
        }
        return PodHistory.of(new Pod("shop", "web-1"), times, Map.of(figure, values));
    }

    @Test
    void counterGoesOnAfterARestart() {
        PodHistory past = past(SizingFigure.HEAP_USED_BYTES, 1, 1, 1, 1, 1);
        PodHistory counted =
                new PodHistory(
                        past.pod(),
                        true,
                        past.epochMillis(),
                        Map.of(SizingFigure.CPU_SECONDS, new double[] {100, 110, GAP, 5, 9}));

        assertThat(counted.rises(SizingFigure.CPU_SECONDS)).containsExactly(GAP, 10, GAP, 5, 4);
        assertThat(counted.rise(SizingFigure.CPU_SECONDS)).isEqualTo(19);
    }

    @Test
    void laggingReplicaIsNoRestart() {
        PodHistory past =
                new PodHistory(
                        new Pod("shop", "web-1"),
                        true,
                        new long[] {0, 1, 2},
                        Map.of(SizingFigure.CPU_SECONDS, new double[] {100, 99, 101}));

        assertThat(past.rises(SizingFigure.CPU_SECONDS)).containsExactly(GAP, 0, 2);
    }

    @Test
    void podIsKnownFromItsFirstSampleToItsLast() {
        PodHistory gone =
                past(SizingFigure.HEAP_USED_BYTES, GAP, 7, 8, GAP, GAP, GAP, GAP, GAP, GAP);

        assertThat(gone.isRunning()).isFalse();
        assertThat(gone.epochMillis()).containsExactly(60_000, 120_000);
        assertThat(gone.seen()).hasMinutes(1);
        assertThat(gone.values(SizingFigure.HEAP_USED_BYTES)).containsExactly(7, 8);
        assertThat(gone.max(SizingFigure.ANON_BYTES)).isNaN();
        assertThat(past(SizingFigure.HEAP_USED_BYTES, GAP, 7, 8).isRunning()).isTrue();
    }

    private static PodHistory beside(double[] heap, double[] restarts) {
        long[] times = new long[heap.length];
        Arrays.setAll(times, i -> 60_000L * i);
        return PodHistory.of(
                new Pod("shop", "web-1"),
                times,
                Map.of(SizingFigure.HEAP_USED_BYTES, heap, SizingFigure.RESTARTS, restarts));
    }

    @Test
    void podInACrashLoopIsRunning() {
        PodHistory looping =
                beside(
                        new double[] {7, 8, 9, GAP, GAP, GAP, GAP, GAP, GAP},
                        new double[] {0, 0, 0, 0, 1, 2, 3, 4, GAP});

        assertThat(looping.isRunning()).isTrue();
        assertThat(looping.restarts()).isEqualTo(4);
        assertThat(looping.epochMillis()).hasSize(8);
        assertThat(looping.seen()).as("time with memory").hasMinutes(2);
    }

    @Test
    void completedPodIsGoneThoughItsRestartsAreKnown() {
        PodHistory completed =
                beside(
                        new double[] {7, 8, 9, GAP, GAP, GAP, GAP, GAP, GAP},
                        new double[] {1, 1, 1, 1, 1, 1, 1, 1, 1});

        assertThat(completed.isRunning()).isFalse();
        assertThat(completed.epochMillis()).hasSize(3);
    }

    @Test
    void crashLoopOfADeletedPodCountsButIsGone() {
        PodHistory deleted =
                beside(
                        new double[] {7, 8, GAP, GAP, GAP, GAP, GAP, GAP, GAP},
                        new double[] {0, 0, 1, 2, GAP, GAP, GAP, GAP, GAP});

        assertThat(deleted.isRunning()).isFalse();
        assertThat(deleted.restarts()).isEqualTo(2);
    }

    /** Returns a pod with three memory figures of 24 steps, and one restart. */
    private static PodHistory restartedIn(int step) {
        double[] heap = new double[24];
        Arrays.fill(heap, 3, heap.length, GAP);
        double[] restarts = new double[24];
        Arrays.fill(restarts, step, restarts.length, 1);
        return beside(heap, restarts);
    }

    @Test
    void completedPodThatHadRestartedIsGone() {
        assertThat(restartedIn(1).isRunning()).isFalse();
        assertThat(restartedIn(1).restarts()).isEqualTo(1);
    }

    @Test
    void restartBeforeTheEndOfAFailedPodCounts() {
        assertThat(restartedIn(4).isRunning()).isFalse();
        assertThat(restartedIn(4).restarts()).isEqualTo(1);
    }

    @Test
    void laterStartIsARestartWithoutKubeStateMetrics() {
        PodHistory restarted = past(SizingFigure.START_SECONDS, 100, 101, GAP, 500, 500, 900);

        assertThat(restarted.restarts()).isEqualTo(2);
        assertThat(beside(new double[] {7, 8}, new double[] {3, 3}).restarts()).isZero();
    }

    @Test
    void restartsBeforeTheFirstSampleCount() {
        PodHistory young =
                beside(
                        new double[] {GAP, GAP, GAP, 7, 8, 9, 9, 9, 9},
                        new double[] {GAP, 0, 2, 3, 3, 3, 3, 3, 3});

        assertThat(young.restarts()).isEqualTo(3);
        assertThat(young.seen()).hasMinutes(5);
    }

    private static PodHistory ended(double... killed) {
        long[] times = new long[killed.length];
        Arrays.setAll(times, i -> 60_000L * i);
        double[] heap = new double[killed.length];
        Arrays.fill(heap, 3, heap.length, GAP);
        return PodHistory.of(
                new Pod("shop", "report-1"),
                times,
                Map.of(SizingFigure.HEAP_USED_BYTES, heap, SizingFigure.ENDED_BY_OOM_KILL, killed));
    }

    @Test
    void oomKillOfAPodThatIsNotRestartedCounts() {
        PodHistory killed = ended(GAP, GAP, GAP, GAP, 1, 1, 1, 1, 1, 1);

        assertThat(killed.oomKills()).isEqualTo(1);
        assertThat(killed.isRunning()).isFalse();
        assertThat(ended(1, 1, 1, 1, 1, 1, 1).oomKills()).as("before the window").isZero();
    }
}
