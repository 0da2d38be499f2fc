/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import io.heapsight.prometheus.InstantSample;
import io.heapsight.prometheus.MetricSeries;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Reads figures of the pods that match a selector in a window. Each figure takes one request for
 * all pods; figures of containers take one request for each batch of pods. Not thread-safe.
 *
 * <p>A pod with several scraped endpoints counts once, with its first endpoint; successive
 * instances of a pod count as one pod. If a pod's series don't name the container of the JVM,
 * container figures are known only for pods of one container.
 */
public final class Fleet {
    /** Maximum number of pods for histograms of pauses: each pod has one series for each bucket. */
    private static final int MOST_PODS_WITH_PAUSES = 3000;

    /** The metrics by which a figure was read, in words. */
    private final Map<PodFigure, String> sources = new EnumMap<>(PodFigure.class);

    private final PrometheusClient client;
    private final Dialect dialect;
    private final String selector;
    private final TimeGrid grid;
    private final boolean replicas;
    private final Map<Pod, String> containers;
    private final Set<Pod> ofSeveralJvms = new TreeSet<>();
    private final String ofClusters;
    private final Set<String> notes = new LinkedHashSet<>();
    private final JvmContainers jvms;

    /** Sends one request. */
    private interface Reading<T> {
        List<PodSeries<T>> of(MetricQuery query, String matchers, String by)
                throws ProblemException;
    }

    private Fleet(
            PrometheusClient client,
            DialectChoice choice,
            String selector,
            TimeGrid grid,
            Map<Pod, String> containers,
            String ofClusters) {
        this.client = client;
        this.dialect = choice.dialect();
        this.selector = selector;
        this.grid = grid;
        this.replicas = choice.replicas();
        this.containers = containers;
        this.ofClusters = ofClusters;
        jvms =
                new JvmContainers(
                        client, dialect.isOfSidecar(), grid, containers, ofClusters, notes);
    }

    /**
     * Finds the pods of a selector.
     *
     * @param selector matchers with or without braces: {@code namespace="shop",version="1.4"}
     * @throws ProblemException if there are none
     */
    public static Fleet of(
            PrometheusClient client, DialectChoice choice, String selector, TimeGrid grid)
            throws ProblemException {
        String matchers = PodSelector.of(selector).matchers();
        Dialect dialect = choice.dialect();
        String by = dialect.isOfSidecar() ? Pod.IDENTITY + ", target" : Pod.IDENTITY;
        String marker = dialect.marker().promql(matchers, by, choice.replicas());
        List<PodSeries<MetricSeries>> found = new ArrayList<>();
        for (MetricSeries each : series(client, marker, grid)) {
            PodSeries.add(found, each.labels(), each);
        }
        Map<Pod, String> containers = new TreeMap<>();
        for (PodSeries<MetricSeries> each : inOrder(found)) {
            containers.merge(
                    each.pod(), each.container(), (one, other) -> one.isEmpty() ? other : one);
        }
        if (containers.isEmpty()) {
            throw new ProblemException(none(client, dialect, matchers, grid));
        }
        String ofClusters =
                ContainerLabels.clusters(
                        found.stream().map(each -> each.value().labels()).toList());
        Fleet fleet = new Fleet(client, choice, matchers, grid, containers, ofClusters);
        fleet.ofSeveralJvms.addAll(PodsOfSeveralJvms.of(found, dialect.isOfSidecar(), grid.step()));
        fleet.jvms.correct(found);
        return fleet;
    }

