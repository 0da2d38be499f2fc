/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.explore.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Growth that only a comparison of two dumps shows. */
class MainGrowthTest {
    private static final long MEBIBYTE = 1 << 20;

    private static HeapDiffRow growth(
            String path, HeapDiffRow.Figures before, HeapDiffRow.Figures after) {
        return new HeapDiffRow(List.of(path.split(" > ")), before, after);
    }

    private static HeapDiffRow.Figures figures(long objects, long mebibytes) {
        return new HeapDiffRow.Figures(objects, 0, mebibytes * MEBIBYTE);
    }

    private static String conclusion(
            HeapDiffRow.Figures before, HeapDiffRow.Figures after, HeapDiffRow... holders) {
        HeapDiffRow.Ranking none = new HeapDiffRow.Ranking(List.of(), 0);
        HeapDiffRow.Ranking grown = HeapDiffRow.Ranking.firstOf(List.of(holders), holders.length);
        return MainGrowth.of(new HeapDiff(before, after, none, none, grown)).sentence();
    }

    @Test
    void growthIsAttributedToTheDirectHolder() {
        String said =
                conclusion(
                        figures(1000, 40),
                        figures(9000, 60),
                        growth("A (class)", figures(1, 20), figures(1, 39)),
                        growth("A (class) > Object[]", figures(1, 20), figures(1, 39)),
                        growth("A (class) > Object[] > B", figures(100, 20), figures(300, 39)),
                        growth("A (class) > Object[] > B > C", figures(100, 18), figures(300, 36)),
                        growth("D", figures(10, 1), figures(90, 2)));

        assertThat(said)
                .startsWith("A (class) > Object[] holds 200 more B (100 before): 19.0 MiB of the")
                .contains("a third dump");
    }

    @Test
    void growingTextIsNamedWithoutNewObjects() {
        String said =
                conclusion(
                        figures(1000, 40),
                        figures(1000, 60),
                        growth("T", figures(1, 20), figures(1, 40)),
                        growth("T > byte[]", figures(1, 20), figures(1, 40)));

        assertThat(said).startsWith("T holds byte[], which grew from 20.0 MiB to 40.0 MiB: ");
    }

    @Test
    void leakInALargeHeapIsNamedBelowFivePercent() {
        String said =
                conclusion(
                        figures(10_000, 400),
                        figures(24_000, 414),
                        growth("A (class)", figures(1, 1), figures(1, 15)),
                        growth("A (class) > B", figures(1_000, 1), figures(15_000, 15)));

        assertThat(said).startsWith("A (class) holds 14,000 more B (1,000 before): 14.0 MiB of");
    }

    @Test
    void shrinkingHeapDidNotGrow() {
        assertThat(conclusion(figures(1000, 40), figures(900, 39)))
                .startsWith("The reachable bytes did not grow (-2.5 %)");
    }

    @Test
    void cacheAtItsBoundGrowsByLittle() {
        String said =
                conclusion(
                        figures(1000, 40),
                        figures(1010, 41),
                        growth("A (class)", figures(1, 20), figures(1, 21)));

        assertThat(said).isEqualTo("The reachable bytes grew by little (+2.5 %, 1.0 MiB).");
    }

    @Test
    void growthInManyPlacesHasNoHolder() {
        String said =
                conclusion(
                        figures(1000, 40),
                        figures(3000, 60),
                        growth("A", figures(10, 5), figures(20, 14)),
                        growth("B", figures(10, 5), figures(20, 14)));

        assertThat(said).contains("(+50.0 %), in many places");
    }
}
