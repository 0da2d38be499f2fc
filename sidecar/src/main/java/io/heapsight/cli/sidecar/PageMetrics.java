/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import io.heapsight.http.Api;
import io.heapsight.metrics.MetricsPage;
import java.util.Optional;

/** The page of metrics, as the API serves it. */
record PageMetrics(MetricsPage page) implements Api.Metrics {
    @Override
    public String contentType(Optional<String> accept) {
        return page.contentType(accept);
    }

    @Override
    public byte[] render(String contentType) {
        return page.render(contentType);
    }
}
