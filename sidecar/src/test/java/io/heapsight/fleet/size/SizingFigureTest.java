/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.ContainerQueries;
import io.heapsight.fleet.MetricQuery;
import io.heapsight.fleet.PodFigureQuery;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SizingFigureTest {
    private static String promql(SizingFigure figure, MetricQuery query, boolean replicas) {
        return figure.promql(
                new PodFigureQuery(query, "a=\"b\"", "pod", replicas),
                Duration.ofMinutes(11),
                Duration.ofMinutes(2));
    }

    private static MetricQuery container(SizingFigure figure) {
        return ContainerQueries.query(figure.figure()).orElseThrow();
    }

    /** A subquery would read the last sample before each of its times. */
    @Test
    void maximumReadsEachSample() {
        MetricQuery anon = container(SizingFigure.ANON_BYTES);
        String series = "container_memory_rss{a=\"b\",container!=\"\",container!=\"POD\"}";

        assertThat(promql(SizingFigure.ANON_BYTES, anon, false))
                .isEqualTo("max by (pod) (max_over_time(%s[660s]) or %s)", series, series);
        assertThat(promql(SizingFigure.ANON_BYTES, anon, true))
                .startsWith("max by (pod) (max without (")
                .endsWith("(max_over_time(%s[660s]) or %s))".formatted(series, series));
    }

    @Test
    void maximumOfASumIsThatOfUsualSamples() {
        MetricQuery sum = new MetricQuery("m", "", MetricQuery.Aggregation.SUM, Optional.empty());

        assertThat(promql(SizingFigure.HEAP_USED_BYTES, sum, false))
                .isEqualTo("max_over_time((sum by (pod) (m{a=\"b\"}))[660s:15s])");
    }
}
