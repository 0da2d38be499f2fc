/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp.sdk;

import io.heapsight.otlp.OtlpBatch;
import io.heapsight.otlp.OtlpMetric;
import io.heapsight.otlp.OtlpMetric.Distribution;
import io.heapsight.otlp.OtlpMetric.Instrument;
import io.heapsight.otlp.OtlpMetric.Point;
import io.heapsight.otlp.OtlpMetric.Scalar;
import io.heapsight.otlp.OtlpSettings.Temporality;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Converts batches to the data model of the SDK.
 *
 * @param scope the sender
 */
record SdkMetricConverter(InstrumentationScopeInfo scope, Temporality temporality) {
    List<MetricData> of(List<OtlpBatch> batches) {
        List<MetricData> all = new ArrayList<>();
        for (OtlpBatch batch : batches) {
            Resource resource =
                    Resource.getDefault().merge(Resource.create(attributes(batch.resource())));
            for (OtlpMetric metric : batch.metrics()) {
                all.add(
                        new SdkMetric(
                                resource,
                                scope,
                                metric.name(),
                                metric.unit(),
                                type(metric),
                                data(metric, nanos(batch.timeMillis()))));
            }
        }
        return all;
    }

    private static MetricDataType type(OtlpMetric metric) {
        return switch (metric.instrument()) {
            case HISTOGRAM -> MetricDataType.HISTOGRAM;
            case GAUGE -> metric.whole() ? MetricDataType.LONG_GAUGE : MetricDataType.DOUBLE_GAUGE;
            case COUNTER, UP_DOWN_COUNTER ->
                    metric.whole() ? MetricDataType.LONG_SUM : MetricDataType.DOUBLE_SUM;
        };
    }

    private Data<?> data(OtlpMetric metric, long time) {
        boolean counts = metric.instrument() == Instrument.COUNTER;
        return switch (metric.instrument()) {
            case HISTOGRAM ->
                    HistogramData.create(
                            delta(temporality != Temporality.CUMULATIVE),
                            points(metric, Distribution.class, each -> histogram(each, time)));
            case GAUGE ->
                    metric.whole()
                            ? GaugeData.createLongGaugeData(
                                    points(metric, Scalar.class, each -> whole(each, time)))
                            : GaugeData.createDoubleGaugeData(
                                    points(metric, Scalar.class, each -> decimal(each, time)));
            case COUNTER, UP_DOWN_COUNTER -> {
                AggregationTemporality since = delta(counts && temporality == Temporality.DELTA);
                yield metric.whole()
                        ? SumData.createLongSumData(
                                counts,
                                since,
                                points(metric, Scalar.class, each -> whole(each, time)))
                        : SumData.createDoubleSumData(
                                counts,
                                since,
                                points(metric, Scalar.class, each -> decimal(each, time)));
            }
        };
    }

    private static AggregationTemporality delta(boolean isDelta) {
        return isDelta ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;
    }

    private static <P extends Point, D> List<D> points(
            OtlpMetric metric, Class<P> kind, Function<P, D> converter) {
        return metric.points().stream().map(kind::cast).map(converter).toList();
    }

    private static LongPointData whole(Scalar point, long time) {
        return LongPointData.create(
                start(point, time),
                time,
                attributes(point.attributes()),
                Math.round(point.value()));
    }

    private static DoublePointData decimal(Scalar point, long time) {
        return DoublePointData.create(
                start(point, time), time, attributes(point.attributes()), point.value(), List.of());
    }

    private static HistogramPointData histogram(Distribution point, long time) {
        return HistogramPointData.create(
                start(point, time),
                time,
                attributes(point.attributes()),
                point.sum(),
                false,
                0,
                false,
                0,
                point.bounds(),
                point.counts());
    }

    private static long start(Point point, long time) {
        return point.startMillis() == 0 ? time : Math.min(time, nanos(point.startMillis()));
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static Attributes attributes(Map<String, Object> all) {
        AttributesBuilder attributes = Attributes.builder();
        all.forEach(
                (key, value) -> {
                    if (value instanceof Boolean flag) {
                        attributes.put(key, flag);
                    } else if (value instanceof Long number) {
                        attributes.put(key, number);
                    } else {
                        attributes.put(key, value.toString());
                    }
                });
        return attributes.build();
    }
}
