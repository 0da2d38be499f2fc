/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.heap.AnalysisPlan;
import io.heapsight.heap.AnalysisRequest.Scope;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The text of a plan between two processes. */
class AnalysisPlanCodecTest {
    @Test
    void aPlanIsReadAsItWasWritten() {
        AnalysisPlan plan =
                new AnalysisPlan(
                        100,
                        400,
                        true,
                        7,
                        OptionalLong.empty(),
                        3,
                        9,
                        List.of(
                                new AnalysisPlan.Level(Scope.HISTOGRAM, 1, 400),
                                new AnalysisPlan.Level(Scope.GARBAGE, 2, 401),
                                new AnalysisPlan.Level(Scope.EVERYTHING, 3, 402),
                                new AnalysisPlan.Level(Scope.EVERYTHING, true, 4, 403)));
        assertThat(AnalysisPlanCodec.parse(AnalysisPlanCodec.text(plan))).isEqualTo(plan);
        assertThatThrownBy(() -> AnalysisPlanCodec.parse("1 2 3")).hasMessageContaining("1 2 3");
    }
}
