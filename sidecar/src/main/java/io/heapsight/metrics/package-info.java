/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Renders the Prometheus metrics, one collector per file; a scrape never touches the target.
 *
 * <p>Each {@link MetricsCollector} builds the families of one prefix from the sampler's last
 * sample; {@link MetricsPage} joins their sections, and renders a {@link PageSection} again only if
 * its input has changed.
 *
 * <p>Tests: {@code MetricsPageTest} compares the whole page with a golden file, {@code
 * MetricsManualTest} the families with docs/metrics.md, {@code PageSectionTest} which sections are
 * rendered again; {@code PrometheusTest} of module tests lets a real Prometheus scrape it.
 */
@NullMarked
package io.heapsight.metrics;

import org.jspecify.annotations.NullMarked;
