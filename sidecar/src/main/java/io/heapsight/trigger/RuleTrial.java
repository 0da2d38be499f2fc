/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.SampleRing;
import io.heapsight.jvm.TargetJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * The result of replaying a rule on the stored samples of a target. Every action counts as done
 * immediately.
 *
 * @param firings including those that a limit suppresses
 * @param whyNot why the rule never fires; "" if it fires
 */
public record RuleTrial(Rule rule, List<Firing> firings, String whyNot) {
    public RuleTrial {
        firings = List.copyOf(firings);
    }

    /**
     * A firing.
     *
     * @param shown the value of the condition's figure, formatted; "" if missing
     * @param allowed whether the limit permits it
     */
    public record Firing(Instant at, String shown, boolean allowed) {}

    /**
     * The results of all rules, in their order.
     *
     * @param from time of the first sample; {@code to} without samples
     * @param samples number of replayed samples
     */
    public record All(Instant from, Instant to, int samples, List<RuleTrial> trials) {
        public All {
            trials = List.copyOf(trials);
        }
    }

    /**
     * Replays rules.
     *
     * @param since time span before the last sample
     */
    static All replay(TriggerSettings settings, TargetJvm jvm, SampleRing ring, Duration since) {
        long[] times = ring.epochMillis();
        long last = times.length == 0 ? 0 : times[times.length - 1];
        List<Rule> rules = settings.rules().stream().filter(rule -> rule.isFor(jvm)).toList();
        TargetRules states = new TargetRules(rules, settings);
        FigureCalculator series = TriggerWatch.series(rules, jvm);
        Map<Rule, List<Firing>> firings = new LinkedHashMap<>();
        int samples = 0;
        long first = last;
        for (int i = 0; i < times.length; i++) {
            if (last - times[i] > since.toMillis()) {
                continue;
            }
            first = Math.min(first, times[i]);
            samples++;
            double[] row = ring.row(i);
            long nanos = TimeUnit.MILLISECONDS.toNanos(times[i]);
            series.update(field -> field.in(row), nanos);
            for (TargetRules.Due due : states.evaluate(series, nanos)) {
                firings.computeIfAbsent(due.rule(), _ -> new ArrayList<>())
                        .add(
                                new Firing(
                                        Instant.ofEpochMilli(times[i]),
                                        due.shown(),
                                        due.allowed()));
            }
        }
        return new All(
                Instant.ofEpochMilli(first),
                Instant.ofEpochMilli(last),
                samples,
                trials(settings.rules(), states, firings));
    }

    private static List<RuleTrial> trials(
            List<Rule> all, TargetRules states, Map<Rule, List<Firing>> firings) {
        LongFunction<Instant> times =
                nanos -> Instant.ofEpochMilli(TimeUnit.NANOSECONDS.toMillis(nanos));
        List<RuleTrial> trials = new ArrayList<>();
        for (Rule rule : all) {
            List<Firing> its = firings.getOrDefault(rule, List.of());
            trials.add(new RuleTrial(rule, its, its.isEmpty() ? states.whyNever(rule, times) : ""));
        }
        return trials;
    }
}
