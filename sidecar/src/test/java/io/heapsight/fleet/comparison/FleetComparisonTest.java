/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.compare.Comparison;
import io.heapsight.compare.ComparisonRow;
import io.heapsight.compare.Verdict;
import io.heapsight.fleet.FakePrometheus;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.report.comparison.ComparisonReport;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Compares simulated pods through a server. */
class FleetComparisonTest {
    private static final Instant END = SimulatedPod.END;
    private static final String OLD = "namespace=\"shop\",version=\"1.4\"";
    private static final String NEW = "namespace=\"shop\",version=\"1.5\"";
    private static final FleetComparisonRequest USUAL =
            new FleetComparisonRequest(
                    OLD,
                    NEW,
                    END,
                    Optional.empty(),
                    Duration.ofHours(1),
                    Optional.of(Duration.ofSeconds(60)),
                    Optional.empty(),
                    false,
                    Optional.empty(),
                    false);

    private static List<SimulatedPod> pods(String version, int count) {
        List<SimulatedPod> pods = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pods.add(SimulatedPod.of(version, i));
        }
        return pods;
    }

    private static Comparison compare(
            List<SimulatedPod> base, List<SimulatedPod> candidate, FleetComparisonRequest question)
            throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            base.forEach(pod -> pod.addTo(server));
            candidate.forEach(pod -> pod.addTo(server));
            try (PrometheusClient client = server.client()) {
                return FleetComparison.of(
                        client, question, Comparison.Terms.USUAL, Progress.SILENT);
            }
        }
    }

    @Test
    void podsOfOneNameInTwoClustersAreArms() throws ProblemException {
        FleetComparisonRequest clusters =
                new FleetComparisonRequest(
                        "cluster=\"eu\"",
                        "cluster=\"us\"",
                        END,
                        Optional.empty(),
                        USUAL.window(),
                        USUAL.step(),
                        Optional.of("sum by (cluster, namespace, pod) (http_requests_total{})"),
                        false,
                        Optional.empty(),
                        false);
        try (FakePrometheus server = new FakePrometheus()) {
            pods("1.4", 8).forEach(pod -> pod.addTo(server, "eu"));
            pods("1.4", 8).forEach(pod -> pod.withPauses(1.5).addTo(server, "us"));
            try (PrometheusClient client = server.client()) {
                Comparison comparison =
                        FleetComparison.of(
                                client, clusters, Comparison.Terms.USUAL, Progress.SILENT);
                assertThat(row(comparison, "gc.overhead").verdict()).isEqualTo(Verdict.WORSE);
                assertThat(row(comparison, "container.memory.peak").base()).isPresent();
                assertThat(row(comparison, "work.cpu").base()).isPresent();
            }
        }
    }

    @Test
    void nodesOfOneNameInTwoClustersAreTwo() throws ProblemException {
        FleetComparisonRequest paired =
                new FleetComparisonRequest(
                        "cluster=\"eu\"",
                        "cluster=\"us\"",
                        END,
                        Optional.empty(),
                        USUAL.window(),
                        USUAL.step(),
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        false);
        try (FakePrometheus server = new FakePrometheus()) {
            pods("1.4", 8).forEach(pod -> pod.addTo(server, "eu"));
            pods("1.4", 8).forEach(pod -> pod.addTo(server, "us"));
            try (PrometheusClient client = server.client()) {
                ProblemException refused =
                        catchThrowableOfType(
                                ProblemException.class,
                                () ->
                                        FleetComparison.of(
                                                client,
                                                paired,
                                                Comparison.Terms.USUAL,
                                                Progress.SILENT));
                assertThat(refused.problem().title()).isEqualTo("No pairs of pods");
            }
        }
    }

    private static ComparisonRow row(Comparison comparison, String metric) {
        return comparison.row(metric).orElseThrow();
    }

    /** Half the load takes half the GC time, too. */
    @Test
    void unknownLoadIsWarnedOf() throws ProblemException {
        List<SimulatedPod> less = pods("1.5", 8).stream().map(pod -> pod.withPauses(0.5)).toList();
        Comparison unknown = compare(pods("1.4", 8), less, USUAL);

        assertThat(unknown.warnings().getFirst())
                .startsWith("The load of the pods is unknown")
                .contains("--per '");
        assertThat(row(unknown, "gc.overhead").verdict()).isEqualTo(Verdict.BETTER);

        Comparison known =
                compare(
                        pods("1.4", 8),
                        less,
                        new FleetComparisonRequest(
                                OLD,
                                NEW,
                                END,
                                Optional.empty(),
                                USUAL.window(),
                                USUAL.step(),
                                Optional.of("sum by (namespace, pod) (http_requests_total{})"),
                                false,
                                Optional.empty(),
                                false));
        assertThat(known.warnings()).noneMatch(each -> each.contains("load of the pods"));
        assertThat(row(known, "gc.overhead").verdict()).isEqualTo(Verdict.BETTER);
    }

    @Test
    void moreGcTimeIsWorse() throws ProblemException {
        Comparison comparison =
                compare(
                        pods("1.4", 8),
                        pods("1.5", 8).stream().map(pod -> pod.withPauses(1.3)).toList(),
                        USUAL);
        assertThat(comparison.comparable()).isTrue();
        assertThat(comparison.judged()).isTrue();
        assertThat(comparison.unit()).isEqualTo("pod");
        assertThat(comparison.base().name()).isEqualTo("version=1.4");
        ComparisonRow overhead = row(comparison, "gc.overhead");
        assertThat(overhead.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(overhead.base().orElseThrow()).isBetween(0.0037, 0.0043);
        assertThat(overhead.method()).contains("8 against 8 pods at the same time");
        assertThat(row(comparison, "cpu.utilisation").verdict()).isEqualTo(Verdict.NO_EVIDENCE);
        assertThat(comparison.warnings()).anyMatch(each -> each.contains("client_java"));
    }

    @Test
    void everyFormatCountsPods() throws ProblemException, IOException {
        Comparison comparison = compare(pods("1.4", 6), pods("1.5", 3), USUAL);
        ComparisonReport report = new ComparisonReport(comparison, 20);
        assertThat(report.text())
                .startsWith("version=1.5 against version=1.4 (3 pods against 6)")
                .contains("Too few pods", "Not recorded in any pod")
                .doesNotContain("too few runs");
        assertThat(report.markdown()).contains("too few pods");
        StringWriter page = new StringWriter();
        report.writeHtml(page);
        assertThat(page.toString()).contains("<th scope=\"col\">pods</th>", "too few pods");
        StringWriter document = new StringWriter();
        report.writeJson(document);
        assertThat(document.toString()).contains("\"name\":\"shop-14-00\"", "\"too-few-runs\"");
    }

    @Test
    void podsThatRestartedOrLivedShortAreNamedAndLeftOut() throws ProblemException {
        List<SimulatedPod> candidate = pods("1.5", 8);
        candidate.set(0, candidate.get(0).restarted(END.minusSeconds(1000)));
        candidate.set(1, candidate.get(1).until(END.minusSeconds(1800)));
        Comparison comparison = compare(pods("1.4", 8), candidate, USUAL);
        assertThat(comparison.candidate().runs()).hasSize(6);
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("as they restarted: shop/shop-15-00 (it restarted"))
                .anyMatch(each -> each.contains("shop/shop-15-01 (it covers 5"));
    }

    @Test
    void oddPodIsLeftOut() throws ProblemException {
        List<SimulatedPod> base = pods("1.4", 8);
        base.set(3, base.get(3).withLimit(1 << 30));
        Comparison comparison = compare(base, pods("1.5", 8), USUAL);
        assertThat(comparison.base().runs()).hasSize(7);
        assertThat(comparison.warnings())
                .anyMatch(
                        each ->
                                each.contains("their memory limit differs")
                                        && each.contains("shop-14-03 (1.0 GiB)"));
    }

    @Test
    void otherLimitsAreNotComparable() throws ProblemException {
        Comparison comparison =
                compare(
                        pods("1.4", 8),
                        pods("1.5", 8).stream().map(pod -> pod.withLimit(1 << 30)).toList(),
                        USUAL);
        assertThat(comparison.comparable()).isFalse();
        assertThat(row(comparison, "gc.overhead").verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
    }

    /** Pods, the first of them with another history. */
    private static List<SimulatedPod> first(
            int number, List<SimulatedPod> pods, UnaryOperator<SimulatedPod> history) {
        List<SimulatedPod> changed = new ArrayList<>(pods);
        changed.subList(0, number).replaceAll(history);
        return changed;
    }

    @Test
    void manyRestartsOfTheCandidateAreAnObstacle() throws ProblemException {
        List<SimulatedPod> candidate =
                first(5, pods("1.5", 10), pod -> pod.restarted(END.minusSeconds(600)));
        Comparison comparison = compare(pods("1.4", 20), candidate, USUAL);
        assertThat(comparison.comparable()).isFalse();
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("restarted more often: 5 of 10, and 0 of 20"));
    }

    @Test
    void aQuarterOfTheCandidateThatRestartsIsAnObstacle() throws ProblemException {
        List<SimulatedPod> candidate =
                first(5, pods("1.5", 20), pod -> pod.restarted(END.minusSeconds(600)));
        Comparison comparison = compare(pods("1.4", 20), candidate, USUAL);
        assertThat(comparison.comparable()).isFalse();
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("restarted more often: 5 of 20, and 0 of 20"));
    }

    @Test
    void restartsBeforeTheCandidateStartedDoNotExcuseIts() throws ProblemException {
        List<SimulatedPod> base =
                first(5, pods("1.4", 20), pod -> pod.restarted(END.minusSeconds(2700)));
        List<SimulatedPod> young =
                first(20, pods("1.5", 20), pod -> pod.from(END.minusSeconds(1800)));
        List<SimulatedPod> candidate = first(5, young, pod -> pod.restarted(END.minusSeconds(600)));
        Comparison comparison = compare(base, candidate, USUAL);
        assertThat(comparison.comparable()).isFalse();
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("restarted more often: 5 of 20, and 0 of 20"))
                .anyMatch(each -> each.contains("shop/shop-14-00 (it restarted before"));
    }

    @Test
    void restartsCountIfTheArmsRanOneAfterTheOther() throws ProblemException {
        Instant change = END.minusSeconds(1800);
        List<SimulatedPod> young = first(20, pods("1.5", 20), pod -> pod.from(change));
        List<SimulatedPod> candidate = first(5, young, pod -> pod.restarted(END.minusSeconds(600)));
        Comparison comparison =
                compare(
                        pods("1.4", 20).stream().map(pod -> pod.until(change)).toList(),
                        candidate,
                        USUAL);
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("restarted more often: 5 of 20, and 0 of 20"));
    }

    @Test
    void crashLoopOfBothArmsIsNoDifference() throws ProblemException {
        List<SimulatedPod> base =
                first(6, pods("1.4", 20), pod -> pod.crashLooping(END.minusSeconds(2100)));
        List<SimulatedPod> young =
                first(20, pods("1.5", 20), pod -> pod.from(END.minusSeconds(1800)));
        List<SimulatedPod> candidate =
                first(6, young, pod -> pod.crashLooping(END.minusSeconds(900)));
        Comparison comparison = compare(base, candidate, USUAL);
        assertThat(comparison.comparable()).isTrue();
    }

    @Test
    void candidatesThatDieForGoodAreAnObstacle() throws ProblemException {
        List<SimulatedPod> candidate =
                first(5, pods("1.5", 10), pod -> pod.crashLooping(END.minusSeconds(2100)));
        Comparison comparison = compare(pods("1.4", 20), candidate, USUAL);
        assertThat(comparison.comparable()).isFalse();
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("restarted more often: 5 of 10, and 0 of 20"));
    }

    @Test
    void firstRestartDuringTheStartUpIsUsual() throws ProblemException {
        List<SimulatedPod> candidate = pods("1.5", 8);
        SimulatedPod young = candidate.get(0).from(END.minusSeconds(3000));
        candidate.set(0, young.restarted(END.minusSeconds(2900)));
        Comparison comparison = compare(pods("1.4", 8), candidate, USUAL);
        assertThat(comparison.warnings()).noneMatch(each -> each.contains("restarted"));
    }

    @Test
    void restartsAreCountedFromTheLeastOfThePod() {
        double missing = Double.NaN;
        double[] counter = {missing, 0, missing, 1, 1, 2};
        assertThat(PodLifetime.rose(counter, 0, 5, 2)).hasValue(5);
        assertThat(PodLifetime.rose(counter, 0, 4, 2)).isEmpty();
        assertThat(PodLifetime.rose(counter, 3, 5, 1)).hasValue(5);
        assertThat(PodLifetime.rose(new double[] {3, 3, 0, 1}, 0, 3, 2)).isEmpty();
    }

    @Test
    void podsThatAreScaledDownDidNotRestart() throws ProblemException {
        List<SimulatedPod> candidate = pods("1.5", 10);
        for (int i = 0; i < 5; i++) {
            candidate.set(i, candidate.get(i).until(END.minusSeconds(2100)));
        }
        Comparison comparison = compare(pods("1.4", 20), candidate, USUAL);
        assertThat(comparison.comparable()).isTrue();
        assertThat(comparison.warnings()).noneMatch(each -> each.contains("they restarted"));
    }

    @Test
    void youngCandidateIsComparedInTheCommonWindowWithoutItsStartUp() throws ProblemException {
        Comparison comparison =
                compare(
                        pods("1.4", 8),
                        pods("1.5", 8).stream()
                                .map(pod -> pod.from(END.minusSeconds(1800)))
                                .toList(),
                        USUAL);
        assertThat(comparison.base().runs().getFirst().facts().started())
                .isEqualTo(END.minusSeconds(1500));
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("are 30 min old, those of version=1.4 24 h"));
        assertThat(row(comparison, "gc.overhead").verdict()).isEqualTo(Verdict.NO_EVIDENCE);
    }

    @Test
    void armsOneAfterTheOtherHaveNoVerdict() throws ProblemException {
        Instant change = END.minusSeconds(1800);
        Comparison comparison =
                compare(
                        pods("1.4", 8).stream().map(pod -> pod.until(change)).toList(),
                        pods("1.5", 8).stream().map(pod -> pod.from(change)).toList(),
                        USUAL);
        assertThat(comparison.judged()).isFalse();
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("hardly ran at the same time"))
                .anyMatch(each -> each.contains("The windows are 2026-11-28T11:00:00Z to "));
    }

    @Test
    void threePodsHaveNoVerdictButSayWhatItTakes() throws ProblemException {
        Comparison comparison = compare(pods("1.4", 30), pods("1.5", 3), USUAL);
        assertThat(comparison.judged()).isFalse();
        assertThat(row(comparison, "gc.overhead").verdict()).isEqualTo(Verdict.TOO_FEW_RUNS);
        assertThat(comparison.warnings())
                .anyMatch(each -> each.contains("A verdict needs at least 4 pods of each arm"));
    }

    @Test
    void podsOnTheSameNodeArePairs() throws ProblemException {
        FleetComparisonRequest paired =
                new FleetComparisonRequest(
                        OLD,
                        NEW,
                        END,
                        Optional.empty(),
                        USUAL.window(),
                        USUAL.step(),
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        false);
        Comparison comparison = compare(pods("1.4", 9), pods("1.5", 8), paired);
        assertThat(row(comparison, "gc.overhead").method()).contains("in pairs on one node");
        assertThat(comparison.warnings())
                .contains("8 pairs of pods share a node; the other 1 pods are skipped.");
    }

    @Test
    void costsAreDividedByWork() throws ProblemException {
        FleetComparisonRequest perRequest =
                new FleetComparisonRequest(
                        OLD,
                        NEW,
                        END,
                        Optional.empty(),
                        USUAL.window(),
                        USUAL.step(),
                        Optional.of("http_requests_total{namespace=\"shop\"}"),
                        false,
                        Optional.empty(),
                        false);
        Comparison comparison = compare(pods("1.4", 8), pods("1.5", 8), perRequest);
        assertThat(row(comparison, "work.cpu").base()).isPresent();
        assertThat(row(comparison, "work.rate").reason()).contains("the load balancer");
    }

    @Test
    void workWithoutTheLabelOfTheClusterIsRefused() throws ProblemException {
        FleetComparisonRequest perRequest =
                new FleetComparisonRequest(
                        "cluster=\"eu\"",
                        "cluster=\"us\"",
                        END,
                        Optional.empty(),
                        USUAL.window(),
                        USUAL.step(),
                        Optional.of("sum by (namespace, pod) (work{})"),
                        false,
                        Optional.empty(),
                        false);
        try (FakePrometheus server = new FakePrometheus()) {
            pods("1.4", 5).forEach(pod -> pod.addTo(server, "eu"));
            pods("1.4", 5).forEach(pod -> pod.addTo(server, "us"));
            for (SimulatedPod pod : pods("1.4", 5)) {
                server.add("work", Map.of("namespace", "shop", "pod", pod.name()), _ -> 50);
            }
            try (PrometheusClient client = server.client()) {
                ProblemException refused =
                        catchThrowableOfType(
                                ProblemException.class,
                                () ->
                                        FleetComparison.of(
                                                client,
                                                perRequest,
                                                Comparison.Terms.USUAL,
                                                Progress.SILENT));
                assertThat(refused.problem().remedy()).contains("sum by (cluster, namespace, pod)");
            }
        }
    }

    @Test
    void workOfOneArmOnlyIsRefused() {
        FleetComparisonRequest perRequest =
                new FleetComparisonRequest(
                        OLD,
                        NEW,
                        END,
                        Optional.empty(),
                        USUAL.window(),
                        USUAL.step(),
                        Optional.of("http_requests_total{version=\"1.4\"}"),
                        false,
                        Optional.empty(),
                        false);
        ProblemException refused =
                catchThrowableOfType(
                        ProblemException.class,
                        () -> compare(pods("1.4", 8), pods("1.5", 8), perRequest));
        assertThat(refused.problem().title()).isEqualTo("The work of the pods is unknown");
        assertThat(refused.problem().detail()).contains("name 0 of 8 pods of version=1.5");
    }

    @Test
    void selectorsWithCommonPodsAreRefused() {
        FleetComparisonRequest both =
                new FleetComparisonRequest(
                        "namespace=\"shop\"",
                        NEW,
                        END,
                        Optional.empty(),
                        USUAL.window(),
                        USUAL.step(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        false);
        ProblemException refused =
                catchThrowableOfType(
                        ProblemException.class,
                        () -> compare(pods("1.4", 5), pods("1.5", 5), both));
        assertThat(refused.problem().title()).isEqualTo("Both selectors match the same pods");
    }

    private static FleetComparisonRequest sequential(Instant at) {
        return new FleetComparisonRequest(
                OLD,
                NEW,
                at,
                Optional.empty(),
                Duration.ofMinutes(80),
                USUAL.step(),
                Optional.empty(),
                false,
                Optional.empty(),
                true);
    }

    @Test
    void betweenTwoLooksTheVerdictsStayTheSame() throws ProblemException {
        Instant start = END.minus(Duration.ofMinutes(45));
        List<SimulatedPod> candidate =
                pods("1.5", 8).stream().map(pod -> pod.from(start).withPauses(2)).toList();
        Comparison second = compare(pods("1.4", 8), candidate, sequential(END));
        Comparison same =
                compare(pods("1.4", 8), candidate, sequential(END.plus(Duration.ofMinutes(7))));
        assertThat(second.warnings()).anyMatch(each -> each.startsWith("Look 2 of 4"));
        assertThat(row(second, "gc.overhead").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(same.rows()).usingRecursiveComparison().isEqualTo(second.rows());
    }

    @Test
    void firstLookIsAtAQuarter() {
        List<SimulatedPod> candidate =
                pods("1.5", 8).stream().map(pod -> pod.from(END.minusSeconds(600))).toList();
        ProblemException early =
                catchThrowableOfType(
                        ProblemException.class,
                        () -> compare(pods("1.4", 8), candidate, sequential(END)));
        assertThat(early.problem().title()).isEqualTo("Too early for the first look");
        assertThat(early.problem().detail()).contains("2026-11-28T12:10:00Z");
    }

    private static void addOwner(FakePrometheus server, String pod, String version) {
        server.add(
                "kube_pod_owner",
                Map.of(
                        "namespace",
                        "shop",
                        "pod",
                        pod,
                        "owner_kind",
                        "ReplicaSet",
                        "owner_name",
                        "shop-" + version),
                _ -> 1);
    }

    /** Compares 6 pods with 5, and more that are in a crash loop before their first scrape. */
    private static Comparison withCrashLoops(int ofBase, int ofCandidate) throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            for (String version : List.of("1.4", "1.5")) {
                boolean isBase = version.equals("1.4");
                for (SimulatedPod pod : pods(version, isBase ? 6 : 5)) {
                    pod.addTo(server);
                    addOwner(server, pod.name(), version);
                }
                for (int i = 0; i < (isBase ? ofBase : ofCandidate); i++) {
                    String pod = "crashing-%s-%d".formatted(version, i);
                    addOwner(server, pod, version);
                    server.add(
                            "kube_pod_container_status_restarts_total",
                            Map.of("namespace", "shop", "pod", pod, "container", "app"),
                            at -> Math.floor((at - END.getEpochSecond()) / 300) + 20);
                }
            }
            return FleetComparison.of(client, USUAL, Comparison.Terms.USUAL, Progress.SILENT);
        }
    }

    @Test
    void candidatesThatFailBeforeTheirFirstScrapeAreAnObstacle() throws ProblemException {
        Comparison comparison = withCrashLoops(0, 5);
        assertThat(comparison.comparable()).isFalse();
        assertThat(comparison.warnings())
                .anyMatch(
                        each ->
                                each.contains(
                                        "5 of 10 pods of version=1.5 restarted before their first"
                                                + " scrape"))
                .anyMatch(each -> each.contains("first scrape: shop/crashing-1.5-0,"));
    }

    /** The selectors match a part of a ReplicaSet, such as one zone. */
    @Test
    void scrapedPodsThatNoSelectorMatchesAreNoCrashLoops() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus();
                PrometheusClient client = server.client()) {
            for (String version : List.of("1.4", "1.5", "1.6")) {
                for (SimulatedPod pod : pods(version, 5)) {
                    pod.addTo(server);
                    addOwner(server, pod.name(), version.equals("1.6") ? "1.5" : version);
                }
            }
            for (SimulatedPod pod : pods("1.6", 5)) {
                server.add(
                        "kube_pod_container_status_restarts_total",
                        Map.of("namespace", "shop", "pod", pod.name(), "container", "app"),
                        at -> Math.floor((at - END.getEpochSecond()) / 300) + 20);
            }

            Comparison comparison =
                    FleetComparison.of(client, USUAL, Comparison.Terms.USUAL, Progress.SILENT);

            assertThat(comparison.comparable()).isTrue();
            assertThat(comparison.warnings()).noneMatch(each -> each.contains("first scrape"));
        }
    }

    @Test
    void oneFailingPodOrThoseOfBothArmsAreNoObstacle() throws ProblemException {
        assertThat(withCrashLoops(0, 1).comparable()).isTrue();
        assertThat(withCrashLoops(3, 3).comparable()).isTrue();
        assertThat(withCrashLoops(3, 3).warnings())
                .anyMatch(each -> each.startsWith("3 more pods of version=1.4 restarted before"));
    }
}
