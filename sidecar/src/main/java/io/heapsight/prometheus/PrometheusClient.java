/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Queries a Prometheus server. Not thread-safe.
 *
 * <p>Queries a range in pages of at most {@value #MOST_STEPS} steps, Prometheus' own limit. Halves
 * the pages if the server finds that a query loads too many samples. Drops native histograms and
 * points that are NaN or infinite. {@link #notes} lists why results are incomplete: warnings of the
 * server, dropped points, merged duplicates.
 */
public final class PrometheusClient implements AutoCloseable {
    private static final int MOST_STEPS = 11_000;
    private static final int LEAST_STEPS = 100;
    private static final int MOST_NOTES = 20;

    private final PrometheusAddress address;
    private final QueryResultLimits bounds;
    private final QuerySender requests;
    private final Set<String> notes = new LinkedHashSet<>();

    public PrometheusClient(PrometheusAddress address) {
        this(address, RetryLimits.USUAL, QueryResultLimits.USUAL);
    }

    PrometheusClient(PrometheusAddress address, RetryLimits retries, QueryResultLimits bounds) {
        this.address = address;
        this.bounds = bounds;
        requests = new QuerySender(address, retries, bounds);
    }

    /** Returns the address, without secrets in its text. */
    public PrometheusAddress address() {
        return address;
    }

    /**
     * Evaluates an expression at each step of a range.
     *
     * @param from first step
     * @param to last step, if it is a multiple of the step after {@code from}
     * @param step at least a millisecond
     * @return the series in the order of their labels, each with its known points
     * @throws ProblemException if the server can't be reached, refuses or returns too much
     */
    public List<MetricSeries> range(String promql, Instant from, Instant to, Duration step)
            throws ProblemException {
        long stepMillis = step.toMillis();
        long end = to.toEpochMilli();
        if (stepMillis < 1 || end < from.toEpochMilli()) {
            throw new IllegalArgumentException(from + " to " + to + " every " + step);
        }
        Map<Map<String, String>, SeriesBuilder> all = new LinkedHashMap<>();
        long points = 0;
        long pageSteps = MOST_STEPS;
        long next = from.toEpochMilli();
        while (next <= end) {
            long last = Math.min(next + (pageSteps - 1) * stepMillis, end);
            QueryReply reply;
            try {
                reply = page(promql, next, last, stepMillis);
            } catch (ProblemException e) {
                if (pageSteps <= LEAST_STEPS || !tellsOfTooManySamples(e.problem())) {
                    throw e;
                }
                pageSteps =
                        Math.max(
                                LEAST_STEPS,
                                Math.min(pageSteps, steps(next, last, stepMillis)) / 2);
                continue;
            }
            for (MetricSeries each : reply.series()) {
                points += each.size();
                all.computeIfAbsent(each.labels(), _ -> new SeriesBuilder()).add(each);
            }
            if (points > bounds.points()) {
                throw new QueryFailures(address)
                        .tooMuch(
                                new QueryResultTooLargeException(
                                        "more than %,d points".formatted(bounds.points())),
                                promql);
            }
            next = last + stepMillis;
        }
        List<MetricSeries> found =
                all.entrySet().stream().map(each -> each.getValue().build(each.getKey())).toList();
        HighAvailabilityPairs pairs = new HighAvailabilityPairs(found);
        pairs.note().ifPresent(notes::add);
        return pairs.series();
    }

    private static long steps(long from, long to, long stepMillis) {
        return (to - from) / stepMillis + 1;
    }

    private static boolean tellsOfTooManySamples(Problem problem) {
        return problem.detail().contains("too many samples")
                || problem.detail().contains("exceeded maximum resolution");
    }

    private QueryReply page(String promql, long from, long to, long stepMillis)
            throws ProblemException {
        return noted(
                requests.send(
                        "/query_range",
                        Map.of(
                                "query",
                                promql,
                                "start",
                                seconds(from),
                                "end",
                                seconds(to),
                                "step",
                                seconds(stepMillis))));
    }

    /**
     * Evaluates an expression at a moment.
     *
     * @throws ProblemException if the server can't be reached, refuses or returns too much
     */
    public List<InstantSample> instant(String promql, Instant at) throws ProblemException {
        QueryReply reply =
                noted(
                        requests.send(
                                "/query",
                                Map.of("query", promql, "time", seconds(at.toEpochMilli()))));
        HighAvailabilityPairs pairs = new HighAvailabilityPairs(reply.series());
        pairs.note().ifPresent(notes::add);
        return pairs.series().stream()
                .map(
                        each ->
                                new InstantSample(
                                        each.labels(),
                                        each.epochMillis()[each.size() - 1],
                                        each.values()[each.size() - 1]))
                .toList();
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString();
    }

    private QueryReply noted(QueryReply reply) {
        reply.warnings().forEach(each -> note("Prometheus warns: " + VisibleText.of(each, 300)));
        if (reply.notFinite() > 0) {
            note("Some values in Prometheus are NaN or infinite; they count as missing.");
        }
        if (reply.histograms() > 0) {
            note("Native histograms in Prometheus are ignored.");
        }
        return reply;
    }

    private void note(String sentence) {
        if (notes.size() < MOST_NOTES) {
            notes.add(sentence);
        }
    }

    /** Returns sentences that explain why the results so far are incomplete. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public void close() {
        requests.close();
    }
}
