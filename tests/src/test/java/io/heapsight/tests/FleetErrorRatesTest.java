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
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.DialectFleet;
import io.heapsight.tests.harness.ExporterDialect;
import io.heapsight.tests.harness.NeedsPrometheus;
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
 * Error rates of verdicts on random sets of 20 pods, from a real Prometheus. With {@code -Pfull},
 * 250 comparisons of each kind and dialect, of 200 pods; else 5 of one dialect.
 */
@NeedsPrometheus
@Timeout(3600)
class FleetErrorRatesTest {
    private static final int ARM = 20;
    private static final int PODS = Cover.isFull() ? 100 : 2 * ARM;
    private static final int COMPARISONS = Cover.isFull() ? 250 : 5;

    static Stream<ExporterDialect> dialects() {
        return Stream.of(ExporterDialect.values()).limit(Cover.isFull() ? Long.MAX_VALUE : 1);
    }

    /** The selector of some pods of a version. */
    private static String pods(String version, List<Integer> numbers) {
        return "namespace=\"shop\",pod=~\"%s\""
                .formatted(
                        numbers.stream()
                                .map("shop-%s-%%02d".formatted(version)::formatted)
                                .collect(Collectors.joining("|")));
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void oneVersionRarelyDiffersAndTenPercentAreFound(ExporterDialect dialect)
            throws IOException, ProblemException {
        DialectFleet fleet = new DialectFleet(dialect, 41, List.of());
        Random random = new Random(dialect.name().hashCode());
        int differ = 0;
        int found = 0;
        try (Prometheus prometheus = fleet.start(PODS, 1.1)) {
            for (int i = 0; i < COMPARISONS; i++) {
                List<Integer> some = IntStream.range(0, PODS).boxed().collect(Collectors.toList());
                Collections.shuffle(some, random);
                List<Integer> base = some.subList(0, ARM);
                List<Integer> candidate = some.subList(ARM, 2 * ARM);
                Comparison same =
                        compare(prometheus, fleet, pods("14", base), pods("14", candidate));
                differ +=
                        same.rows().stream().anyMatch(row -> row.verdict().isDifference()) ? 1 : 0;
                Comparison slower =
                        compare(prometheus, fleet, pods("14", base), pods("15", candidate));
                found += overhead(slower).verdict() == Verdict.WORSE ? 1 : 0;
            }
        }
        String rates =
                "%s: of %d comparisons, %d of one version differ; 10 %% more are found in %d"
                        .formatted(dialect, COMPARISONS, differ, found);
        System.out.println(rates);
        assertThat(differ).as(rates).isLessThanOrEqualTo(atMost(0.05));
        assertThat(found).as(rates).isGreaterThanOrEqualTo(COMPARISONS * 4 / 5);
    }

    /** The expected number, and three standard errors. */
    private static int atMost(double rate) {
        return (int) (COMPARISONS * rate + 3 * Math.sqrt(COMPARISONS * rate * (1 - rate)));
    }

    private static ComparisonRow overhead(Comparison comparison) {
        return comparison.row("gc.overhead").orElseThrow();
    }

    private static Comparison compare(
            Prometheus prometheus, DialectFleet fleet, String base, String candidate)
            throws ProblemException {
        try (PrometheusClient client =
                new PrometheusClient(
                        PrometheusAddress.of(prometheus.uri().toString(), PrometheusAccess.OPEN))) {
            return FleetComparison.of(
                    client,
                    new FleetComparisonRequest(
                            base,
                            candidate,
                            fleet.end(),
                            Optional.empty(),
                            Duration.ofHours(1),
                            Optional.empty(),
                            Optional.empty(),
                            false,
                            Optional.<Dialect>empty(),
                            false),
                    Comparison.Terms.USUAL,
                    Progress.SILENT);
        }
    }
}
