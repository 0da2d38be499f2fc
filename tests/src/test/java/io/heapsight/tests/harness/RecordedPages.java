/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import io.heapsight.fleet.Dialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
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
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*?),?\\})? (\\S+)");
    private static final String PAGE = "# AT ";

    /**
     * A series of a page.
     *
     * @param labels as they are written
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
        List<Map<Series, Double>> pages = new ArrayList<>();
        Set<Series> all = new LinkedHashSet<>();
        try (BufferedReader lines = reader("/pages/" + dialect.label() + ".txt.gz")) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher sample = SAMPLE.matcher(line);
                if (line.startsWith(PAGE)) {
                    pages.add(new HashMap<>());
                } else if (sample.matches()
                        && !sample.group(1).endsWith("_bucket")
                        && names.matcher(sample.group(1)).matches()) {
                    Series series =
                            new Series(
                                    sample.group(1),
                                    Objects.requireNonNullElse(sample.group(2), ""));
                    all.add(series);
                    pages.getLast().put(series, Double.valueOf(sample.group(3)));
                }
            }
        }
        Map<Series, double[]> values = new LinkedHashMap<>();
        all.forEach(series -> values.put(series, values(series, pages)));
        return new RecordedPages(values, pages.size());
    }

    private static BufferedReader reader(String resource) throws IOException {
        InputStream file =
                Objects.requireNonNull(RecordedPages.class.getResourceAsStream(resource), resource);
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8));
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
