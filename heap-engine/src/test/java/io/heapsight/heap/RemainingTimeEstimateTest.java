/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Estimates during analyses whose phases took the recorded times, without a clock. */
class RemainingTimeEstimateTest {
    private static final List<String> PHASES =
            List.of(
                    "indexing",
                    "marking",
                    "reading references",
                    "dominators",
                    "dominators of leaves",
                    "turning references around",
                    "retained sizes",
                    "writing the index",
                    "threads",
                    "largest objects",
                    "grouping objects",
                    "suspects",
                    "paths to suspects",
                    "classifying garbage",
                    "tracing garbage");

    /** Phases without an amount of work. */
    private static final List<String> SILENT =
            List.of(
                    "reading references",
                    "turning references around",
                    "threads",
                    "largest objects",
                    "grouping objects",
                    "paths to suspects");

    private static final long MILLION = 1_000_000;

    /** A machine on which rounding to seconds does not matter. */
    private static final long SLOWER = 20;

    private long millis;
    private final RemainingTimeEstimate time = new RemainingTimeEstimate(1, () -> millis * MILLION);

    private void at(String phase, double share) {
        at(phase, share, MILLION);
    }

    private void at(String phase, double share, long total) {
        boolean silent = SILENT.contains(phase);
        time.at(phase, silent ? 0 : Math.round(share * total), silent ? 0 : total);
    }

    /** The share that a phase has reported: some are uneven, or end their reports early. */
    private static double reported(String phase, double share) {
        return switch (phase) {
            case "indexing" -> Math.min(1, 2 * share);
            case "marking" -> 0.7 * Math.min(1, 1.4 * share);
            case "dominators" -> Math.max(0, 2 * share - 1);
            default -> share;
        };
    }

    /**
     * Returns the largest error from a tenth to nine tenths of the time, as a share of the rest.
     */
    private double largestError(long objects, long bytes, List<Long> durations) {
        double whole = durations.stream().mapToLong(it -> it).sum();
        double largest = 0;
        long before = 0;
        for (int i = 0; i < PHASES.size(); i++) {
            long took = durations.get(i);
            String phase = PHASES.get(i);
            for (int step = 0; step < 20; step++) {
                millis = before + took * step / 20;
                at(phase, reported(phase, step / 20.0), phase.equals("marking") ? objects : bytes);
                double left = (whole - millis) / 1000;
                if (millis > whole / 10 && millis < whole * 0.9 && !phase.equals("indexing")) {
                    double error = Math.abs(time.secondsLeft().orElseThrow() - left) / left;
                    largest = Math.max(largest, error);
                }
            }
            before += took;
        }
        return largest;
    }

