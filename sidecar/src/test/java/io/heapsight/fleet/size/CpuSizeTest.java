/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.memory.TuningOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The CPU request of pods that use little on average. */
class CpuSizeTest {
    private static CpuSize size(double usedCores, double request, double limit) {
        MadePod pod = new MadePod("web-1").cores(usedCores, request);
        pod.set(SizingFigure.CPU_LIMIT_CORES, _ -> limit);
        return CpuSize.of(List.of(pod.past()), 1, Optional.empty());
    }

    private static String request(CpuSize size) {
        return size.settings().stream()
                .filter(setting -> setting.option() == TuningOption.CPU_REQUEST)
                .findFirst()
                .orElseThrow()
                .suggested();
    }

    @Test
    void collectionsOfAnIdlePodKeepATenthOfTheLimitOnABusyNode() {
        CpuSize size = size(0.01, 0.5, 2);

        assertThat(request(size)).isEqualTo("200m");
        assertThat(size.refused())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.line()).contains("\"20m\"");
                            assertThat(each.because()).contains("busy node");
                        });
    }

    @Test
    void withoutALimitTheyKeepATenthOfACore() {
        assertThat(request(size(0.01, 0.5, Double.NaN))).isEqualTo("100m");
    }

    @Test
    void smallerRequestIsNotRaisedForCollections() {
        CpuSize size = size(0.01, 0.05, 2);

        assertThat(request(size)).isEqualTo("50m");
    }

    @Test
    void largerUseIsTheRequest() {
        CpuSize size = size(0.2, 2, 2);

        assertThat(request(size)).isIn("400m", "410m");
        assertThat(size.refused()).isEmpty();
    }
}
