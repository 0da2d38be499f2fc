/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Verdict;
import io.heapsight.fleet.Dialect;
import io.heapsight.fleet.comparison.FleetComparison;
import io.heapsight.fleet.comparison.FleetComparisonRequest;
import io.heapsight.prometheus.PrometheusAccess;
import io.heapsight.prometheus.PrometheusAddress;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.stats.Estimate;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.NeedsPrometheus;
import io.heapsight.tests.harness.PerturbedFleet;
import io.heapsight.tests.harness.Prometheus;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Error rates of verdicts on random sets of 20 pods, from a real Prometheus with recorded and
 * perturbed pages. With {@code -Pfull}, 1,000 splits of 200 pods in each dialect; else 5 of one.
 */
@NeedsPrometheus
@Timeout(7200)
class FleetErrorRatesTest {
    private static final int ARM = 20;
    private static final int LOOKS = 4;
    private static final int PODS = Cover.isFull() ? 100 : 2 * ARM;
    private static final int SPLITS = Cover.isFull() ? 1000 : 5;

    /** The number of splits whose candidate also is compared as the slower version. */
    private static final int SLOWER = Cover.isFull() ? 250 : 5;

    /**
     * What the comparisons of a split found.
     *
     * @param differs whether a row of pods of one version differs
     * @param covers whether all intervals of that table contain 0
     * @param differsAtLook whether a row differs at one of the sequential looks
     * @param isFound whether 10 % more GC overhead of the other version are worse; empty if not
     *     compared
     */
    private record Outcome(
            boolean differs, boolean covers, boolean differsAtLook, Optional<Boolean> isFound) {}

    static Stream<Dialect> dialects() {
        return Stream.of(Dialect.values()).limit(Cover.isFull() ? Long.MAX_VALUE : 1);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void oneVersionRarelyDiffersAndTenPercentAreFound(Dialect dialect) throws IOException {
        PerturbedFleet fleet = new PerturbedFleet(dialect, 41);
        try (Prometheus prometheus = fleet.start(PODS, 1.1)) {
            List<Outcome> outcomes =
                    IntStream.range(0, SPLITS)
                            .parallel()
                            .mapToObj(number -> outcome(prometheus, fleet, number))
                            .toList();
            long differ = outcomes.stream().filter(Outcome::differs).count();
            long covered = outcomes.stream().filter(Outcome::covers).count();
            long atLook = outcomes.stream().filter(Outcome::differsAtLook).count();
            List<Boolean> slower =
                    outcomes.stream().flatMap(each -> each.isFound.stream()).toList();
            long found = slower.stream().filter(each -> each).count();
            String rates =
                    ("%s: of %d splits of one version, %d differ, %d at one of four looks; all"
                                    + " intervals contain 0 in %d. 10 %% more are found in %d of"
                                    + " %d")
                            .formatted(
                                    dialect, SPLITS, differ, atLook, covered, found, slower.size());
            System.out.println(rates);
            assertThat(differ).as(rates).isLessThanOrEqualTo(atMost(0.05));
            assertThat(atLook).as(rates).isLessThanOrEqualTo(atMost(0.05));
            assertThat(SPLITS - covered).as(rates).isLessThanOrEqualTo(atMost(0.08));
            assertThat(found).as(rates).isGreaterThanOrEqualTo(slower.size() * 4L / 5);
        }
    }

    /** The expected number, and three standard errors. */
    private static long atMost(double rate) {
        return (long) (SPLITS * rate + 3 * Math.sqrt(SPLITS * rate * (1 - rate)));
    }

    private static Outcome outcome(Prometheus prometheus, PerturbedFleet fleet, int number) {
        List<Integer> some = IntStream.range(0, PODS).boxed().collect(Collectors.toList());
        Collections.shuffle(some, new Random(number));
        String base = pods("1.4", some.subList(0, ARM));
        String candidate = pods("1.4", some.subList(ARM, 2 * ARM));
        String other = pods("1.5", some.subList(ARM, 2 * ARM));
        try (PrometheusClient client =
                new PrometheusClient(
                        PrometheusAddress.of(prometheus.uri().toString(), PrometheusAccess.OPEN))) {
            Comparison same = compare(client, fleet, base, candidate, 0);
            boolean atLook = false;
            for (int look = 1; look <= LOOKS; look++) {
                atLook |= isDifferent(compare(client, fleet, base, candidate, look));
            }
            return new Outcome(
                    isDifferent(same),
                    same.rows().stream()
                            .flatMap(row -> interval(row).stream())
                            .noneMatch(Estimate::excludesZero),
                    atLook,
                    number < SLOWER
                            ? Optional.of(
                                    overhead(compare(client, fleet, base, other, 0)).verdict()
                                            == Verdict.WORSE)
                            : Optional.empty());
        } catch (ProblemException e) {
            throw new IllegalStateException(e.problem().toString(), e);
        }
    }

    /** The selector of some pods of a version. */
    private static String pods(String version, List<Integer> numbers) {
        return "namespace=\"shop\",pod=~\"%s\""
                .formatted(
                        numbers.stream()
                                .map(number -> PerturbedFleet.pod(version, number))
                                .collect(Collectors.joining("|")));
    }

    private static boolean isDifferent(Comparison comparison) {
        return comparison.rows().stream().anyMatch(row -> row.verdict().isDifference());
    }

    private static Optional<Estimate> interval(ComparisonRow row) {
        return row.change()
                .filter(ComparisonRow.Change::hasInterval)
                .map(ComparisonRow.Change::difference);
    }

    private static ComparisonRow overhead(Comparison comparison) {
        return comparison.row("gc.overhead").orElseThrow();
    }

    /**
     * Compares at the end, or at one of the sequential looks.
     *
     * @param look from 1 on; 0: the whole window, once
     */
    private static Comparison compare(
            PrometheusClient client, PerturbedFleet fleet, String base, String candidate, int look)
            throws ProblemException {
        // Some exporters have no start time: then the start is that of the first value found.
        Duration passed =
                look == 0
                        ? PerturbedFleet.LENGTH
                        : PerturbedFleet.LENGTH.multipliedBy(look).dividedBy(LOOKS).plusSeconds(60);
        return FleetComparison.of(
                client,
                new FleetComparisonRequest(
                        base,
                        candidate,
                        fleet.start().plus(passed),
                        Optional.empty(),
                        PerturbedFleet.LENGTH,
                        Optional.of(PerturbedFleet.STEP),
                        Optional.empty(),
                        false,
                        Optional.of(fleet.dialect()), // a search would take as many queries
                        look > 0),
                Comparison.Terms.USUAL,
                Progress.SILENT);
    }
}
