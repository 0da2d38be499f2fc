/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.top;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.size.MadePod;
import io.heapsight.fleet.size.PodHistory;
import io.heapsight.fleet.size.SizingFigure;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FleetTopTest {
    private static FleetTop top(MadePod... pods) {
        return new FleetTop(
                Duration.ofDays(1),
                Arrays.stream(pods)
                        .map(pod -> FleetTop.health(pod.days(1).past(), Double.NaN))
                        .toList(),
                List.of());
    }

    @Test
    void worstPodIsFirstAndSaysWhy() {
        FleetTop top =
                top(
                        new MadePod("fine"),
                        new MadePod("near").limit(640),
                        new MadePod("leaky")
                                .live(hours -> 100 + 14 * hours)
                                .set(SizingFigure.FULL_GCS, hours -> Math.floor(hours)),
                        new MadePod("killed").days(1).oomKilled(),
                        new MadePod("slow").throttled(1, 0.5),
                        new MadePod("collecting").set(SizingFigure.GC_PAUSE_SECONDS, h -> 540 * h));

        assertThat(top.pods())
                .extracting(PodHealth::pod)
                .startsWith("shop/killed")
                .endsWith("shop/fine")
                .contains("shop/near", "shop/leaky", "shop/slow", "shop/collecting");
        assertThat(why(top, "fine")).isEqualTo("-");
        assertThat(why(top, "killed")).startsWith("1 OOM kill");
        assertThat(why(top, "near")).matches("9\\d % of its memory limit");
        assertThat(why(top, "slow")).isEqualTo("50 % of its CPU periods throttled");
        assertThat(why(top, "collecting")).isEqualTo("15 % of the time in collections");
        assertThat(why(top, "leaky"))
                .matches("live set grows by 1[34]\\.\\d MiB an hour, full in [\\d.]+ to [\\d.]+ h");
    }

    private static String why(FleetTop top, String pod) {
        return top.pods().stream()
                .filter(each -> each.pod().equals("shop/" + pod))
                .findFirst()
                .orElseThrow()
                .why();
    }

    @Test
    void garbageThatFillsTheOldGenerationIsNoLeak() {
        FleetTop top =
                top(
                        new MadePod("filling")
                                .live(hours -> 60 + 8 * hours)
                                .set(SizingFigure.FULL_GCS, _ -> 0));

        assertThat(why(top, "filling")).isEqualTo("-");
    }

    @Test
    void shortPauseIsNoFinding() {
        PodHistory past = new MadePod("fine").days(1).past();

        assertThat(FleetTop.health(past, 0.1).why()).isEqualTo("-");
        assertThat(FleetTop.health(past, 1).why()).isEqualTo("a pause of at least 1.0 s");
    }

    @Test
    void unknownFiguresAreNoFindings() {
        PodHealth unknown =
                new PodHealth(
                        "shop/x",
                        Double.NaN,
                        Optional.empty(),
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN,
                        Double.NaN);

        assertThat(unknown.severity()).isZero();
        assertThat(unknown.cells()).containsOnly("shop/x", "-");
    }
}
