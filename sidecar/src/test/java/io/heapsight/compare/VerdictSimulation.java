/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.run.Run;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Counts the errors of comparisons of simulated runs: verdicts without a difference, intervals that
 * miss the truth, and missed changes. It uses the product's own code, from samples to rows.
 *
 * @param name of the case
 * @param order of the runs
 * @param base number of runs
 * @param candidate number of runs
 * @param noise of each figure from run to run
 */
record VerdictSimulation(String name, Order order, int base, int candidate, Noise noise) {
    /** Order of the runs in time. */
    enum Order {
        ABBA,
        RANDOM,
        AABB
    }

    /** Distribution of figures from run to run. */
    enum Shape {
        NORMAL,
        /** Student's t with two degrees of freedom. */
        T2,
        /** One run in ten far off. */
        OUTLIERS,
        /** A few values only. */
        TIES,
        /** Autocorrelation 0.9 from run to run. */
        REMEMBERING
    }

    /**
     * The noise of a simulation.
     *
     * @param ratio of the candidate's deviation to the base's
     * @param drift share from each run to the next
     * @param common share of the deviation common to all figures, 0 to 1
     * @param pairs deviation common to the two runs of a pair
     * @param scale of all deviations
     */
    record Noise(
            Shape shape, double ratio, double drift, double common, double pairs, double scale) {
        static final Noise USUAL = new Noise(Shape.NORMAL, 1, 0, 0.3, 0, 1);

        Noise shaped(Shape other) {
            return new Noise(other, ratio, drift, common, pairs, scale);
        }

        Noise spread(double other) {
            return new Noise(shape, other, drift, common, pairs, scale);
        }

        Noise drifting(double other) {
            return new Noise(shape, ratio, other, common, pairs, scale);
        }

        Noise sharedInPairs(double other) {
            return new Noise(shape, ratio, drift, common, other, scale);
        }

        Noise scaled(double other) {
            return new Noise(shape, ratio, drift, common, pairs, other);
        }
    }

    /**
     * The result.
     *
     * @param falseFamilies tables with any false verdict
     * @param found tables in which the change was found
     * @param intervals of rows with known truth
     * @param held intervals that contain the truth
     * @param heldTogether tables in which the intervals of all primary rows contain it
     * @param contradictions rows whose verdict contradicts their interval
     */
    record Outcome(
            int simulations,
            int falseFamilies,
            int found,
            int intervals,
            int held,
            int heldTogether,
            int contradictions) {
        static final Outcome NONE = new Outcome(0, 0, 0, 0, 0, 0, 0);

        Outcome plus(Outcome other) {
            return new Outcome(
                    simulations + other.simulations,
                    falseFamilies + other.falseFamilies,
                    found + other.found,
                    intervals + other.intervals,
                    held + other.held,
                    heldTogether + other.heldTogether,
                    contradictions + other.contradictions);
        }

        double falseShare() {
            return (double) falseFamilies / simulations;
        }

        double power() {
            return (double) found / simulations;
        }

        double coverage() {
            return (double) held / intervals;
        }

        double coverageTogether() {
            return (double) heldTogether / simulations;
        }
    }

    private static final SimulatedRuns.Factor[] FACTORS = SimulatedRuns.Factor.values();
    private static final double MEMORY = 0.9;

    /**
     * Runs the simulation.
     *
     * @param change of the candidate's CPU time as a share; 0 for none
     */
    Outcome simulate(int simulations, double change, long seed) {
        return IntStream.range(0, simulations)
                .parallel()
                .mapToObj(i -> one(new SplittableRandom(seed * 1_000_003 + i), change))
                .reduce(Outcome.NONE, Outcome::plus);
    }

    private Outcome one(SplittableRandom random, double change) {
        Comparison comparison;
        try {
            comparison = compare(random, Math.log1p(change));
        } catch (ProblemException e) {
            throw new IllegalStateException(e);
        }
        boolean wrong = false;
        int intervals = 0;
        int held = 0;
        int contradictions = 0;
        boolean together = true;
        for (ComparisonRow row : comparison.rows()) {
            boolean changed = change != 0 && isOfCpu(row);
            wrong |= !changed && row.verdict().isDifference();
            boolean known = !changed || row.metric().name().equals("cpu.seconds");
            if (known && row.change().filter(ComparisonRow.Change::hasInterval).isPresent()) {
                boolean holds = holds(row, changed ? 100 * change : 0);
                intervals++;
                held += holds ? 1 : 0;
                together &= holds || row.evidence().family() != ComparisonRow.Family.PRIMARY;
                contradictions += contradicts(row) ? 1 : 0;
            }
        }
        boolean found =
                comparison
                        .row("cpu.seconds")
                        .filter(row -> row.verdict().isDifference())
                        .isPresent();
        return new Outcome(
                1, wrong ? 1 : 0, found ? 1 : 0, intervals, held, together ? 1 : 0, contradictions);
    }

