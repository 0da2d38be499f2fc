/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.heap.AnalysisRequest.Scope;
import io.heapsight.heap.DumpPlan;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The text of a plan between two processes. */
class DumpPlanCodecTest {
    @Test
    void aPlanIsReadAsItWasWritten() {
        DumpPlan plan =
                new DumpPlan(
                        100,
                        400,
                        true,
                        7,
                        OptionalLong.empty(),
                        3,
                        9,
                        List.of(
                                new DumpPlan.Level(Scope.HISTOGRAM, 1, 400),
                                new DumpPlan.Level(Scope.GARBAGE, 2, 401),
                                new DumpPlan.Level(Scope.EVERYTHING, 3, 402),
                                new DumpPlan.Level(Scope.EVERYTHING, true, 4, 403)));
        assertThat(DumpPlanCodec.parse(DumpPlanCodec.text(plan))).isEqualTo(plan);
        assertThatThrownBy(() -> DumpPlanCodec.parse("1 2 3")).hasMessageContaining("1 2 3");
    }
}
