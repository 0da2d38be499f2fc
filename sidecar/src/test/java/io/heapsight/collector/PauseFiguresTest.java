/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.gc.GcActivity;
import io.heapsight.gc.GcActivity.Quantile;
import io.heapsight.gc.GcEvent;
import io.heapsight.gc.GcTroubles.Occurrences;
import io.heapsight.gc.GcTroubles.Trouble;
import io.heapsight.gc.LongPauseTotals;
import io.heapsight.safepoint.GcPauses;
import io.heapsight.safepoint.GcPauses.Histogram;
import io.heapsight.safepoint.GcPauses.Merged;
import io.heapsight.safepoint.PauseEvent;
import io.heapsight.safepoint.PauseHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PauseFiguresTest {
    private static final String YOUNG = "G1 Young Generation";
    private static final String OLD = "G1 Old Generation";
    private static final List<Merged> NONE_MERGED =
            List.of(new Merged(YOUNG, 0, 0), new Merged(OLD, 0, 0));

    @Test
    void unknownPausesHaveUnknownTotals() {
        PauseFigures none = new PauseFigures(GcPauses.NONE);
        assertThat(none.totals(0)).isEqualTo(GcActivity.PauseTotals.UNKNOWN);
        assertThat(none.troubles()).isEmpty();
        assertThat(none.full(1).count()).isNaN();
    }

    @Test
    void quantilesOfListedPausesAreExact() {
        double[] seconds = {0.004, 0.001, 0.003, 0.002};
        PauseFigures figures = figures(seconds, true, NONE_MERGED);

        GcActivity.PauseTotals totals = figures.totals(0.004);
        assertThat(totals.p50()).isEqualTo(Quantile.exactly(0.002));
        assertThat(totals.p99()).isEqualTo(Quantile.exactly(0.004));
        assertThat(totals.count()).isEqualTo(4);
        assertThat(totals.seconds()).isCloseTo(0.01, within(1e-9));
    }

    @Test
    void quantilesOfOtherPausesLieBetweenTheirBounds() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            int merged = random.nextInt(4);
            double[] known = pauses(random, 1 + random.nextInt(300));
            double[] others = pauses(random, merged);
            double[] all = new double[known.length + merged];
            System.arraycopy(known, 0, all, 0, known.length);
            System.arraycopy(others, 0, all, known.length, merged);
            Arrays.sort(all);
            PauseFigures figures =
                    figures(
                            known,
                            false,
                            List.of(new Merged(YOUNG, merged, Arrays.stream(others).sum())));
            GcActivity.PauseTotals totals =
                    figures.totals(Arrays.stream(known).max().orElseThrow());

            assertThat(totals.p50().atLeastSeconds())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(rank(all, 0.5));
            assertThat(totals.p50().atMostSeconds())
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(rank(all, 0.5));
            assertThat(totals.p99().atLeastSeconds())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(rank(all, 0.99));
            assertThat(totals.p99().atMostSeconds())
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(rank(all, 0.99));
        }
    }

    @Test
    void longPausesAreCountedByBucketsOrOneByOne() {
        double[] seconds = {0.01, 0.21, 0.3, 0.3, 1, 3};
        LongPauseTotals counted = figures(seconds, false, NONE_MERGED).totals(3).longOnes();
        assertThat(counted).isEqualTo(new LongPauseTotals(4, 3.5, 1, 2.5));

        LongPauseTotals listed = figures(seconds, true, NONE_MERGED).totals(3).longOnes();
        assertThat(listed.count()).isEqualTo(5);
        assertThat(listed.seconds()).isCloseTo(4.81, within(1e-9));
        assertThat(listed.tooLongCount()).isEqualTo(2);
        assertThat(listed.tooLongSeconds()).isEqualTo(4);
    }

    @Test
    void sumOfMergedPausesIsNoLongPause() {
        assertThat(longOnesOfFour(0.79)).isZero();
        assertThat(longOnesOfFour(0.8)).isEqualTo(1);
    }

    private static double longOnesOfFour(double sum) {
        return new PauseFigures(
                        new GcPauses(
                                List.of(),
                                List.of(new Merged(YOUNG, 4, sum)),
                                List.of(new PauseEvent(1, YOUNG, "4 pauses", 4, sum))))
                .totals(sum)
                .longOnes()
                .count();
    }

    @Test
    void fullCollectionsAreThoseOfTheOldCollector() {
        PauseFigures figures =
                new PauseFigures(
                        new GcPauses(
                                List.of(
                                        histogram(YOUNG, "G1 Evacuation Pause", 0.01),
                                        histogram(OLD, "System.gc()", 0.1, 0.2)),
                                List.of(new Merged(YOUNG, 0, 0), new Merged(OLD, 3, 0.5)),
                                List.of()));
        assertThat(figures.full(7).count()).isEqualTo(5);
        assertThat(figures.full(7).seconds()).isCloseTo(0.8, within(1e-9));
        assertThat(figures.full(7).leftBytes()).isEqualTo(7);
    }

    @Test
    void youngPausesOfRequestsAreNoRequestedFullCollections() {
        PauseFigures figures =
                new PauseFigures(
                        new GcPauses(
                                List.of(
                                        histogram(YOUNG, "Metadata GC Threshold", 0.01),
                                        histogram(OLD, "System.gc()", 0.1, 0.2),
                                        histogram(OLD, "Heap Dump Initiated GC", 0.4),
                                        histogram(OLD, "G1 Compaction Pause", 0.3)),
                                NONE_MERGED,
                                List.of()));
        assertThat(figures.full(7).count()).isEqualTo(4);
        assertThat(figures.full(7).requestedCount()).isEqualTo(3);
        assertThat(figures.full(7).requestedSeconds()).isCloseTo(0.7, within(1e-9));
    }

    @Test
    void concurrentCollectorsDoNotTellTheirFullCollections() {
        PauseFigures figures =
                new PauseFigures(
                        new GcPauses(
                                List.of(), List.of(new Merged("ZGC Pauses", 0, 0)), List.of()));
        assertThat(figures.full(7).count()).isNaN();
        assertThat(figures.troubles())
                .containsEntry(Trouble.ALLOCATION_STALL_CYCLE, Occurrences.NONE);
    }

    @Test
    void troublesAreCountedByCause() {
        PauseFigures figures =
                new PauseFigures(
                        new GcPauses(
                                List.of(
                                        histogram(OLD, "System.gc()", 0.1, 0.2),
                                        histogram(OLD, "Heap Inspection Initiated GC", 0.3),
                                        histogram(YOUNG, "Metadata GC Threshold", 0.01),
                                        histogram(OLD, "Metadata GC Clear Soft References", 0.4),
                                        histogram(OLD, "Last ditch collection", 0.5),
                                        histogram(OLD, "CodeCache GC Aggressive", 0.6),
                                        histogram(YOUNG, "CodeCache GC Threshold", 0.01),
                                        histogram(YOUNG, "G1 Humongous Allocation", 0.02)),
                                NONE_MERGED,
                                List.of(
                                        new PauseEvent(1, OLD, "System.gc()", 1, 0.1),
                                        new PauseEvent(2, OLD, "System.gc()", 1, 0.2))));

        assertThat(seen(figures, Trouble.EXPLICIT_GC).count()).isEqualTo(2);
        assertThat(seen(figures, Trouble.EXPLICIT_GC).longestSeconds()).isEqualTo(0.2);
        assertThat(seen(figures, Trouble.DIAGNOSTIC_GC).longestSeconds()).isNaN();
        assertThat(seen(figures, Trouble.METADATA_THRESHOLD).count()).isEqualTo(1);
        assertThat(seen(figures, Trouble.METADATA_FULL).count()).isEqualTo(2);
        assertThat(seen(figures, Trouble.CODE_CACHE).count()).isEqualTo(2);
        assertThat(figures.full(7).requestedCount()).isEqualTo(6);
        assertThat(seen(figures, Trouble.HUMONGOUS_ALLOCATION).count()).isEqualTo(1);
    }

    private static Occurrences seen(PauseFigures figures, Trouble trouble) {
        return Objects.requireNonNull(figures.troubles().get(trouble));
    }

    @Test
    void lastPausesAreThoseOfThePeriod() {
        PauseHistory history = new PauseHistory();
        List<PauseEvent> events = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            events.add(new PauseEvent(i, YOUNG, "G1 Evacuation Pause", 1, 0.3));
        }
        history.add(0, figures(new double[] {0.3, 0.3, 0.3}, events));
        history.add(1, figures(new double[] {0.3, 0.3, 0.3}, events));
        assertThat(last(history)).isEmpty();

        events.add(new PauseEvent(4, YOUNG, "unknown", 1, 0.02));
        history.add(2, figures(new double[] {0.02, 0.3, 0.3, 0.3}, events));
        assertThat(last(history))
                .containsExactly(
                        new GcEvent(
                                Optional.of(Instant.ofEpochSecond(4)),
                                4,
                                1,
                                0.02,
                                YOUNG,
                                "unknown",
                                Double.NaN,
                                Double.NaN,
                                Double.NaN));
    }

    @Test
    void atMostTenLastPausesAreListed() {
        List<PauseEvent> events = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            events.add(new PauseEvent(i, YOUNG, "unknown", 3, 0.3));
        }
        List<GcEvent> listed =
                new PauseFigures(new GcPauses(List.of(), NONE_MERGED, events))
                        .events(_ -> Instant.EPOCH);

        assertThat(listed).hasSize(10).allSatisfy(each -> assertThat(each.count()).isEqualTo(3));
        assertThat(listed.getFirst().uptimeSeconds()).isEqualTo(1);
        assertThat(listed.getFirst().cause()).isEqualTo("3 pauses");
    }

    private static List<GcEvent> last(PauseHistory history) {
        return new PauseFigures(history.lastHour().orElseThrow().pauses())
                .events(each -> Instant.ofEpochSecond((long) each.uptimeSeconds()));
    }

    private static GcPauses figures(double[] seconds, List<PauseEvent> last) {
        return new GcPauses(
                List.of(histogram(YOUNG, "G1 Evacuation Pause", seconds)), NONE_MERGED, last);
    }

    @Test
    void absenceIsProvenOnlyIfEveryCauseIsKnown() {
        assertThat(figures(new double[] {0.01}, true, NONE_MERGED).troubles())
                .containsEntry(Trouble.EXPLICIT_GC, Occurrences.NONE);
        assertThat(
                        figures(new double[] {0.01}, true, List.of(new Merged(YOUNG, 3, 0.1)))
                                .troubles())
                .isEmpty();
    }

    private static double rank(double[] sorted, double share) {
        return sorted[Math.max(1, (int) Math.ceil(share * sorted.length)) - 1];
    }

    private static double[] pauses(Random random, int count) {
        return random.doubles(count).map(each -> Math.pow(10, 5 * each - 4)).toArray();
    }

    private static PauseFigures figures(double[] seconds, boolean isListed, List<Merged> merged) {
        List<PauseEvent> events = new ArrayList<>();
        for (double each : isListed ? seconds : new double[0]) {
            events.add(new PauseEvent(1, YOUNG, "G1 Evacuation Pause", 1, each));
        }
        return new PauseFigures(
                new GcPauses(
                        List.of(histogram(YOUNG, "G1 Evacuation Pause", seconds)), merged, events));
    }

    private static Histogram histogram(String collector, String cause, double... seconds) {
        List<Long> counts = new ArrayList<>(Collections.nCopies(GcPauses.BOUNDS.size() + 1, 0L));
        for (double each : seconds) {
            int bucket = 0;
            while (bucket < GcPauses.BOUNDS.size() && each > GcPauses.BOUNDS.get(bucket)) {
                bucket++;
            }
            counts.set(bucket, counts.get(bucket) + 1);
        }
        return new Histogram(collector, cause, counts, Arrays.stream(seconds).sum());
    }
}