    /** Whether the interval contradicts the verdict. */
    static boolean contradicts(ComparisonRow row) {
        boolean outside = row.change().orElseThrow().difference().excludesZero();
        return switch (row.verdict()) {
            case BETTER, WORSE, DIFFERS -> !outside;
            case NO_EVIDENCE -> outside;
            case EQUIVALENT, TOO_FEW_RUNS, NOT_COMPARABLE -> false;
        };
    }

    private static boolean isOfCpu(ComparisonRow row) {
        return switch (row.metric().name()) {
            case "cpu.seconds", "cpu.utilisation", "cpu.of_limit", "work.cpu" -> true;
            default -> false;
        };
    }

    private static boolean holds(ComparisonRow row, double percent) {
        return row.change()
                .flatMap(ComparisonRow.Change::percent)
                .filter(each -> each.low() <= percent && percent <= each.high())
                .isPresent();
    }

    private Comparison compare(SplittableRandom random, double logChange) throws ProblemException {
        boolean[] candidates = order(random);
        double[][] factors = factors(candidates, random);
        List<MeasuredRun> before = new ArrayList<>();
        List<MeasuredRun> after = new ArrayList<>();
        boolean alone = base == 1 && candidate == 1;
        for (int i = 0; i < candidates.length; i++) {
            List<MeasuredRun> arm = candidates[i] ? after : before;
            if (candidates[i]) {
                factors[i][cpu()] += logChange;
            }
            String called = (candidates[i] ? "WARN" : "INFO") + "#" + (arm.size() + 1);
            Run run = SimulatedRuns.run(called, i, factors[i], random);
            arm.add(alone ? MeasuredRun.alone(run) : MeasuredRun.repeated(run));
        }
        return Comparison.between(Arm.of(before), Arm.of(after), Comparison.Terms.USUAL);
    }

    @SuppressWarnings("EnumOrdinal") // an array by factor
    private static int cpu() {
        return SimulatedRuns.Factor.CPU.ordinal();
    }

    private boolean[] order(SplittableRandom random) {
        int runs = base + candidate;
        boolean[] candidates = new boolean[runs];
        for (int i = 0; i < runs; i++) {
            candidates[i] = order == Order.ABBA ? i % 4 == 1 || i % 4 == 2 : i >= base;
        }
        if (order == Order.RANDOM) {
            for (int i = runs - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                boolean kept = candidates[i];
                candidates[i] = candidates[other];
                candidates[other] = kept;
            }
        }
        return candidates;
    }

    private double[][] factors(boolean[] candidates, SplittableRandom random) {
        int runs = candidates.length;
        double[] common = series(runs, random);
        double[][] factors = new double[runs][FACTORS.length];
        for (int f = 0; f < FACTORS.length; f++) {
            double[] own = series(runs, random);
            double pair = 0;
            for (int i = 0; i < runs; i++) {
                double z =
                        Math.sqrt(noise.common()) * common[i]
                                + Math.sqrt(1 - noise.common()) * own[i];
                pair = i % 2 == 0 ? noise.pairs() * random.nextGaussian() : pair;
                factors[i][f] =
                        noise.scale() * FACTORS[f].noise() * z * (candidates[i] ? noise.ratio() : 1)
                                + pair
                                + i * Math.log1p(noise.drift());
            }
        }
        return factors;
    }

    private double[] series(int runs, SplittableRandom random) {
        double[] series = new double[runs];
        double before = random.nextGaussian();
        for (int i = 0; i < runs; i++) {
            double z = random.nextGaussian();
            series[i] =
                    switch (noise.shape()) {
                        case NORMAL -> z;
                        case T2 -> z / Math.sqrt(-Math.log(1 - random.nextDouble()));
                        case OUTLIERS ->
                                random.nextInt(10) == 0 ? z + 5 + 8 * random.nextDouble() : z;
                        case TIES -> Math.rint(z);
                        case REMEMBERING -> MEMORY * before + Math.sqrt(1 - MEMORY * MEMORY) * z;
                    };
            before = series[i];
        }
        return series;
    }

