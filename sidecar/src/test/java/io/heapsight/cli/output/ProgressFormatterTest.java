/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProgressFormatterTest {
    private long now;
    private OptionalLong ofAllPhases = OptionalLong.empty();
    private final ProgressFormatter words = new ProgressFormatter(() -> now, () -> ofAllPhases);

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    private String at(String phase, long done, long total) {
        words.at(phase, done, total);
        return words.text();
    }

    @Test
    void showsThePhaseAndItsProgress() {
        assertThat(at("marking", 1, 3)).isEqualTo("marking 33 %");
        assertThat(at("marking", 4L << 40, 4L << 40)).isEqualTo("marking 100 %");
        assertThat(at("inflating", 17, 0)).isEqualTo("inflating");
    }

    @Test
    void timeLeftIsThatOfTheSamePaceFromTwoSecondsOn() {
        at("marking", 10, 110);
        pass(1);
        assertThat(at("marking", 20, 110)).isEqualTo("marking 18 %");
        pass(9);
        assertThat(at("marking", 60, 110)).isEqualTo("marking 54 %, 10 s left");
        assertThat(at("marking", 110, 110)).isEqualTo("marking 100 %");
    }

    @Test
    void timeLeftPassesBetweenTwoReports() {
        at("marking", 0, 100);
        pass(100);
        assertThat(at("marking", 40, 100)).isEqualTo("marking 40 %, 2 min 30 s left");
        pass(30);
        assertThat(words.text()).isEqualTo("marking 40 %, 2 min 0 s left");
        pass(1000);
        assertThat(words.text()).isEqualTo("marking 40 %, 1 s left");
    }

    @Test
    void theEstimateOfAllPhasesReplacesThatOfOne() {
        at("marking", 10, 110);
        pass(10);
        ofAllPhases = OptionalLong.of(75);

        assertThat(at("marking", 60, 110)).isEqualTo("marking 54 %, 1 min 15 s left");
        assertThat(at("marking", 110, 110)).isEqualTo("marking 100 %, 1 min 15 s left");
        assertThat(at("reading references", 0, 0)).isEqualTo("reading references, 1 min 15 s left");
    }

    @Test
    void nothingDoneHasNoTimeLeft() {
        at("the target writes", 0, 100);
        pass(60);
        assertThat(words.text()).isEqualTo("the target writes 0 %");
    }

    @Test
    void eachPhaseHasItsOwnPace() {
        at("indexing", 0, 100);
        pass(10);
        at("indexing", 100, 100);
        at("marking", 0, 100);
        pass(4);
        assertThat(at("marking", 50, 100)).isEqualTo("marking 50 %, 4 s left");
    }

    @Test
    void stepsOfOneAmountOfWorkAreOnePhase() {
        at("reading heap", 0, 4);
        pass(3);
        assertThat(at("reading pauses", 1, 4)).isEqualTo("reading pauses 25 %, 9 s left");
    }

    @Test
    void unknownAmountOfWorkShowsTheTimeSoFar() {
        at("inflating", 0, 0);
        pass(1);
        assertThat(words.text()).isEqualTo("inflating");
        pass(64);
        assertThat(at("inflating", 5, 0)).isEqualTo("inflating, 1 min 5 s");
    }
}
