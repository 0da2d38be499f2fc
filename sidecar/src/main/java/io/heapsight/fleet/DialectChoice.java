/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.HighAvailabilityPairs;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.Labelled;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The dialect by which pods are read.
 *
 * @param dialect that has most pods of every selector
 * @param replicas whether a high-availability pair of Prometheus has scraped each series twice
 * @param notes in sentences: another dialect that is there, too
 */
public record DialectChoice(Dialect dialect, boolean replicas, List<String> notes) {
    public DialectChoice {
        notes = List.copyOf(notes);
    }

    /**
     * Finds the dialect that all selectors have, by counting pods at three times of a window.
     *
     * @param wanted by the user; empty to find it
     * @throws ProblemException if a selector has no pods, or they have no common dialect
     */
    public static DialectChoice of(
            PrometheusClient client,
            Optional<Dialect> wanted,
            List<String> selectors,
            TimeGrid grid)
            throws ProblemException {
        List<Map<Dialect, Integer>> counts = new ArrayList<>();
        for (String selector : selectors) {
            counts.add(counts(client, wanted, PodSelector.of(selector).matchers(), grid));
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
        for (Dialect other : common.keySet()) {
            if (other != best) {
                notes.add(
                        "The pods also have metrics of %s; %s is used (--dialect %s for the other)."
                                .formatted(other.title(), best.title(), other.label()));
            }
        }
        boolean replicas = hasReplicas(client, best, selectors, grid);
        if (replicas) {
            notes.add(
                    "A high-availability pair of Prometheus has scraped the pods: of each two"
                            + " series the higher is used.");
        }
        return new DialectChoice(best, replicas, notes);
    }

    private static Map<Dialect, Integer> counts(
            PrometheusClient client, Optional<Dialect> wanted, String matchers, TimeGrid grid)
            throws ProblemException {
        Map<Dialect, Integer> counts = new EnumMap<>(Dialect.class);
        for (Dialect dialect : wanted.map(List::of).orElse(List.of(Dialect.values()))) {
            for (Instant at : grid.samples()) {
                String pods =
                        "count(count by (%s) (%s))"
                                .formatted(Pod.IDENTITY, dialect.marker().vector(matchers));
                client.instant(pods, at)
                        .forEach(each -> counts.merge(dialect, (int) each.value(), Math::max));
            }
        }
        return counts;
    }

    private static boolean hasReplicas(
            PrometheusClient client, Dialect dialect, List<String> selectors, TimeGrid grid)
            throws ProblemException {
        for (String selector : selectors) {
            String matchers = PodSelector.of(selector).matchers();
            for (String label : HighAvailabilityPairs.REPLICA_LABELS) {
                String named = matchers + "," + label + "!=\"\"";
                if (!client.instant("count(" + dialect.marker().vector(named) + ")", grid.end())
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
