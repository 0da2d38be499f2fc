/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Verdict;
import io.heapsight.fleet.FakePrometheus;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compares one set of simulated pods in two windows: an hour each, with one between them. */
class TwoWindowsTest {
    private static final Instant END = SimulatedPod.END;
    private static final Instant BASE_END = END.minus(Duration.ofHours(2));
    private static final Instant ROLLOUT = END.minus(Duration.ofMinutes(90));
    private static final String SHOP = "namespace=\"shop\"";

    private static FleetComparisonRequest question(boolean paired, Optional<String> per) {
        return question(SHOP, SHOP, paired, per);
    }

    private static FleetComparisonRequest question(
            String base, String candidate, boolean paired, Optional<String> per) {
        return new FleetComparisonRequest(
                base,
                candidate,
                END,
                Optional.of(BASE_END),
                Duration.ofHours(1),
                Optional.of(Duration.ofSeconds(60)),
                per,
                paired,
                Optional.empty(),
                false);
    }

    /** The pods until the rollout: each is restarted by it, as in a StatefulSet. */
    private static List<SimulatedPod> before() {
        List<SimulatedPod> pods = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            pods.add(SimulatedPod.of("1.4", i).until(ROLLOUT));
        }
        return pods;
    }

    /** The same pods after it; their pauses vary by 1 %. */
    private static List<SimulatedPod> after(double pauses) {
        List<SimulatedPod> pods = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            pods.add(
                    SimulatedPod.of("1.4", i)
                            .from(ROLLOUT)
                            .withPauses(pauses * (1 + 0.01 * (i % 3 - 1))));
        }
        return pods;
    }

    private static Comparison compare(
            List<SimulatedPod> before, List<SimulatedPod> after, FleetComparisonRequest question)
            throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            before.forEach(pod -> pod.addTo(server));
            after.forEach(pod -> pod.addTo(server));
            return compare(server, question);
        }
    }

    private static Comparison compare(FakePrometheus server, FleetComparisonRequest question)
            throws ProblemException {
        try (PrometheusClient client = server.client()) {
            return FleetComparison.of(client, question, Comparison.Terms.USUAL, Progress.SILENT);
        }
    }

    private static ComparisonRow row(Comparison comparison, String metric) {
        return comparison.row(metric).orElseThrow();
    }

    @Test
    void differenceBetweenWindowsHasAnIntervalButNoVerdict() throws ProblemException {
        Comparison comparison = compare(before(), after(1.2), question(true, Optional.empty()));
        ComparisonRow overhead = row(comparison, "gc.overhead");
        assertThat(overhead.verdict()).isEqualTo(Verdict.DIFFERS);
        ComparisonRow.Change change = overhead.change().orElseThrow();
        assertThat(change.hasInterval()).isTrue();
        assertThat(change.percent().orElseThrow().low()).isBetween(15.0, 20.0);
        assertThat(change.percent().orElseThrow().high()).isBetween(20.0, 25.0);
        assertThat(overhead.method()).contains("in pairs, one arm after the other");
        assertThat(comparison.judged()).as("a gate can't decide").isFalse();
        assertThat(comparison.comparable()).isTrue();
        assertThat(comparison.rows()).noneMatch(row -> row.verdict().isDifference());
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("drift, such as the time of day"))
                .noneMatch(each -> each.contains("To detect a change of 10 %"));
    }

    @Test
    void equalWindowsShowNoDifference() throws ProblemException {
        for (boolean paired : List.of(true, false)) {
            Comparison comparison = compare(before(), after(1), question(paired, Optional.empty()));
            assertThat(row(comparison, "gc.overhead").verdict()).isEqualTo(Verdict.NO_EVIDENCE);
            assertThat(comparison.judged()).isFalse();
        }
    }

    @Test
    void unpairedPodsVaryMoreThanPairs() throws ProblemException {
        Comparison comparison = compare(before(), after(1.02), question(false, Optional.empty()));
        assertThat(row(comparison, "gc.overhead").verdict()).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(row(comparison, "gc.overhead").method())
                .contains("one arm after the other: Welch's t");
        assertThat(
                        row(
                                        compare(
                                                before(),
                                                after(1.02),
                                                question(true, Optional.empty())),
                                        "gc.overhead")
                                .verdict())
                .isEqualTo(Verdict.DIFFERS);
    }

    @Test
    void restartsBetweenTheWindowsAreAllowedButNotWithinOne() throws ProblemException {
        List<SimulatedPod> before = before();
        before.set(2, before.get(2).restarted(BASE_END.minusSeconds(1200)));
        Comparison comparison = compare(before, after(1), question(false, Optional.empty()));
        assertThat(comparison.base().runs()).hasSize(7);
        assertThat(comparison.candidate().runs()).hasSize(8);
        assertThat(comparison.warnings())
                .anyMatch(each -> each.startsWith("1 of 8 pods of base are skipped, as they rest"))
                .noneMatch(each -> each.contains("pods of candidate are skipped"))
                .contains(
                        "The windows are 2026-11-28T09:00:00Z to 2026-11-28T10:00:00Z, and"
                                + " 2026-11-28T11:00:00Z to 2026-11-28T12:00:00Z, without the first"
                                + " 5 min of each pod.")
                .contains(
                        "The pods of candidate are 90 min old, those of base 22 h: memory that"
                                + " still grows and code that is still compiled are part of a"
                                + " difference.");
    }

    @Test
    void podIsPairedWithItselfOthersByNode() throws ProblemException {
        List<SimulatedPod> after = after(1.2);
        after.set(0, after.getFirst().on("node-1"));
        after.set(7, SimulatedPod.of("1.4", 17).from(ROLLOUT));
        after.set(6, SimulatedPod.of("1.4", 28).from(ROLLOUT));
        Comparison comparison = compare(before(), after, question(true, Optional.empty()));
        assertThat(comparison.warnings())
                .contains(
                        "7 pairs of pods are one pod in both windows, or share a node; the other 2"
                                + " pods are skipped.");
        assertThat(comparison.candidate().runs())
                .extracting(run -> run.facts().name().text())
                .contains("shop-14-00", "shop-14-17")
                .doesNotContain("shop-14-28");
    }

    @Test
    void versionsOfARolloutNeverRanTogether() throws ProblemException {
        List<SimulatedPod> after = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            after.add(SimulatedPod.of("1.5", i).from(ROLLOUT));
        }
        Comparison comparison =
                compare(
                        before(),
                        after,
                        question("version=\"1.4\"", "version=\"1.5\"", true, Optional.empty()));
        assertThat(comparison.base().name()).isEqualTo("version=1.4");
        assertThat(comparison.candidate().runs()).hasSize(8);
        assertThat(comparison.judged()).isFalse();
    }

    @Test
    void noteScalesADifferenceByTheDriftOfTheBase() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            double start = BASE_END.minus(Duration.ofHours(1)).getEpochSecond();
            for (SimulatedPod pod : before()) {
                pod.until(END).addTo(server);
                Map<String, String> labels =
                        Map.of("namespace", "shop", "pod", pod.name(), "job", "shop");
                server.add("jvm_threads_current", labels, at -> 100 + 20 * (at - start) / 3600);
            }
            Comparison comparison = compare(server, question(true, Optional.empty()));
            assertThat(row(comparison, "threads.mean").verdict()).isEqualTo(Verdict.DIFFERS);
            assertThat(comparison.warnings())
                    .filteredOn(each -> each.startsWith("Drift between the halves of the base"))
                    .singleElement()
                    .asString()
                    .containsPattern("differences: threads \\+9\\.\\d %, most threads \\+")
                    .contains("+0.0 %");
        }
    }

    @Test
    void workIsThatOfEachWindow() throws ProblemException {
        Comparison comparison =
                compare(
                        before(),
                        after(1),
                        question(true, Optional.of("http_requests_total{namespace=\"shop\"}")));
        assertThat(row(comparison, "work.cpu").base()).isPresent();
        assertThat(row(comparison, "work.cpu").candidate()).isPresent();
    }
}