    /**
     * The CPU time of each phase in ms, with one thread, for dumps with so many objects and bytes.
     * Dumps with one kind of object have larger errors.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "serial-25, 536946, 136481783, 0.33,"
                + " 700 710 370 1420 50 320 320 220 200 180 650 380 230 60 210",
        "g1-25, 540275, 42631889, 0.33,"
                + " 530 530 270 1220 60 290 300 260 230 260 800 280 270 80 220",
        "compact-headers-25, 535051, 132711118, 0.33,"
                + " 750 840 540 1870 70 300 330 230 240 320 870 580 290 50 340",
        "no-compressed-oops-17, 545916, 118337656, 0.33,"
                + " 500 600 310 1040 70 320 410 260 230 220 780 330 170 50 190",
        "lists, 5660364, 222308831, 0.4,"
                + " 1070 1080 1060 3940 220 600 700 920 160 460 1750 990 310 90 610",
        "maps, 11458218, 576835079, 0.4,"
                + " 1320 1770 1960 6490 550 1020 1270 1780 150 580 2380 2290 500 110 290",
        "long chains, 11817220, 637418964, 0.75,"
                + " 1460 1900 2370 9540 460 2390 2080 2440 150 550 1680 1270 440 130 310",
        "arrays of 1 KiB, 475958, 334892386, 0.65,"
                + " 1070 960 390 780 90 120 310 420 160 90 680 670 250 130 240",
        "arrays of 16 KiB, 198322, 543166228, 0.6,"
                + " 780 780 160 430 30 100 250 570 120 100 670 600 220 160 310",
    })
    void theErrorOfTheEstimateIsBounded(
            String dump, long objects, long bytes, double most, String durations) {
        List<Long> each =
                List.of(durations.split(" ")).stream()
                        .map(it -> SLOWER * Long.parseLong(it))
                        .toList();

        assertThat(largestError(objects, bytes, each)).as(dump).isLessThan(most);
    }

    /** A shop of 11.7 GB in 512 MiB: an estimate would be a quarter to 2.7 times the rest. */
    @Test
    void thereIsNoEstimateWhileTablesWaitForTheDisk() {
        RemainingTimeEstimate twoThreads = new RemainingTimeEstimate(2, () -> millis * MILLION);
        twoThreads.at("indexing", 0, 11_667_854_418L);
        millis = 13_000;
        twoThreads.at("marking", 0, 238_000_000);
        assertThat(twoThreads.secondsLeft()).isPresent();
        millis = 90_000;
        twoThreads.at("marking", 110_000_000, 238_000_000);
        assertThat(twoThreads.secondsLeft()).isEmpty();
        millis = 220_700;
        twoThreads.at("reading references", 0, 0);
        assertThat(twoThreads.secondsLeft()).isEmpty();
        millis = 276_000;
        twoThreads.at("dominators", 0, 11_667_854_418L);
        assertThat(twoThreads.secondsLeft()).isEmpty();
    }

    @Test
    void untilTheDumpIsIndexedThereIsNoEstimate() {
        at("checksum", 0, 1 << 30);
        millis = 10_000;
        at("checksum", 1, 1 << 30);
        assertThat(time.secondsLeft()).isEmpty();
        at("inflating", 0.5, 1 << 28);
        assertThat(time.share()).isBetween(0.05, 0.4);
        at("indexing", 0.9, 1 << 30);
        assertThat(time.secondsLeft()).isEmpty();

        millis = 11_500;
        at("marking", 0, 10 << 20);

        assertThat(time.secondsLeft().orElseThrow()).isBetween(10L, 40L);
    }

    /** Returns the estimate at the beginning of a phase. */
    private long begin(String phase) {
        at(phase, 0);
        return time.secondsLeft().orElse(0);
    }

    /** Indexes for ten seconds, and returns the estimate at the beginning of the next phase. */
    private long mark() {
        begin("indexing");
        millis = 10_000;
        return begin("marking");
    }

    @Test
    void skippedPhasesAreNotWaitedFor() {
        long all = mark();

        assertThat(begin("classifying garbage")).isLessThan(all / 4);
        assertThat(time.share()).isGreaterThan(0.9);
    }

    @Test
    void theTimePassesDuringASilentPhase() {
        mark();
        millis = 20_000;
        long before = begin("reading references");

        millis += 2000;

        assertThat(time.secondsLeft()).hasValue(before - 2);
    }

    @Test
    void anUnknownPhaseLeavesTheLaterOnes() {
        mark();
        millis = 20_000;
        double before = time.share();
        long left = begin("a new phase");

        millis += 5000;

        assertThat(time.secondsLeft()).hasValue(left);
        assertThat(time.share()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void aSecondReadingOfABrokenDumpStartsAgain() {
        mark();
        millis = 20_000;
        begin("reading references");

        assertThat(begin("indexing")).isZero();
        assertThat(time.share()).isLessThan(0.3);
    }

    @Test
    void aCountInsteadOfAnAnalysisIsNotDoneUntilItEnds() {
        mark();
        at("sampling", 1);
        assertThat(begin("counting")).isZero();
        millis += 20_000;

        at("counting", 0.25);

        assertThat(time.share()).isEqualTo(0.25);
        assertThat(time.secondsLeft()).hasValue(60);
    }

    @Test
    void phasesThatAnUncompressedDumpSkipsAreNotDone() {
        at("checksum", 1, 1 << 30);
        double before = time.share();

        at("indexing", 0, 1 << 30);

        assertThat(time.share()).isBetween(before, before + 0.1);
    }
}