    /** Prints all cases, one per line: {@code benchmarks/verdicts}. */
    public static void main(String[] arguments) {
        int simulations = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 400;
        boolean held = true;
        System.out.printf("%d simulations per case%n", simulations);
        for (VerdictSimulation each : all()) {
            Outcome outcome = each.simulate(simulations, 0, 7);
            String wrong = each.wrong(outcome);
            held &= wrong.isEmpty();
            System.out.printf(
                    Locale.ROOT,
                    "%-28s false families %5.1f %%  intervals %5.1f %%, all primary ones %5.1f"
                            + " %%%s%n",
                    each.name(),
                    100 * outcome.falseShare(),
                    100 * outcome.coverage(),
                    100 * outcome.coverageTogether(),
                    wrong);
        }
        for (VerdictSimulation each : power()) {
            double change = each.name().contains("run noise 5 %") ? 0.2 : 0.1;
            Outcome outcome = each.simulate(simulations, change, 11);
            System.out.printf(
                    Locale.ROOT,
                    "%-28s found %5.1f %%  false families %5.1f %%  coverage %5.1f %%%n",
                    each.name(),
                    100 * outcome.power(),
                    100 * outcome.falseShare(),
                    100 * outcome.coverage());
        }
        System.out.println(held ? "All held." : "NOT HELD.");
        System.exit(held ? 0 : 1);
    }

    /** Returns the broken bounds of a design without difference; empty if none. */
    private String wrong(Outcome outcome) {
        if (outcome.falseFamilies() > bound(outcome.simulations())) {
            return "   TOO MANY";
        }
        if (outcome.contradictions() > 0) {
            return "   CONTRADICTIONS";
        }
        int missed = outcome.simulations() - outcome.heldTogether();
        return Math.min(base, candidate) >= RunOrder.LEAST_RUNS
                        && missed > bound(outcome.simulations())
                ? "   NOT THE LEVEL"
                : "";
    }

    /** 5 per cent, and three standard deviations of the count. */
    static double bound(int simulations) {
        return 0.05 * simulations + 3 * Math.sqrt(0.05 * 0.95 * simulations);
    }

    /** Designs in which nothing differs. */
    static List<VerdictSimulation> all() {
        List<VerdictSimulation> all = new ArrayList<>();
        all.add(new VerdictSimulation("1v1", Order.AABB, 1, 1, Noise.USUAL));
        for (int runs : new int[] {4, 6, 10}) {
            for (Order order : Order.values()) {
                String name = runs + "v" + runs + " " + order;
                all.add(new VerdictSimulation(name, order, runs, runs, Noise.USUAL));
                for (double ratio : new double[] {3, 5}) {
                    all.add(
                            new VerdictSimulation(
                                    name + " ratio " + (int) ratio,
                                    order,
                                    runs,
                                    runs,
                                    Noise.USUAL.spread(ratio)));
                }
                for (Shape shape :
                        List.of(Shape.T2, Shape.OUTLIERS, Shape.TIES, Shape.REMEMBERING)) {
                    all.add(
                            new VerdictSimulation(
                                    name + " " + shape,
                                    order,
                                    runs,
                                    runs,
                                    Noise.USUAL.shaped(shape)));
                }
                all.add(
                        new VerdictSimulation(
                                name + " drift 3 %",
                                order,
                                runs,
                                runs,
                                Noise.USUAL.drifting(0.03)));
            }
        }
        for (int[] sizes : new int[][] {{6, 4}, {4, 6}, {8, 3}, {3, 8}}) {
            for (double ratio : new double[] {1, 3, 5}) {
                all.add(
                        new VerdictSimulation(
                                sizes[0] + "v" + sizes[1] + " ratio " + (int) ratio,
                                Order.RANDOM,
                                sizes[0],
                                sizes[1],
                                Noise.USUAL.spread(ratio)));
            }
        }
        return all;
    }

    /** The two runs of a pair differ by 3 %: CPU time, which changes, varies by 3 / √2 % a run. */
    static VerdictSimulation pairNoiseOfThreePerCent() {
        return new VerdictSimulation(
                "6v6 ABBA, pair noise 3 %", Order.ABBA, 6, 6, Noise.USUAL.scaled(Math.sqrt(0.5)));
    }

    /** CPU time, which changes, varies by 5 % from run to run. */
    static VerdictSimulation runNoiseOfFivePerCent() {
        return new VerdictSimulation(
                "4v4 ABBA, run noise 5 %", Order.ABBA, 4, 4, Noise.USUAL.scaled(5.0 / 3));
    }

    /** Designs in which the candidate uses 10 % more CPU time, or 20 % with noise of 5 %. */
    static List<VerdictSimulation> power() {
        return List.of(
                new VerdictSimulation("4v4 ABBA", Order.ABBA, 4, 4, Noise.USUAL),
                runNoiseOfFivePerCent(),
                pairNoiseOfThreePerCent(),
                new VerdictSimulation(
                        "6v6 ABBA, pairs vary by 10 %",
                        Order.ABBA, 6, 6, pairNoiseOfThreePerCent().noise().sharedInPairs(0.1)),
                new VerdictSimulation("6v6 ABBA, run noise 3 %", Order.ABBA, 6, 6, Noise.USUAL),
                new VerdictSimulation("6v6 RANDOM", Order.RANDOM, 6, 6, Noise.USUAL),
                new VerdictSimulation("10v10 ABBA", Order.ABBA, 10, 10, Noise.USUAL));
    }
}
