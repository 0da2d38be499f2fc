/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.AtOnce;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Cover;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Quiet;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Asks "is it the collector?" of three programs: two with a known fault, and a healthy one. */
@NeedsDocker
@Quiet
class GcAnswerTest {
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
    private static final double LEAST_SECONDS = 40;

    /** They mostly wait: the answer needs figures of a while. */
    private static final int MOST = 3;

    private record Row(String name, Jdk jdk, Consumer<Jdk> test) {
        void run() {
            test.accept(jdk);
        }

        Stream<Row> onBoth() {
            return Stream.of(Jdk.JDK_17, Jdk.JDK_25).map(each -> new Row(name, each, test));
        }

        @Override
        public String toString() {
            return name + ", " + jdk;
        }
    }

    private static List<Row> rows() {
        List<Row> rows =
                List.of(
                        new Row("too small heap", Jdk.JDK_17, GcAnswerTest::tooSmallHeapIsNamed),
                        new Row("explicit", Jdk.JDK_25, GcAnswerTest::explicitCollectionsAreNamed),
                        new Row("healthy", Jdk.JDK_25, GcAnswerTest::healthyIsAcquittedByFigures));
        return Cover.isFull() ? rows.stream().flatMap(Row::onBoth).toList() : rows;
    }

    @TestFactory
    Stream<DynamicTest> theAnswerNamesTheFaultIfThereIsOne() {
        return AtOnce.run(MOST, rows(), Row::run);
    }

    private static void tooSmallHeapIsNamed(Jdk jdk) {
        try (TargetContainer target =
                        TargetContainer.start(
                                collected(jdk, "-Xmx48m", "34", "60", "0")
                                        .with(Collector.PARALLEL));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json answer = answer(sidecar);

            assertThat(answer.at("answer").text()).as(answer.toString()).isEqualTo("yes");
            assertThat(kinds(answer)).as(answer.toString()).startsWith("heap-too-small");
            Json first = answer.at("findings").items().getFirst();
            assertThat(first.at("change").text()).isEqualTo("-Xmx");
            assertThat(answer.at("fullCollections", "count").number()).isGreaterThan(3);
            assertThat(answer.at("heap", "liveBytes").number()).isGreaterThan(30 << 20);
            Said.assertUntouched(target);
        }
    }

    private static void explicitCollectionsAreNamed(Jdk jdk) {
        try (TargetContainer target =
                        TargetContainer.start(
                                collected(jdk, "-Xmx192m", "60", "5", "1000").with(Collector.G1));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json answer = answer(sidecar);

            assertThat(kinds(answer)).as(answer.toString()).contains("explicit-gc");
            assertThat(answer.at("troubles").items())
                    .filteredOn(each -> each.at("trouble").text().equals("explicit-gc"))
                    .singleElement()
                    .satisfies(each -> assertThat(each.at("count").number()).isGreaterThan(20));
            assertThat(answer.at("lastPauses").items())
                    .anySatisfy(
                            each -> assertThat(each.at("cause").text()).isEqualTo("System.gc()"));

            Ran text = sidecar.heapsight("gc");
            assertThat(text.exitCode()).as(text.err()).isZero();
            assertThat(text.out())
                    .contains("calls System.gc()", "-XX:+ExplicitGCInvokesConcurrent");
        }
    }

    private static void healthyIsAcquittedByFigures(Jdk jdk) {
        try (TargetContainer target =
                        TargetContainer.start(
                                collected(jdk, "-Xmx192m", "20", "10", "0").with(Collector.G1));
                SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Json answer = answer(sidecar);

            assertThat(answer.at("answer").text()).as(answer.toString()).isEqualTo("no");
            assertThat(kinds(answer)).as(answer.toString()).isEmpty();
            assertThat(answer.at("verdict").text())
                    .startsWith("It is not the collector: G1 stopped the program for ")
                    .contains(" at most");
            assertThat(answer.at("overhead", "wallRatio").decimal()).isBetween(0.0, 0.05);
        }
    }

    private static TargetSpec collected(Jdk jdk, String heap, String... arguments) {
        return TargetSpec.of(jdk, "Collected").withFlags(heap).withArguments(arguments);
    }

    /** Waits until the figures cover long enough. */
    private static Json answer(SidecarContainer sidecar) {
        return Awaitility.await()
                .atMost(LONG_ENOUGH)
                .pollInterval(Duration.ofSeconds(5))
                .until(
                        () -> Json.parse(sidecar.readyCaller().getJson("/gc").body()),
                        seen -> seen.at("periodSeconds").decimal() >= LEAST_SECONDS);
    }

    private static List<String> kinds(Json answer) {
        return answer.at("findings").items().stream().map(each -> each.at("kind").text()).toList();
    }
}
