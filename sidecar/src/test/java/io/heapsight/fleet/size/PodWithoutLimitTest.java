/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.TuningOption;
import io.heapsight.report.fleet.FleetSizingReport;
import io.heapsight.report.fleet.SizeManifest;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The sizes of workloads with pods that have no memory limit. */
class PodWithoutLimitTest {
    private static final WorkloadId WEB = new WorkloadId("shop", "Deployment", "web");

    private static MadePod unlimited(String name) {
        return new MadePod(name).limit(Double.NaN);
    }

    private static WorkloadSize size(MadePod... pods) {
        return WorkloadSizing.of(WEB, "app", Arrays.stream(pods).map(MadePod::past).toList());
    }

    /** Returns everything that a user may read of it. */
    private static String shown(WorkloadSize size) {
        FleetSizing fleet = new FleetSizing(Duration.ofDays(7), List.of(size), List.of());
        SizeManifest manifest = new SizeManifest(fleet);
        StringWriter json = new StringWriter();
        try {
            new FleetSizingReport(fleet).writeJson(json);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return String.join(
                "\n",
                new FleetSizingReport(fleet).text(),
                json.toString(),
                manifest.patch(),
                manifest.helm(),
                manifest.vpa());
    }

    private static void assertNumbersOnly(WorkloadSize size) {
        assertThat(shown(size)).doesNotContain("NaN").doesNotContain("Infinity").contains("web");
        assertThat(size.savedLimitGibibytes()).isZero();
    }

    @Test
    void firstLimitNeedsAFixedHeapAndSavesNothing() {
        WorkloadSize size = size(unlimited("web-1"), unlimited("web-2"));

        assertNumbersOnly(size);
        assertThat(size.setting(TuningOption.MEMORY_LIMIT)).isEmpty();
        assertThat(size.refused())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.line()).contains("limits: {memory: \"740Mi\"}");
                            assertThat(each.because())
                                    .contains("a share of that limit, 185.0 MiB: set -Xmx, too");
                        });
    }

    @Test
    void podWithoutRequestAndLimitSavesNothing() {
        WorkloadSize size = size(unlimited("web-1").request(Double.NaN));

        assertNumbersOnly(size);
        assertThat(size.savedGibibytes()).isZero();
        assertThat(size.setting(TuningOption.SOFT_LIMIT).flatMap(Setting::current)).isEmpty();
    }

    @Test
    void oomKilledPodWithoutLimitGetsNoLimitOfZero() {
        WorkloadSize size = size(unlimited("web-1").oomKilled(), unlimited("web-2"));

        assertNumbersOnly(size);
        assertThat(size.needsMore()).isTrue();
    }

    /** A rollout gives pods their first limit. */
    @Test
    void onlyThePodWithALimitSavesSomeOfIt() {
        WorkloadSize size =
                size(unlimited("web-1"), new MadePod("web-2").limit(4096), unlimited("web-3"));

        assertThat(shown(size)).doesNotContain("NaN").doesNotContain("Infinity");
        double limit =
                WorkloadSize.bytes(
                        size.setting(TuningOption.MEMORY_LIMIT).orElseThrow().suggested());
        assertThat(limit).isGreaterThan(1.1 * (512 + 150) * (1 << 20));
        assertThat(size.savedLimitGibibytes()).isBetween(0.0, 4 - limit / (1L << 30));
    }

    @Test
    void podWithoutAnyContainerFiguresHasNumbersOnly() {
        WorkloadSize size =
                size(
                        unlimited("web-1")
                                .request(Double.NaN)
                                .set(SizingFigure.ANON_BYTES, _ -> Double.NaN)
                                .set(SizingFigure.WORKING_SET_BYTES, _ -> Double.NaN)
                                .set(SizingFigure.CPU_REQUEST_CORES, _ -> Double.NaN)
                                .set(SizingFigure.CPU_SECONDS, _ -> Double.NaN)
                                .set(SizingFigure.CPU_CORES, _ -> Double.NaN));

        assertNumbersOnly(size);
    }

    /** kube-state-metrics exports no series for an unset limit; others export 0. */
    @Test
    void limitOfZeroIsNone() {
        WorkloadSize size = size(new MadePod("web-1").limit(0), new MadePod("web-2").limit(0));

        assertNumbersOnly(size);
    }

    /** Returns a pod with a tmpfs, whose heap fits into the default share of a limit. */
    private static MadePod withTmpfs(String name) {
        return unlimited(name)
                .request(3500)
                .live(_ -> 40)
                .set(SizingFigure.HEAP_USED_BYTES, _ -> 170.0 * (1 << 20))
                .set(SizingFigure.HEAP_COMMITTED_BYTES, _ -> 256.0 * (1 << 20))
                .outside(130)
                .set(SizingFigure.WORKING_SET_BYTES, _ -> 2300.0 * (1 << 20));
    }

    private static double mebibytes(WorkloadSize size, TuningOption option) {
        assertThat(size.setting(option)).as(size.refused().toString()).isPresent();
        return WorkloadSize.bytes(size.setting(option).orElseThrow().suggested()) / (1 << 20);
    }

    @Test
    void firstLimitIsNoLessThanAWorkingSetThatMayBeATmpfs() {
        WorkloadSize size = size(withTmpfs("web-1"), withTmpfs("web-2"));

        assertThat(mebibytes(size, TuningOption.MEMORY_LIMIT)).isGreaterThan(1.1 * 2300);
        assertThat(mebibytes(size, TuningOption.SOFT_LIMIT))
                .isLessThanOrEqualTo(mebibytes(size, TuningOption.MEMORY_LIMIT));
    }

    @Test
    void firstLimitThatMaySelectSerialNamesIt() {
        WorkloadSize size = size(withTmpfs("web-1").outside(130));

        assertThat(mebibytes(size, TuningOption.MEMORY_LIMIT)).isLessThan(1792);
        assertThat(size.notes()).anyMatch(each -> each.contains("the JVM may select Serial"));
    }

    @Test
    void oomKilledPodGetsNoFirstLimit() {
        WorkloadSize size = size(withTmpfs("web-1").oomKilled(), withTmpfs("web-2").oomKilled());

        assertThat(size.setting(TuningOption.MEMORY_LIMIT)).isEmpty();
        assertThat(size.refused())
                .extracting(Refused::because)
                .contains("2 OOM kills in the window: nothing is lowered.");
        assertThat(mebibytes(size, TuningOption.SOFT_LIMIT)).isEqualTo(3500);
    }

    /** Kubernetes refuses a request above the limit. */
    @Test
    void raisedLimitIsNoLessThanARequestThatStays() {
        WorkloadSize size =
                size(unlimited("web-1").request(3500), new MadePod("web-2").oomKilled());

        assertThat(mebibytes(size, TuningOption.SOFT_LIMIT)).isEqualTo(3500);
        assertThat(mebibytes(size, TuningOption.MEMORY_LIMIT)).isEqualTo(3500);
    }
}
