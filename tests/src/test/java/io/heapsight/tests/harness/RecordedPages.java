/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import io.heapsight.fleet.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Pages of metrics of one JVM, one every {@value #STEP_SECONDS} s, that {@code tests/record-pages}
 * has recorded. Buckets of histograms are skipped.
 *
 * @param series its value on each page, by name and labels; a counter that is not on the first
 *     pages is 0 there
 * @param size number of pages
 */
record RecordedPages(Map<Series, double[]> series, int size) {
    static final int STEP_SECONDS = 5;
    private static final Pattern PAGE = Pattern.compile("# AT \\d+\n");

    /**
     * A series of a page.
     *
     * @param labels as they are written, without a last comma
     */
    record Series(String name, String labels) {
        /** Whether it only rises. */
        boolean isCounter() {
            return name.endsWith("_total") || name.endsWith("_count") || name.endsWith("_sum");
        }
    }

    /**
     * Reads the pages of an exporter.
     *
     * @param names of metrics to read
     */
    static RecordedPages of(Dialect dialect, Pattern names) throws IOException {
        List<Map<Series, Double>> pages =
                PAGE.splitAsStream(text("/pages/" + dialect.label() + ".txt.gz"))
                        .skip(1)
                        .map(page -> samples(page, names))
                        .toList();
        Map<Series, double[]> values = new LinkedHashMap<>();
        for (Map<Series, Double> page : pages) {
            for (Series each : page.keySet()) {
                values.computeIfAbsent(each, series -> values(series, pages));
            }
        }
        return new RecordedPages(values, pages.size());
    }

    private static String text(String resource) throws IOException {
        try (InputStream file =
                new GZIPInputStream(
                        Objects.requireNonNull(
                                RecordedPages.class.getResourceAsStream(resource), resource))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<Series, Double> samples(String page, Pattern names) {
        Map<Series, Double> samples = new LinkedHashMap<>();
        new MetricsText(page)
                .all()
                .filter(line -> !line.name().endsWith("_bucket"))
                .filter(line -> names.matcher(line.name()).matches())
                .forEach(
                        line ->
                                samples.put(
                                        new Series(
                                                line.name(), line.labels().replaceFirst(",$", "")),
                                        line.value()));
        return samples;
    }

    /** A page without the series repeats the value of the page before. */
    private static double[] values(Series series, List<Map<Series, Double>> pages) {
        double[] values = new double[pages.size()];
        double last =
                series.isCounter()
                        ? 0
                        : pages.stream()
                                .flatMap(page -> Stream.ofNullable(page.get(series)))
                                .findFirst()
                                .orElseThrow();
        for (int i = 0; i < values.length; i++) {
            last = pages.get(i).getOrDefault(series, last);
            values[i] = last;
        }
        return values;
    }
}
