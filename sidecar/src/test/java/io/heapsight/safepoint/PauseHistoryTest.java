/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.safepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PauseHistoryTest {
    private static final long SECOND = 1_000_000_000;

    private final PauseHistory history = new PauseHistory();

    @Test
    void withoutSamplesThereIsNoWindow() {
        assertThat(history.lastHour()).isEmpty();
    }

    @Test
    void firstSampleIsTheStart() {
        history.add(0, pauses(5, 0, List.of()));
        history.add(10 * SECOND, pauses(7, 2, List.of()));

        PauseHistory.Window window = history.lastHour().orElseThrow();
        assertThat(window.seconds()).isEqualTo(10);
        assertThat(window.pauses().histograms()).singleElement().satisfies(PauseHistoryTest::isTwo);
        assertThat(window.pauses().merged())
                .containsExactly(new GcPauses.Merged("G1 Young Generation", 2, 2));
    }

    private static void isTwo(GcPauses.Histogram histogram) {
        assertThat(histogram.count()).isEqualTo(2);
        assertThat(histogram.seconds()).isCloseTo(0.02, within(1e-9));
    }

    @Test
    void windowIsOneHour() {
        for (int second = 0; second <= 3 * 3600; second++) {
            history.add(second * SECOND, pauses(second, 0, List.of()));
        }
        PauseHistory.Window window = history.lastHour().orElseThrow();
        assertThat(window.seconds()).isBetween(3600.0 - 60, 3600.0 + 60);
        assertThat(window.pauses().histograms().getFirst().count())
                .isEqualTo((long) window.seconds());
    }

    @Test
    void pausesOfOtherCausesThatAppearAreAllNew() {
        history.add(0, GcPauses.NONE);
        history.add(SECOND, pauses(3, 0, List.of()));

        assertThat(history.lastHour().orElseThrow().pauses().histograms().getFirst().count())
                .isEqualTo(3);
    }

    @Test
    void lastPausesAreThoseOfTheWindow() {
        List<PauseEvent> events = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            events.add(new PauseEvent(i, "G1 Young Generation", "G1 Evacuation Pause", 1, 0.01));
        }
        history.add(0, pauses(2, 0, events.subList(0, 2)));
        history.add(SECOND, pauses(4, 0, events));

        assertThat(history.lastHour().orElseThrow().pauses().last())
                .containsExactlyElementsOf(events.subList(2, 4));
    }

    private static GcPauses pauses(int known, int merged, List<PauseEvent> last) {
        List<Long> counts = new ArrayList<>(Collections.nCopies(GcPauses.BOUNDS.size() + 1, 0L));
        counts.set(3, (long) known);
        return new GcPauses(
                List.of(
                        new GcPauses.Histogram(
                                "G1 Young Generation",
                                "G1 Evacuation Pause",
                                counts,
                                0.01 * known)),
                List.of(new GcPauses.Merged("G1 Young Generation", merged, merged)),
                last);
    }
}
