/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.compare.Arm;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodFigure;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/**
 * An arm of pods: their figures, lifetimes and traits, and the reasons why some pods are skipped.
 *
 * @param name of the arm
 * @param traits of each pod
 * @param lives of each pod
 * @param crashLoops further pods, without figures
 */
record FleetArm(
        String name,
        Fleet fleet,
        PodTable table,
        SortedMap<Pod, PodTraits> traits,
        SortedMap<Pod, PodLifetime> lives,
        ExcludedPods exclusions,
        CrashLoops crashLoops) {
    /** Share of the common window that a pod must cover. */
    private static final double LEAST_COVERED = 0.75;

    /** The label of the runtime's version if the target has an own label {@code version}. */
    private static final String EXPORTED = "exported_version";

    /** Metrics that name the runtime, and their labels. */
    private static final Map<String, List<String>> INFO = info();

    static FleetArm of(
            String name, Fleet fleet, PodTable table, CrashLoops crashLoops, NodeTypes nodes)
            throws ProblemException {
        SortedMap<Pod, PodLifetime> lives = new TreeMap<>();
        for (Pod pod : table.pods()) {
            lives.put(pod, PodLifetime.of(table, pod));
        }
        ExcludedPods exclusions = new ExcludedPods(name);
        for (PodLifetime life : lives.values()) {
            life.restarted()
                    .ifPresent(
                            index ->
                                    exclusions.add(
                                            life.pod(),
                                            "they restarted",
                                            "it restarted before " + table.grid().at(index)));
        }
        crashLoops.sentence(name).ifPresent(exclusions::note);
        return new FleetArm(
                name, fleet, table, traits(fleet, table, nodes), lives, exclusions, crashLoops);
    }

    private static SortedMap<Pod, PodTraits> traits(Fleet fleet, PodTable table, NodeTypes nodes)
            throws ProblemException {
        Map<Pod, Map<String, String>> runtime = new TreeMap<>();
        for (Map.Entry<String, List<String>> each : INFO.entrySet()) {
            if (runtime.isEmpty()) {
                runtime.putAll(fleet.info(each.getKey(), true, each.getValue()));
            }
        }
        Map<Pod, Map<String, String>> places =
                fleet.info("kube_pod_info", false, List.of(NodeTypes.NODE));
        SortedMap<Pod, PodTraits> traits = new TreeMap<>();
        for (Pod pod : table.pods()) {
            Map<String, String> info = runtime.getOrDefault(pod, Map.of());
            Optional<String> node = label(places.getOrDefault(pod, Map.of()), NodeTypes.NODE);
            traits.put(
                    pod,
                    new PodTraits(
                            label(info, EXPORTED)
                                    .or(() -> label(info, "version"))
                                    .or(() -> label(info, "process_runtime_version")),
                            label(info, "collector"),
                            label(info, "main_class"),
                            node,
                            node.flatMap(nodes::type),
                            table.last(PodFigure.MEMORY_LIMIT_BYTES, pod),
                            table.last(PodFigure.CPU_LIMIT_CORES, pod),
                            table.last(PodFigure.HEAP_MAX_BYTES, pod)));
        }
        return traits;
    }

    private static Map<String, List<String>> info() {
        Map<String, List<String>> info = new LinkedHashMap<>();
        info.put("jvm_info", List.of(EXPORTED, "version", "collector", "main_class"));
        info.put("heapsight_jvm_info", List.of(EXPORTED, "version", "collector", "main_class"));
        info.put("jvm_runtime_info", List.of(EXPORTED, "version"));
        info.put("target_info", List.of("process_runtime_version"));
        return info;
    }

    private static Optional<String> label(Map<String, String> labels, String name) {
        return Optional.of(labels.getOrDefault(name, "")).filter(value -> !value.isEmpty());
    }

    /** Returns the pods that are not excluded, ordered by name. */
    List<Pod> kept() {
        return table.pods().stream().filter(pod -> !exclusions.has(pod)).toList();
    }

    /** Excludes pods that cover too little of a window. */
    void excludeShort(int from, int to) {
        for (Pod pod : kept()) {
            PodLifetime life = life(pod);
            double[] marker = table.values(PodFigure.HEAP_USED_BYTES, pod);
            int known = 0;
            for (int i = Math.max(from, life.first()); i <= Math.min(to, life.last()); i++) {
                known += Double.isNaN(marker[i]) ? 0 : 1;
            }
            if (known < LEAST_COVERED * (to - from + 1)) {
                exclusions.add(
                        pod,
                        "they cover less than 75 % of the window",
                        "it covers %d %% of the window".formatted(100 * known / (to - from + 1)));
            }
        }
    }

    /** Excludes pods that differ from most of the arm. */
    void excludeOdd() {
        new ConfigOutlierFilter(this).exclude();
    }

    /** Returns the node types of its pods. */
    Set<String> nodeTypes() {
        Set<String> types = new HashSet<>();
        kept().forEach(pod -> traits(pod).nodeType().ifPresent(types::add));
        return types;
    }

    PodTraits traits(Pod pod) {
        PodTraits found = traits.get(pod);
        if (found == null) {
            throw new IllegalArgumentException(pod + " is not a pod of " + name);
        }
        return found;
    }

    PodLifetime life(Pod pod) {
        PodLifetime found = lives.get(pod);
        if (found == null) {
            throw new IllegalArgumentException(pod + " is not a pod of " + name);
        }
        return found;
    }

    /**
     * Reduces the kept pods to one number per metric. With pairs, skips pods without a pair.
     *
     * @param seconds to which totals are scaled
     * @param work of the pods per second
     */
    Arm measured(ComparedWindow window, double seconds, Map<Pod, double[]> work, PodPairs pairs) {
        List<MeasuredRun> runs = new ArrayList<>();
        for (Pod pod : kept()) {
            if (!pairs.numbers().isEmpty() && pairs.number(pod).isEmpty()) {
                continue;
            }
            Optional<double[]> rates = Optional.ofNullable(work.get(pod));
            runs.add(
                    MeasuredRun.ofPod(
                            PodRunBuilder.measured(table, life(pod), traits(pod), window, rates),
                            seconds,
                            pairs.number(pod)));
        }
        return new Arm(name, runs);
    }

    /** Returns the first time at which one of its pods ran. */
    int start() {
        return lives.values().stream().mapToInt(PodLifetime::seen).min().orElse(0);
    }

    /** Returns the number of pods that ran at a time or later, or restarted. */
    int podsSince(int time) {
        return (int)
                lives.values().stream()
                        .filter(
                                life ->
                                        life.last() >= time
                                                || life.restartSince(table, time).isPresent())
                        .count();
    }

    /** Returns the number of pods that restarted after a time. */
    int restartsSince(int time) {
        return (int)
                lives.values().stream()
                        .filter(life -> life.restartSince(table, time).isPresent())
                        .count();
    }

    /** Returns sorted indexes of the grid, one for each kept pod. */
    int[] indexes(ToIntFunction<PodLifetime> index) {
        List<PodLifetime> kept = new ArrayList<>();
        kept().forEach(pod -> kept.add(life(pod)));
        return kept.stream().mapToInt(index).sorted().toArray();
    }
}
