/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.HighAvailabilityPairs;
import io.heapsight.prometheus.InstantSample;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.Labelled;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The dialect in which the figures of pods are read.
 *
 * @param dialect that every selector has; of several, the one with the most pods in the selector
 *     with the fewest
 * @param replicas whether a high-availability pair of Prometheus has scraped each series twice
 * @param notes in sentences: another dialect of its pods, or of pods that are missing with it
 */
public record DialectChoice(Dialect dialect, boolean replicas, List<String> notes) {
    private static final int MOST_NAMES = 5;
    private static final Pattern PORT = Pattern.compile(":\\d+$");

    public DialectChoice {
        notes = List.copyOf(notes);
    }

    /**
     * Finds the dialect that all selectors have, by counting pods at three times of each window.
     *
     * @param wanted by the user; empty to find it
     * @param grids windows; a selector needs pods in one of them
     * @throws ProblemException if a selector has no pods, or they have no common dialect
     */
    public static DialectChoice of(
            PrometheusClient client,
            Optional<Dialect> wanted,
            List<String> selectors,
            TimeGrid... grids)
            throws ProblemException {
        List<Instant> times =
                Arrays.stream(grids).flatMap(grid -> grid.samples().stream()).distinct().toList();
        List<Map<Dialect, Integer>> counts = new ArrayList<>();
        for (String selector : selectors) {
            counts.add(counts(client, wanted, PodSelector.of(selector).matchers(), times));
        }
        Map<Dialect, Integer> common = new EnumMap<>(Dialect.class);
        for (Dialect dialect : Dialect.values()) {
            int least =
                    counts.stream().mapToInt(each -> each.getOrDefault(dialect, 0)).min().orElse(0);
            if (least > 0) {
                common.put(dialect, least);
            }
        }
        Optional<Dialect> most =
                common.entrySet().stream()
                        .min(
                                Map.Entry.<Dialect, Integer>comparingByValue()
                                        .reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        .map(Map.Entry::getKey);
        if (most.isEmpty()) {
            throw new ProblemException(none(client, wanted, selectors, counts));
        }
        Dialect best = most.get();
        List<String> notes = new ArrayList<>();
        Set<Dialect> others = EnumSet.noneOf(Dialect.class);
        counts.forEach(each -> others.addAll(each.keySet()));
        others.remove(best);
        if (!others.isEmpty()) {
            Set<Pod> pods = pods(client, best, selectors, times);
            for (Dialect other : others) {
                note(best, pods, other, pods(client, other, selectors, times))
                        .ifPresent(notes::add);
            }
        }
        boolean replicas = hasReplicas(client, best, selectors, times.getLast());
        if (replicas) {
            notes.add(
                    "A high-availability pair of Prometheus has scraped the pods: of each two"
                            + " series the higher is used.");
        }
        return new DialectChoice(best, replicas, notes);
    }

    private static Map<Dialect, Integer> counts(
            PrometheusClient client, Optional<Dialect> wanted, String matchers, List<Instant> times)
            throws ProblemException {
        Map<Dialect, Integer> counts = new EnumMap<>(Dialect.class);
        for (Dialect dialect : wanted.map(List::of).orElse(List.of(Dialect.values()))) {
            for (Instant at : times) {
                String pods =
                        "count(count by (%s) (%s))"
                                .formatted(Pod.IDENTITY, dialect.marker().vector(matchers));
                client.instant(pods, at)
                        .forEach(each -> counts.merge(dialect, (int) each.value(), Math::max));
            }
        }
        return counts;
    }

    /** Returns the pods that have a dialect at some times, without ports of instances. */
    private static Set<Pod> pods(
            PrometheusClient client, Dialect dialect, List<String> selectors, List<Instant> times)
            throws ProblemException {
        Set<Pod> pods = new TreeSet<>();
        for (String selector : selectors) {
            String matchers = PodSelector.of(selector).matchers();
            String promql =
                    "group by (%s) (%s)".formatted(Pod.IDENTITY, dialect.marker().vector(matchers));
            for (Instant at : times) {
                for (InstantSample each : client.instant(promql, at)) {
                    Pod.of(each.labels()).map(DialectChoice::withoutPort).ifPresent(pods::add);
                }
            }
        }
        return pods;
    }

    /**
     * Returns the pod without a port: two exporters of one program have the same address, but
     * different ports.
     */
    private static Pod withoutPort(Pod pod) {
        return new Pod(pod.cluster(), pod.namespace(), PORT.matcher(pod.name()).replaceFirst(""));
    }

    /**
     * Returns a sentence on the pods of another dialect; empty without such pods. If only one of
     * two dialects names the cluster of a pod, both name the same pod.
     */
    private static Optional<String> note(
            Dialect best, Set<Pod> pods, Dialect other, Set<Pod> otherPods) {
        Set<Pod> anywhere = pods.stream().map(Pod::anywhere).collect(Collectors.toSet());
        List<String> only =
                otherPods.stream()
                        .filter(pod -> !pods.contains(pod) && !pods.contains(pod.anywhere()))
                        .filter(pod -> !pod.cluster().isEmpty() || !anywhere.contains(pod))
                        .map(Pod::toString)
                        .toList();
        if (only.isEmpty()) {
            return otherPods.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            "The pods also have metrics of %s; %s is used (--dialect %s for the other)."
                                    .formatted(other.title(), best.title(), other.label()));
        }
        int more = only.size() - MOST_NAMES;
        return Optional.of(
                "%d %s only metrics of %s and %s missing here; use --dialect %s for: %s%s."
                        .formatted(
                                only.size(),
                                only.size() == 1 ? "pod has" : "pods have",
                                other.title(),
                                only.size() == 1 ? "is" : "are",
                                other.label(),
                                only.stream().limit(MOST_NAMES).collect(Collectors.joining(", ")),
                                more > 0 ? " and %d more".formatted(more) : ""));
    }

    private static boolean hasReplicas(
            PrometheusClient client, Dialect dialect, List<String> selectors, Instant at)
            throws ProblemException {
        for (String selector : selectors) {
            String matchers = PodSelector.of(selector).matchers();
            for (String label : HighAvailabilityPairs.REPLICA_LABELS) {
                String named = matchers + "," + label + "!=\"\"";
                if (!client.instant("count(" + dialect.marker().vector(named) + ")", at)
                        .isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Problem none(
            PrometheusClient client,
            Optional<Dialect> wanted,
            List<String> selectors,
            List<Map<Dialect, Integer>> counts) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < selectors.size(); i++) {
            String names =
                    counts.get(i).entrySet().stream()
                            .map(each -> each.getValue() + " of " + each.getKey().title())
                            .collect(Collectors.joining(", "));
            found.add(
                    "{%s}: %s"
                            .formatted(
                                    VisibleText.of(selectors.get(i), 200),
                                    names.isEmpty() ? "no pods" : names));
        }
        return new Problem(
                Problem.Kind.NOT_FOUND,
                wanted.map(each -> "No pods with metrics of " + each.title())
                        .orElse("No pods with metrics of a JVM"),
                "%s: %s.".formatted(client.address(), String.join("; ", found)),
                "Check the labels and the --window. Known exporters: "
                        + Arrays.stream(Dialect.values())
                                .map(Labelled::label)
                                .collect(Collectors.joining(", "))
                        + ".");
    }
}
