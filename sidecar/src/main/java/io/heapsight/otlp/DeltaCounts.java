/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import io.heapsight.otlp.OtlpMetric.Distribution;
import io.heapsight.otlp.OtlpMetric.Instrument;
import io.heapsight.otlp.OtlpMetric.Point;
import io.heapsight.otlp.OtlpMetric.Scalar;
import io.heapsight.otlp.OtlpSettings.Temporality;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Converts counts since the start into counts since the last accepted push; a failed push loses
 * nothing. If a count began before the sidecar, only the increase since its first reading is sent:
 * an earlier sidecar may have sent the rest. Not thread-safe.
 *
 * <p>Memory: the counter and histogram points of the last accepted push, for current targets only.
 */
final class DeltaCounts {
    private final Temporality temporality;
    private final long createdMillis;
    private Map<Series, Accepted> accepted = new HashMap<>();
    private Map<Series, Accepted> offered = new HashMap<>();

    /**
     * @param createdMillis when the sidecar started, since the epoch
     */
    DeltaCounts(Temporality temporality, long createdMillis) {
        this.temporality = temporality;
        this.createdMillis = createdMillis;
    }

    private record Series(
            Map<String, Object> resource, String metric, Map<String, Object> attributes) {}

    private record Accepted(Point point, long timeMillis) {}

    /** Returns the batches to send. */
    List<OtlpBatch> of(List<OtlpBatch> batches) {
        if (temporality == Temporality.CUMULATIVE) {
            return batches;
        }
        Set<Map<String, Object>> present =
                batches.stream().map(OtlpBatch::resource).collect(Collectors.toSet());
        accepted.keySet().removeIf(series -> !present.contains(series.resource()));
        offered = new HashMap<>(accepted);
        return batches.stream().map(this::since).toList();
    }

    /** Records that the receiver accepted the last result of {@link #of}. */
    void accept() {
        accepted = offered;
    }

    private OtlpBatch since(OtlpBatch batch) {
        List<OtlpMetric> metrics = new ArrayList<>();
        for (OtlpMetric metric : batch.metrics()) {
            metrics.add(isDelta(metric.instrument()) ? since(batch, metric) : metric);
        }
        return new OtlpBatch(batch.resource(), batch.timeMillis(), metrics);
    }

    private boolean isDelta(Instrument instrument) {
        return instrument == Instrument.HISTOGRAM
                || (instrument == Instrument.COUNTER && temporality == Temporality.DELTA);
    }

    private OtlpMetric since(OtlpBatch batch, OtlpMetric metric) {
        List<Point> points = new ArrayList<>();
        for (Point point : metric.points()) {
            Series series = new Series(batch.resource(), metric.name(), point.attributes());
            Accepted now = new Accepted(point, batch.timeMillis());
            if (point.startMillis() < createdMillis) {
                accepted.putIfAbsent(series, now); // an earlier sidecar may have sent it
            }
            Accepted before = accepted.get(series);
            offered.put(series, now);
            points.add(before == null ? point : difference(point, before));
        }
        return new OtlpMetric(
                metric.name(), metric.unit(), metric.instrument(), metric.whole(), points);
    }

    private static Point difference(Point now, Accepted before) {
        if (now instanceof Scalar number && before.point() instanceof Scalar old) {
            double more = number.value() - old.value();
            return more < 0
                    ? now // it was reset
                    : new Scalar(number.attributes(), before.timeMillis(), more);
        }
        if (now instanceof Distribution all && before.point() instanceof Distribution old) {
            List<Long> counts = new ArrayList<>();
            for (int i = 0; i < all.counts().size(); i++) {
                counts.add(all.counts().get(i) - old.counts().get(i));
            }
            if (counts.stream().anyMatch(count -> count < 0)) {
                return now; // it was reset
            }
            return new Distribution(
                    all.attributes(),
                    before.timeMillis(),
                    all.bounds(),
                    counts,
                    Math.max(0, all.sum() - old.sum()));
        }
        return now;
    }
}
