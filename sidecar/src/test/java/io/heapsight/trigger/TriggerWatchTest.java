/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.http.ReplayedTarget;
import io.heapsight.jstat.Monitors;
import io.heapsight.jstat.TargetMonitor;
import io.heapsight.kept.StorageQuota;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.TestTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules on the samples of this JVM: actions, their order, and messages. */
class TriggerWatchTest {
    private static final Problem BROKEN =
            new Problem(Problem.Kind.UNAVAILABLE, "Broken", "it broke", "mend it");

    @TempDir private Path folder;
    private final TestTime time = new TestTime();
    private final List<String> done = new ArrayList<>();
    private final Map<TriggerAction, ActionHandler> works = new EnumMap<>(TriggerAction.class);
    private ReplayedTarget target;
    private TargetMonitor monitor;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Shop");
        monitor = Monitors.of(target, time.clock, time.events);
        for (TriggerAction action : TriggerAction.values()) {
            works.put(
                    action,
                    (call, _) -> {
                        done.add(call.rule().caller() + " " + action.label());
                        return action == TriggerAction.THREADS ? "/threads/kept/1" : "";
                    });
        }
    }

    @AfterEach
    void stop() {
        target.close();
    }

    private TriggerWatch watch(String rules) throws Exception {
        return new TriggerWatch(
                new TriggerSettings(
                        RulesReader.read(rules), Duration.ofMinutes(5), 6, StorageQuota.NONE),
                works,
                Runnable::run,
                folder,
                time.clock,
                time.events);
    }

    private void breaks(TriggerAction action) {
        works.put(
                action,
                (_, _) -> {
                    throw new ProblemException(BROKEN);
                });
    }

    private void sample(TriggerWatch watch) {
        time.pass(Duration.ofSeconds(1));
        Monitors.sample(monitor, time.clock);
        watch.sampled(monitor);
    }

    private static RuleStatus only(TriggerWatch watch) {
        assertThat(watch.statuses()).hasSize(1);
        return watch.statuses().getFirst();
    }

    @Test
    void actionsAreRunInTheirOrder() throws Exception {
        TriggerWatch watch =
                watch(
                        """
                        rules:
                        - name: busy
                          when: threads > 1 for 2s
                          actions: [threads, histogram, garbage]
                        """);
        sample(watch);
        assertThat(only(watch).targets().getFirst().whyNot())
                .isEqualTo("it has held for 0 s of 2s");
        sample(watch);
        assertThat(done).isEmpty();
        sample(watch);

        assertThat(done)
                .containsExactly("rule busy threads", "rule busy histogram", "rule busy garbage");
        TriggerCounts.Firing firing = only(watch).row().last().orElseThrow();
        assertThat(firing.outcome()).isEqualTo(FiringOutcome.DONE);
        assertThat(firing.result()).isEqualTo("/threads/kept/1");
        assertThat(only(watch).targets().getFirst().whyNot())
                .isEqualTo("it has fired; it is rearmed at 0 or less");
        assertThat(time.log).anyMatch(line -> line.contains("trigger=busy outcome=done"));
    }

    @Test
    void failedActionBlocksNoOtherAndIsRetried() throws Exception {
        breaks(TriggerAction.THREADS);
        TriggerWatch watch =
                watch(
                        """
                        rules:
                        - name: busy
                          when: threads > 1
                          actions: [threads, histogram]
                        """);
        sample(watch);
        assertThat(done).containsExactly("rule busy histogram");
        TriggerCounts.Firing firing = only(watch).row().last().orElseThrow();
        assertThat(firing.outcome()).isEqualTo(FiringOutcome.FAILED);
        assertThat(firing.actions())
                .contains(
                        new ActionResult(
                                TriggerAction.THREADS, FiringOutcome.FAILED, "", "it broke"));
        assertThat(only(watch).targets().getFirst().whyNot()).startsWith("it is retried at ");

        time.pass(RuleStateMachine.RETRY);
        sample(watch);
        assertThat(done).as("no second histogram").containsExactly("rule busy histogram");
        assertThat(only(watch).row().counts()).containsEntry(FiringOutcome.FAILED, 2L);
    }

    @Test
    void skippedActionIsReportedAndNotRetried() throws Exception {
        works.put(
                TriggerAction.HEAPDUMP,
                (_, _) -> {
                    throw new ActionSkipped(BROKEN);
                });
        TriggerWatch watch =
                watch(
                        """
                        rules:
                        - name: full
                          when: threads > 1
                          actions: [heapdump, histogram]
                        """);
        sample(watch);
        time.pass(RuleStateMachine.RETRY);
        sample(watch);

        assertThat(done).containsExactly("rule full histogram");
        assertThat(only(watch).row().counts())
                .containsEntry(FiringOutcome.DONE, 1L)
                .containsEntry(FiringOutcome.FAILED, 0L);
        assertThat(only(watch).row().last().orElseThrow().actions().getFirst())
                .isEqualTo(
                        new ActionResult(
                                TriggerAction.HEAPDUMP, FiringOutcome.LEFT_OUT, "", "it broke"));
        assertThat(time.log).anyMatch(line -> line.contains("heapdump: it broke"));
    }

    @Test
    void restartedSidecarRecognizesTheTarget() throws Exception {
        String rules = "rules:\n- {name: first, when: on start, actions: [histogram]}\n";
        sample(watch(rules));
        TriggerWatch restarted = watch(rules);
        sample(restarted);

        assertThat(done).containsExactly("rule first histogram");
        assertThat(only(restarted).targets().getFirst().whyNot())
                .isEqualTo("it has fired; a target starts only once");
    }

    @Test
    void deathOfATargetIsReported() throws Exception {
        TriggerWatch watch = watch("rules:\n- {name: last, when: on death, actions: []}\n");
        sample(watch);
        assertThat(only(watch).row().firings()).isEmpty();

        watch.gone(8);
        assertThat(only(watch).row().firings()).as("another's").isEmpty();
        watch.gone(7);

        assertThat(only(watch).row().firings())
                .singleElement()
                .extracting(TriggerCounts.Firing::target, TriggerCounts.Firing::outcome)
                .containsExactly("Shop", FiringOutcome.DONE);
        assertThat(only(watch).targets()).isEmpty();
    }

    @Test
    void actionBeyondItsLimitIsReported() throws Exception {
        breaks(TriggerAction.HISTOGRAM);
        TriggerWatch watch =
                watch(
                        """
                        rules:
                        - name: busy
                          when: threads > 1
                          actions: [histogram]
                          limits: {count: 1}
                        """);
        sample(watch);
        time.pass(RuleStateMachine.RETRY);
        sample(watch);

        assertThat(only(watch).row().counts())
                .containsEntry(FiringOutcome.FAILED, 1L)
                .containsEntry(FiringOutcome.HELD_BACK, 1L);
    }
}
