/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cgroup.EcsTaskLimits;
import io.heapsight.http.ReplayedTarget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Code heaps of a target with counters. */
class CodeHeapPollerTest {
    private static final String ANSWER =
            """
            CodeHeap 'non-profiled nmethods': size=120036Kb used=55Kb max_used=55Kb free=119980Kb
             bounds [0x00007f5e880e6000, 0x00007f5e88356000, 0x00007f5e8f61f000]
            CodeHeap 'non-nmethods': size=5692Kb used=1357Kb max_used=1357Kb free=4334Kb
             bounds [0x00007f5e87b57000, 0x00007f5e87dc7000, 0x00007f5e880e6000]
            """;
    private static final Sample.Pool METASPACE = new Sample.Pool("Metaspace", 3, 4, 5);
    private static final long SECOND = 1_000_000_000;

    private ReplayedTarget target;
    private int queries;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        target.answering(
                "Compiler.codecache",
                () -> {
                    queries++;
                    return ANSWER;
                });
    }

    @AfterEach
    void end() {
        target.close();
    }

    @Test
    void codeHeapsFollowThePoolsOfTheCounters() {
        CodeHeapPoller poller = poller(Optional.of(Duration.ofSeconds(60)));

        assertThat(poller.addTo(List.of(METASPACE), System.nanoTime()))
                .containsExactly(
                        METASPACE,
                        new Sample.Pool(
                                "CodeHeap 'non-profiled nmethods'",
                                55 * 1024,
                                2_555_904,
                                120_036 * 1024),
                        new Sample.Pool(
                                "CodeHeap 'non-nmethods'", 1357 * 1024, 2_555_904, 5692 * 1024));
    }

    @Test
    void targetIsQueriedOncePerInterval() {
        CodeHeapPoller poller = poller(Optional.of(Duration.ofSeconds(60)));
        long start = System.nanoTime();
        for (int second = 0; second < 60; second++) {
            poller.addTo(List.of(), start + second * SECOND);
        }
        assertThat(queries).isEqualTo(1);

        poller.addTo(List.of(), start + 60 * SECOND);
        assertThat(queries).isEqualTo(2);
    }

    @Test
    void targetIsNotQueriedByDefault() {
        CodeHeapPoller poller = poller(Optional.empty());

        assertThat(poller.addTo(List.of(METASPACE), System.nanoTime())).containsExactly(METASPACE);
        assertThat(target.wasAsked()).isFalse();
    }

    private CodeHeapPoller poller(Optional<Duration> interval) {
        return new CodeHeapPoller(
                target,
                Runnable::run,
                new SamplerSettings(
                        Duration.ofSeconds(1),
                        Optional.empty(),
                        interval,
                        Duration.ofSeconds(1),
                        100,
                        EcsTaskLimits.NONE));
    }
}
