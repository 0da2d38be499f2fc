/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Pod;
import io.heapsight.unit.ByteSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Excludes pods that differ from the other pods of their arm in a limit, the JDK or the machine. If
 * many pods differ, the arm is mixed: excludes no pod, and adds a note.
 */
final class ConfigOutlierFilter {
    /** Tolerance of equal limits, as for runs. */
    private static final double LIMIT_TOLERANCE = 0.02;

    /**
     * Tolerance of equal heap sizes: some exporters omit a survivor space, which Parallel GC
     * resizes.
     */
    private static final double HEAP_TOLERANCE = 0.1;

    /** Share of odd pods above which an arm counts as mixed. */
    private static final double MOST_ODD = 0.25;

    private final FleetArm arm;

    ConfigOutlierFilter(FleetArm arm) {
        this.arm = arm;
    }

    void exclude() {
        texts("JDK", PodTraits::jdk);
        texts("garbage collector", PodTraits::collector);
        texts("node type", PodTraits::nodeType);
        numbers(
                "memory limit",
                PodTraits::memoryLimitBytes,
                LIMIT_TOLERANCE,
                value -> new ByteSize((long) value).toString());
        numbers("CPU limit", PodTraits::cpuLimitCores, LIMIT_TOLERANCE, String::valueOf);
        numbers(
                "heap limit",
                PodTraits::heapMaxBytes,
                HEAP_TOLERANCE,
                value -> new ByteSize((long) value).toString());
    }

    private void texts(String what, Function<PodTraits, Optional<String>> trait) {
        Map<String, Integer> counts = new HashMap<>();
        for (Pod pod : arm.kept()) {
            trait.apply(arm.traits(pod)).ifPresent(value -> counts.merge(value, 1, Integer::sum));
        }
        Optional<String> usual =
                counts.entrySet().stream()
                        .max(
                                Map.Entry.<String, Integer>comparingByValue()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .map(Map.Entry::getKey);
        Map<Pod, String> odd = new HashMap<>();
        for (Pod pod : arm.kept()) {
            trait.apply(arm.traits(pod))
                    .filter(value -> !Optional.of(value).equals(usual))
                    .ifPresent(value -> odd.put(pod, value));
        }
        exclude(what, usual.orElse(""), odd);
    }

    private void numbers(
            String what,
            ToDoubleFunction<PodTraits> trait,
            double tolerance,
            DoubleFunction<String> words) {
        double[] known =
                arm.kept().stream()
                        .mapToDouble(pod -> trait.applyAsDouble(arm.traits(pod)))
                        .filter(value -> !Double.isNaN(value))
                        .sorted()
                        .toArray();
        if (known.length == 0) {
            return;
        }
        double usual = known[known.length / 2];
        Map<Pod, String> odd = new HashMap<>();
        for (Pod pod : arm.kept()) {
            double value = trait.applyAsDouble(arm.traits(pod));
            if (Math.abs(value - usual) > tolerance * usual) {
                odd.put(pod, words.apply(value));
            }
        }
        exclude(what, words.apply(usual), odd);
    }

    private void exclude(String what, String usual, Map<Pod, String> odd) {
        if (odd.isEmpty()) {
            return;
        }
        if (odd.size() > MOST_ODD * arm.kept().size()) {
            List<String> values =
                    new ArrayList<>(odd.values().stream().distinct().sorted().toList());
            values.addFirst(usual);
            arm.exclusions()
                    .note(
                            "The pods of %s are mixed: their %s is %s."
                                    .formatted(
                                            arm.name(),
                                            what,
                                            String.join(
                                                    " or ",
                                                    values.subList(
                                                            0, Math.min(4, values.size())))));
            return;
        }
        odd.forEach(
                (pod, value) ->
                        arm.exclusions()
                                .add(
                                        pod,
                                        "their %s differs from the others' (%s)"
                                                .formatted(what, usual),
                                        value));
    }
}
