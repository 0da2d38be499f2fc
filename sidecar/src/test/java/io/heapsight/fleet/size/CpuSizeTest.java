/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.advice.Advice.Refused;
import io.heapsight.advice.Advice.Setting;
import io.heapsight.memory.TuningOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuSizeTest {
    private static final double STARTED = Instant.parse("2026-11-21T00:00:00Z").getEpochSecond();

    private static CpuSize size(MadePod pod) {
        return CpuSize.of(List.of(pod.past()), 1, Optional.empty());
    }

    private static String request(CpuSize size) {
        return size.settings().stream()
                .filter(each -> each.option() == TuningOption.CPU_REQUEST)
                .findFirst()
                .orElseThrow()
                .suggested();
    }

    /** Late samples make one busy thread look like more. */
    @Test
    void requestIsNotAboveTheLimit() {
        CpuSize size = size(new MadePod("web-1").cores(0.62, 0.5).throttled(1, 0.01));

        assertThat(request(size)).isEqualTo("1");
        assertThat(size.daily().most()).isEqualTo(1);
    }

    @Test
    void roundedRequestIsNotAboveTheLimit() {
        CpuSize size = size(new MadePod("web-1").cores(0.1, 0.05).throttled(0.125, 0.01));

        assertThat(request(size)).isEqualTo("125m");
    }

    /** Returns a pod that used 2 CPUs at its start, and hardly any since. */
    private static MadePod started(double request) {
        return new MadePod("web-1")
                .cores(0.004, request)
                .set(SizingFigure.START_SECONDS, _ -> STARTED)
                .set(SizingFigure.CPU_CORES, hours -> hours < 0.2 ? 2 : 0.01);
    }

    @Test
    void lowerRequestHoldsAQuarterOfAStart() {
        assertThat(request(size(started(2)))).isEqualTo("500m");
        CpuSize kept = size(started(0.5));

        assertThat(request(kept)).isEqualTo("500m");
        assertThat(kept.refused())
                .extracting(Refused::because)
                .singleElement()
                .asString()
                .startsWith("A busy node gives a pod only its request");
    }

    @Test
    void requestIsNotLoweredBelowATenth() {
        assertThat(request(size(new MadePod("web-1").cores(0.004, 0.35)))).isEqualTo("100m");
        assertThat(request(size(new MadePod("web-1").cores(0.004, 0.05)))).isEqualTo("50m");
    }

    private static CpuSize idle(double request, double limit) {
        MadePod pod = new MadePod("web-1").cores(0.01, request);
        return size(pod.set(SizingFigure.CPU_LIMIT_CORES, _ -> limit));
    }

    @Test
    void collectionsOfAnIdlePodKeepATenthOfTheLimitOnABusyNode() {
        CpuSize size = idle(0.5, 2);

        assertThat(request(size)).isEqualTo("200m");
        assertThat(size.refused())
                .extracting(Refused::because)
                .singleElement()
                .asString()
                .contains("a tenth of its limit");
    }

    @Test
    void smallerRequestIsNotRaisedForCollections() {
        assertThat(request(idle(0.05, 2))).isEqualTo("50m");
    }

    /** As after a week without a rollout. */
    @Test
    void withoutAStartInTheWindowAQuarterOfTheRequestIsKept() {
        assertThat(request(size(new MadePod("web-1").cores(0.004, 2)))).isEqualTo("500m");
    }

    @Test
    void requestThatEqualsAnOddLimitIsNoChange() {
        CpuSize size = idle(0.125, 0.125);

        assertThat(size.settings()).noneMatch(Setting::isChange);
    }
}
