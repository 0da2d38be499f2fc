/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.run.Run;
import io.heapsight.stats.OrderConfounding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The order of the runs of two arms, by their start times, and the inference that it allows. Drift
 * (a cache that fills, a busy neighbour) can be separated from the change only if the arms
 * alternate.
 *
 * @param kind of the order
 * @param runs the judged ones, oldest first; the two of a pair are adjacent
 */
record RunOrder(Kind kind, List<Entry> runs) {
    /** The kind of an order. */
    enum Kind {
        /** Pairs of neighbours, one of each arm, in varying order. */
        PAIRS,
        /** Pairs of neighbours, but too few for a paired test. */
        FEW_PAIRS,
        /** The arms alternate in another way. */
        TURNS,
        /** The start times are unknown: treated as alternating. */
        UNKNOWN,
        /** Pods or runs of both arms at the same time. */
        PARALLEL,
        /** One arm after the other. */
        ONE_AFTER_THE_OTHER,
        /** Pairs of pods, one arm after the other. */
        SUCCESSIVE_PAIRS,
        /** Too few runs for any inference. */
        TOO_FEW
    }

    /**
     * A run in the order.
     *
     * @param index in its arm
     */
    record Entry(MeasuredRun run, boolean candidate, int index) {
        Instant started() {
            return run.facts().started();
        }

        boolean clockWasSetBack() {
            return run.facts().warnings().stream().anyMatch(Run::tellsOfClockSetBack);
        }
    }

    /** Minimum runs of each arm for a verdict. */
    static final int LEAST_RUNS = 4;

    private static final int LEAST_PAIRS = 6;

    /** Minimum share of pairs in the other order: with fewer, a drift looks like a difference. */
    private static final int SHARE_OF_EITHER_ORDER = 3;

    /**
     * The share of a drift's average effect over all orders. In simulations of runs with an
     * autocorrelation of 0.9, orders above it gave more than 5 % false verdicts.
     */
    private static final double MUCH_DRIFT = 1.5;

    static RunOrder of(Arm base, Arm candidate) {
        List<Entry> runs = new ArrayList<>();
        add(runs, base, false);
        add(runs, candidate, true);
        runs.sort(
                Comparator.comparing(Entry::started)
                        .thenComparing(entry -> entry.run().facts().name()));
        if (Math.min(base.runs().size(), candidate.runs().size()) < LEAST_RUNS) {
            return new RunOrder(Kind.TOO_FEW, runs);
        }
        if (base.isOfPods()) {
            return ofPods(runs);
        }
        if (runs.stream().anyMatch(Entry::clockWasSetBack)) {
            return new RunOrder(Kind.UNKNOWN, runs);
        }
        if (areSimultaneous(runs)) {
            return new RunOrder(Kind.PARALLEL, runs);
        }
        if (startsCoincide(runs)) {
            return new RunOrder(Kind.UNKNOWN, runs);
        }
        List<Entry> pairs = pairs(runs);
        if (!pairs.isEmpty()) {
            return new RunOrder(
                    pairs.size() / 2 >= LEAST_PAIRS ? Kind.PAIRS : Kind.FEW_PAIRS, pairs);
        }
        return new RunOrder(
                OrderConfounding.drift(candidates(runs)) > MUCH_DRIFT
                        ? Kind.ONE_AFTER_THE_OTHER
                        : Kind.TURNS,
                runs);
    }

    /** Orders pods: neither arm is first, unless the arms hardly overlap. */
    private static RunOrder ofPods(List<Entry> runs) {
        List<Entry> pairs =
                runs.stream()
                        .filter(entry -> entry.run().pair().isPresent())
                        .sorted(
                                Comparator.comparingInt(
                                                (Entry entry) -> entry.run().pair().getAsInt())
                                        .thenComparing(Entry::candidate))
                        .toList();
        boolean enough = pairs.size() / 2 >= LEAST_PAIRS;
        if (!overlap(runs)) {
            return enough
                    ? new RunOrder(Kind.SUCCESSIVE_PAIRS, pairs)
                    : new RunOrder(Kind.ONE_AFTER_THE_OTHER, runs);
        }
        if (pairs.isEmpty()) {
            return new RunOrder(Kind.PARALLEL, runs);
        }
        return new RunOrder(enough ? Kind.PAIRS : Kind.FEW_PAIRS, pairs);
    }

    /**
     * Returns whether the arms overlap for at least half of the shorter arm's time. The time of an
     * arm is from the median start to the median end of its pods.
     */
    private static boolean overlap(List<Entry> runs) {
        long[] base = middle(runs, false);
        long[] candidate = middle(runs, true);
        long common = Math.min(base[1], candidate[1]) - Math.max(base[0], candidate[0]);
        return 2 * common >= Math.min(base[1] - base[0], candidate[1] - candidate[0]);
    }

    private static long[] middle(List<Entry> runs, boolean candidate) {
        List<Run> arm =
                runs.stream()
                        .filter(entry -> entry.candidate() == candidate)
                        .map(entry -> entry.run().facts())
                        .toList();
        long[] starts =
                arm.stream().mapToLong(run -> run.started().toEpochMilli()).sorted().toArray();
        long[] ends = arm.stream().mapToLong(run -> end(run).toEpochMilli()).sorted().toArray();
        return new long[] {starts[starts.length / 2], ends[ends.length / 2]};
    }