    private static Problem none(
            PrometheusClient client, Dialect dialect, String matchers, TimeGrid grid) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No pods match the selector",
                "{%s} has no series of %s between %s and %s in %s."
                        .formatted(
                                VisibleText.of(matchers, 200),
                                dialect.title(),
                                grid.from(),
                                grid.end(),
                                client.address()),
                "Check the labels in Prometheus, the --window, and whether the program has an"
                        + " exporter.");
    }

    /**
     * Returns a fleet of other pods, to read figures of their containers.
     *
     * @param others pods, each with the name of the container that is scraped in similar pods; the
     *     name may be empty
     */
    Fleet of(Map<Pod, String> others) {
        return new Fleet(
                client,
                new DialectChoice(dialect, replicas, List.of()),
                selector,
                grid,
                others,
                ofClusters);
    }

    /** Returns the pods with a JVM, including pods outside of this fleet. */
    Set<Pod> withJvm(String matchers) throws ProblemException {
        Set<Pod> pods = new TreeSet<>();
        for (MetricSeries each :
                series(client, dialect.marker().promql(matchers, Pod.IDENTITY, replicas), grid)) {
            Pod.of(each.labels()).ifPresent(pods::add);
        }
        return pods;
    }

    private static List<MetricSeries> series(PrometheusClient client, String promql, TimeGrid grid)
            throws ProblemException {
        return client.range(promql, grid.from(), grid.end(), grid.step());
    }

    public Dialect dialect() {
        return dialect;
    }

    public TimeGrid grid() {
        return grid;
    }

    /** Returns the matchers that select its pods. */
    String selector() {
        return selector;
    }

    /** Returns the containers of its pods. */
    JvmContainers jvms() {
        return jvms;
    }

    /** Returns its pods, ordered by name. */
    public SortedSet<Pod> pods() {
        return new TreeSet<>(containers.keySet());
    }

    /**
     * Returns the pods in which several JVMs run at the same time: their figures are sums over
     * these JVMs.
     */
    public Set<Pod> ofSeveralJvms() {
        return ofSeveralJvms;
    }

    /** Returns the name of the JVM's container; empty if it is unknown. */
    public String container(Pod pod) {
        return dialect.isOfSidecar() || jvms.isWrong(pod) ? "" : scraped(pod);
    }

    /** Returns the container that is scraped; empty if no label names it. */
    String scraped(Pod pod) {
        return containers.getOrDefault(pod, "");
    }

    /**
     * Returns a lower bound of the longest pause of each pod in the window, from a histogram. Skips
     * pods without pauses; empty if the exporter has no histogram.
     */
    public SortedMap<Pod, Double> longestPauses() throws ProblemException {
        Optional<MetricQuery> buckets = dialect.pauseBuckets();
        if (buckets.isEmpty()) {
            return new TreeMap<>();
        }
        if (containers.size() > MOST_PODS_WITH_PAUSES) {
            notes.add(
                    "The longest pauses are missing: the selector matches more than %,d pods."
                            .formatted(MOST_PODS_WITH_PAUSES));
            return new TreeMap<>();
        }
        String increase =
                "sum by (le, %s) (increase(%s[%ds]))"
                        .formatted(
                                Pod.IDENTITY,
                                buckets.get().vector(selector),
                                Math.max(1, grid.length().toSeconds()));
        SortedMap<Pod, Double> longest = new TreeMap<>();
        for (HistogramBuckets each : HistogramBuckets.of(client.instant(increase, grid.end()))) {
            double least = each.leastMaximum();
            Pod.of(each.labels())
                    .filter(pod -> containers.containsKey(pod) && !Double.isNaN(least))
                    .ifPresent(pod -> longest.merge(pod, least, Math::max));
        }
        return longest;
    }

    /**
     * Returns a figure of each pod at the times of the grid, NaN for gaps. Skips pods without the
     * figure.
     */
    public SortedMap<Pod, double[]> range(PodFigure figure) throws ProblemException {
        return range(figure, PodFigureQuery::promql, Duration.ZERO);
    }

    /**
     * Returns a reduced figure of each pod at the times of the grid, NaN for gaps. Skips pods
     * without the figure.
     *
     * @param reduction returns the expression: {@code max_over_time((…)[5m:30s])}
     * @param reach time that the reduction looks back
     */
    public SortedMap<Pod, double[]> range(
            PodFigure figure, Function<PodFigureQuery, String> reduction, Duration reach)
            throws ProblemException {
        return range(figure, grid, reduction, reach);
    }

    private SortedMap<Pod, double[]> range(
            PodFigure figure,
            TimeGrid times,
            Function<PodFigureQuery, String> reduction,
            Duration reach)
            throws ProblemException {
        long stale = TimeGrid.STALENESS.plus(reach).toMillis();
        SuccessiveInstances instances =
                new SuccessiveInstances((int) Math.ceilDiv(stale, times.step().toMillis()));
        return ofPods(
                figure,
                (query, matchers, by) -> {
                    List<PodSeries<double[]>> found = new ArrayList<>();
                    String promql =
                            reduction.apply(new PodFigureQuery(query, matchers, by, replicas));
                    for (MetricSeries each : series(client, promql, times)) {
                        PodSeries.add(found, each.labels(), times.values(each));
                    }
                    return instances.joined(found);
                });
    }

    /**
     * Returns the restarts of each pod since its creation, at the times of the grid. If a pod is
     * known to have been created in the window, its restarts rise from 0.
     */
    public SortedMap<Pod, double[]> restarts() throws ProblemException {
        SortedMap<Pod, double[]> restarts = range(PodFigure.RESTARTS);
        if (restarts.values().stream().anyMatch(each -> Double.isNaN(each[0]))
                && jvms.areRecordedFromTheStart()) {
            restarts.values().forEach(CounterReset::startAtZero);
        }
        return restarts;
    }

    /**
     * Returns a figure of each pod at some times of the grid, evenly spread, for values that hardly
     * ever change.
     *
     * @param times at least two
     */
    public SortedMap<Pod, double[]> some(PodFigure figure, int times) throws ProblemException {
        if (grid.size() <= times) {
            return range(figure);
        }
        Duration step = grid.length().dividedBy(times - 1L);
        TimeGrid coarse =
                new TimeGrid(grid.end().minus(step.multipliedBy(times - 1L)), step, times);
        return range(figure, coarse, PodFigureQuery::promql, Duration.ZERO);
    }

    /** Returns a figure of each pod at a time. Skips pods without the figure. */
    public SortedMap<Pod, Double> instant(PodFigure figure, Instant at) throws ProblemException {
        return ofPods(
                figure,
                (query, matchers, by) -> {
                    List<PodSeries<Double>> found = new ArrayList<>();
                    for (InstantSample each :
                            client.instant(query.promql(matchers, by, replicas), at)) {
                        PodSeries.add(found, each.labels(), each.value());
                    }
                    return found;
                });
    }

    /** Reads a figure from the exporter's metric, or else from the metric of the containers. */
    private <T> SortedMap<Pod, T> ofPods(PodFigure figure, Reading<T> reading)
            throws ProblemException {
        Optional<MetricQuery> own = dialect.query(figure);
        List<PodSeries<T>> found = new ArrayList<>();
        if (own.isPresent()) {
            found = reading.of(own.get(), selector, Pod.IDENTITY);
            note(figure, own.get(), found);
        }
        Optional<MetricQuery> container = ContainerQueries.query(figure);
        if (found.isEmpty() && container.isPresent()) {
            for (String batch : jvms.batches()) {
                found.addAll(reading.of(container.get(), batch, ContainerLabels.BY));
            }
            found = jvms.ofJvms(found);
            note(figure, container.get(), found);
        }
        return firsts(found);
    }

    /**
     * Returns the labels of an informational metric by pod, such as {@code kube_pod_info} with its
     * node.
     *
     * @param metric with a value of 1
     * @param ofProgram whether the selector applies to it
     * @param labels to return, empty if missing
     */
    public SortedMap<Pod, Map<String, String>> info(
            String metric, boolean ofProgram, List<String> labels) throws ProblemException {
        String by = Pod.IDENTITY + ", " + String.join(", ", labels);
        SortedMap<Pod, Map<String, String>> found = new TreeMap<>();
        for (String matchers : ofProgram ? List.of(selector) : jvms.batches()) {
            String vector = metric + "{" + matchers + "}";
            // The present labels count more than earlier ones.
            for (String each : List.of(grid.lastOf(vector), vector)) {
                String promql = "group by (%s) (%s)".formatted(by, each);
                for (InstantSample sample : client.instant(promql, grid.end())) {
                    Pod.of(sample.labels()).ifPresent(pod -> found.put(pod, sample.labels()));
                }
            }
        }
        SortedMap<Pod, Map<String, String>> own = new TreeMap<>();
        jvms.assigned(found.keySet())
                .forEach((named, pod) -> own.put(pod, found.getOrDefault(named, Map.of())));
        return own;
    }

    /** Returns the labels of the owner of each pod, {@code owner_kind} and {@code owner_name}. */
    public SortedMap<Pod, Map<String, String>> owners() throws ProblemException {
        return info(UnscrapedPods.OWNERS, false, List.of("owner_kind", "owner_name"));
    }

    private <T> SortedMap<Pod, T> firsts(List<PodSeries<T>> found) {
        SortedMap<Pod, T> firsts = new TreeMap<>();
        for (PodSeries<T> each : inOrder(found)) {
            if (containers.containsKey(each.pod())
                    && firsts.putIfAbsent(each.pod(), each.value()) != null) {
                notes.add("Some pods have several scraped endpoints: the first of each is used.");
            }
        }
        return firsts;
    }

    /** Sorts series by endpoint, because the first series of a pod counts. */
    private static <T> List<PodSeries<T>> inOrder(List<PodSeries<T>> found) {
        return found.stream().sorted(Comparator.comparing(PodSeries::endpoint)).toList();
    }

    private void note(PodFigure figure, MetricQuery query, List<?> found) {
        if (!found.isEmpty()) {
            sources.put(figure, query.metric());
        }
    }

    /** Returns the metric that each figure was read from. */
    public Map<PodFigure, String> sources() {
        return Map.copyOf(sources);
    }

    /** Returns the reasons why figures are incomplete, in sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }
}
