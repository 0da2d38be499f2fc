/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import io.heapsight.fleet.FigureSources;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.Pod;
import io.heapsight.fleet.PodFigure;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The sizes of a fleet's workloads. Workloads that need more come first, then those that save most.
 *
 * @param window the queried period
 * @param notes on the data
 */
public record FleetSizing(Duration window, List<WorkloadSize> workloads, List<String> notes) {
    /** Figures that may be absent: those of ZGC, and those of pods that an OOM kill ended. */
    private static final Set<PodFigure> RARE =
            EnumSet.of(PodFigure.SHARED_HEAP_BYTES, PodFigure.ENDED_BY_OOM_KILL);

    public FleetSizing {
        workloads =
                workloads.stream()
                        .sorted(
                                Comparator.comparing((WorkloadSize each) -> !each.needsMore())
                                        .thenComparingDouble(FleetSizing::order)
                                        .thenComparing(WorkloadSize::workload))
                        .toList();
        notes = List.copyOf(notes);
    }

    /**
     * Returns the sort key: the sum of the savings in GiB and CPUs, negated unless the workload
     * needs more.
     */
    private static double order(WorkloadSize each) {
        double saved = each.savedGibibytes() + each.savedCores();
        return each.needsMore() ? saved : -saved;
    }

    /** Sizes all workloads of a fleet. */
    public static FleetSizing of(Fleet fleet, Progress progress) throws ProblemException {
        Map<Pod, Map<String, String>> owners = fleet.owners();
        Map<WorkloadId, List<PodHistory>> workloads = workloads(fleet, owners, progress);
        List<String> notes = new ArrayList<>(fleet.notes());
        withoutSeveralJvms(fleet, workloads).ifPresent(notes::add);
        notes.add(
                owners.isEmpty()
                        ? "Pods are grouped into workloads by their names, as kube_pod_owner is"
                                + " missing."
                        : "Pods are grouped into workloads by kube_pod_owner.");
        notes.addAll(
                new FigureSources(
                                fleet,
                                SizingFigure.forSizes().stream()
                                        .map(SizingFigure::figure)
                                        .filter(each -> !RARE.contains(each))
                                        .toList())
                        .sentences());
        long gone =
                workloads.values().stream()
                        .filter(each -> each.stream().noneMatch(PodHistory::isRunning))
                        .count();
        if (gone > 0) {
            notes.add("%d workloads no longer run; they are omitted.".formatted(gone));
        }
        severalClusters(workloads).ifPresent(notes::add);
        List<WorkloadSize> sizes =
                workloads.entrySet().stream()
                        .filter(each -> each.getValue().stream().anyMatch(PodHistory::isRunning))
                        .map(
                                each ->
                                        WorkloadSizing.of(
                                                each.getKey(),
                                                container(fleet, each.getValue()),
                                                each.getValue()))
                        .toList();
        if (sizes.stream().anyMatch(WorkloadSize::lowersHeap)) {
            notes.add("A JVM with an -Xms above its -Xmx does not start: lower both at once.");
        }
        return new FleetSizing(fleet.grid().length(), sizes, notes);
    }

    /** Returns the histories of all pods by workload, including crashed pods. */
    private static Map<WorkloadId, List<PodHistory>> workloads(
            Fleet fleet, Map<Pod, Map<String, String>> owners, Progress progress)
            throws ProblemException {
        Map<WorkloadId, List<PodHistory>> workloads = new TreeMap<>();
        for (PodHistory past : new PodHistoryQueries(fleet, progress).of(SizingFigure.forSizes())) {
            WorkloadId workload =
                    WorkloadId.of(past.pod(), owners.getOrDefault(past.pod(), Map.of()));
            workloads.computeIfAbsent(workload, _ -> new ArrayList<>()).add(past);
        }
        CrashedPods crashed = CrashedPods.of(fleet, owners, progress);
        for (PodHistory past : crashed.pasts()) {
            List<PodHistory> others = workloads.get(crashed.workload(past));
            if (others != null) {
                others.add(past);
            }
        }
        return workloads;
    }

    /** Removes workloads with several JVMs in a pod; returns a note about them. */
    private static Optional<String> withoutSeveralJvms(
            Fleet fleet, Map<WorkloadId, List<PodHistory>> workloads) {
        List<WorkloadId> several =
                workloads.entrySet().stream()
                        .filter(
                                each ->
                                        each.getValue().stream()
                                                .map(PodHistory::pod)
                                                .anyMatch(fleet.ofSeveralJvms()::contains))
                        .map(Map.Entry::getKey)
                        .toList();
        several.forEach(workloads::remove);
        return several.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s with several JVMs in a pod, such as %s: the metrics of its container are those of all, so nothing is suggested."
                                .formatted(
                                        WorkloadSizing.plural(several.size(), "workload"),
                                        several.getFirst()));
    }

    /** Returns a note about a workload that runs in several clusters; empty without one. */
    private static Optional<String> severalClusters(Map<WorkloadId, List<PodHistory>> workloads) {
        for (Map.Entry<WorkloadId, List<PodHistory>> each : workloads.entrySet()) {
            List<String> clusters =
                    each.getValue().stream()
                            .map(past -> past.pod().cluster())
                            .filter(cluster -> !cluster.isEmpty())
                            .distinct()
                            .sorted()
                            .toList();
            if (clusters.size() > 1) {
                return Optional.of(
                        "Workloads such as %s run in several clusters (%s) and get one size for all: add the label cluster to --selector for those of one cluster."
                                .formatted(each.getKey(), String.join(", ", clusters)));
            }
        }
        return Optional.empty();
    }

    private static String container(Fleet fleet, List<PodHistory> pasts) {
        return pasts.stream()
                .map(past -> fleet.container(past.pod()))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns the number of running pods. */
    public int pods() {
        return workloads.stream().mapToInt(WorkloadSize::running).sum();
    }

    /** Returns the GiB by which the memory requests of its pods fall. */
    public double savedGibibytes() {
        return workloads.stream().mapToDouble(WorkloadSize::savedGibibytes).sum();
    }

    /** Returns the GiB by which the memory limits of its pods fall. */
    public double savedLimitGibibytes() {
        return workloads.stream().mapToDouble(WorkloadSize::savedLimitGibibytes).sum();
    }

    /** Returns the CPUs by which the CPU requests of its pods fall. */
    public double savedCores() {
        return workloads.stream().mapToDouble(WorkloadSize::savedCores).sum();
    }
}