    /**
     * Returns whether all runs overlap for at least half of the longest run; then neither arm is
     * first.
     */
    private static boolean areSimultaneous(List<Entry> runs) {
        Instant lastStart = Instant.MIN;
        Instant firstEnd = Instant.MAX;
        Duration longest = Duration.ZERO;
        for (Entry entry : runs) {
            Instant end = end(entry.run().facts());
            Duration length = Duration.between(entry.started(), end);
            lastStart = entry.started().isAfter(lastStart) ? entry.started() : lastStart;
            firstEnd = end.isBefore(firstEnd) ? end : firstEnd;
            longest = length.compareTo(longest) > 0 ? length : longest;
        }
        Duration common = Duration.between(lastStart, firstEnd);
        return common.isPositive() && common.multipliedBy(2).compareTo(longest) >= 0;
    }

    private static void add(List<Entry> runs, Arm arm, boolean candidate) {
        for (int i = 0; i < arm.runs().size(); i++) {
            runs.add(new Entry(arm.runs().get(i), candidate, i));
        }
    }

    /** Runs of one arm with the same start time have no order. */
    private static boolean startsCoincide(List<Entry> runs) {
        for (int i = 1; i < runs.size(); i++) {
            if (runs.get(i).candidate() == runs.get(i - 1).candidate()
                    && runs.get(i).started().equals(runs.get(i - 1).started())) {
                return true;
            }
        }
        return false;
    }

    /** Finds pairs of neighbours, one of each arm; the first or last run may remain unpaired. */
    private static List<Entry> pairs(List<Entry> runs) {
        for (int leftOver = 0; leftOver <= 2; leftOver++) {
            for (int first = Math.max(0, leftOver - 1); first <= Math.min(1, leftOver); first++) {
                List<Entry> inner = runs.subList(first, runs.size() - (leftOver - first));
                if (inner.size() % 2 == 0 && areInPairs(inner)) {
                    return List.copyOf(inner);
                }
            }
        }
        return List.of();
    }

    private static boolean areInPairs(List<Entry> runs) {
        int forth = 0;
        int back = 0;
        for (int i = 0; i < runs.size(); i += 2) {
            Entry one = runs.get(i);
            Entry other = runs.get(i + 1);
            if (one.candidate() == other.candidate()) {
                return false;
            }
            if (other.started().isBefore(end(one.run().facts()))) {
                continue; // at the same time on two machines: neither is first
            }
            if (one.candidate()) {
                back++;
            } else {
                forth++;
            }
        }
        return Math.min(forth, back) >= (forth + back) / SHARE_OF_EITHER_ORDER;
    }

    private static Instant end(Run run) {
        return run.stopped().orElse(run.started());
    }

    /** Returns the number of runs of the smaller arm. */
    int leastRuns() {
        int candidates = (int) runs.stream().filter(Entry::candidate).count();
        return Math.min(candidates, runs.size() - candidates);
    }

    /** Returns for each run whether it belongs to the candidate. */
    boolean[] candidates() {
        return candidates(runs);
    }

    private static boolean[] candidates(List<Entry> runs) {
        boolean[] candidates = new boolean[runs.size()];
        for (int i = 0; i < candidates.length; i++) {
            candidates[i] = runs.get(i).candidate();
        }
        return candidates;
    }

    /** Returns the values of a metric in this order, one per run. */
    double[] values(MetricValues measured) {
        double[] base = measured.baseValues();
        double[] candidate = measured.candidateValues();
        double[] values = new double[runs.size()];
        for (int i = 0; i < values.length; i++) {
            Entry entry = runs.get(i);
            values[i] = (entry.candidate() ? candidate : base)[entry.index()];
        }
        return values;
    }

    /** Returns the known values of one arm, from values in this order. */
    double[] arm(double[] values, boolean candidate) {
        return IntStream.range(0, values.length)
                .filter(i -> runs.get(i).candidate() == candidate && !Double.isNaN(values[i]))
                .mapToDouble(i -> values[i])
                .toArray();
    }

    /**
     * Returns the reason if too few of the runs have a value for a verdict; empty if enough do. A
     * paired test skips a pair with a missing value.
     */
    Optional<String> tooFewHave(MetricValues measured) {
        double[] values = values(measured);
        int base = 0;
        int candidate = 0;
        int pairs = 0;
        for (int i = 0; i < values.length; i++) {
            boolean known = !Double.isNaN(values[i]);
            base += known && !runs.get(i).candidate() ? 1 : 0;
            candidate += known && runs.get(i).candidate() ? 1 : 0;
            pairs += known && i % 2 == 1 && !Double.isNaN(values[i - 1]) ? 1 : 0;
        }
        if (kind == Kind.PAIRS || kind == Kind.SUCCESSIVE_PAIRS) {
            return pairs >= LEAST_PAIRS
                    ? Optional.empty()
                    : Optional.of(
                            "only %d pairs of %s have a value; a verdict needs %d"
                                    .formatted(pairs, units(), LEAST_PAIRS));
        }
        return Math.min(base, candidate) >= LEAST_RUNS
                ? Optional.empty()
                : Optional.of(
                        "only %d and %d %s have a value; a verdict needs %d of each arm"
                                .formatted(base, candidate, units(), LEAST_RUNS));
    }

    /** Returns what is compared: {@code runs} or {@code pods}. */
    String units() {
        return isOfPods() ? "pods" : "runs";
    }

    /** Returns whether one arm ran after the other: a drift can't be separated from the change. */
    boolean isSuccessive() {
        return kind == Kind.ONE_AFTER_THE_OTHER || kind == Kind.SUCCESSIVE_PAIRS;
    }

    boolean isOfPods() {
        return runs.getFirst().run().isPod();
    }

    /** "ABBA ABBA": the base is A. */
    String letters() {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < runs.size(); i++) {
            letters.append(i > 0 && i % LEAST_RUNS == 0 ? " " : "")
                    .append(runs.get(i).candidate() ? 'B' : 'A');
        }
        return letters.toString();
    }
}
