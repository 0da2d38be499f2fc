/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import io.heapsight.tests.harness.MetricsText;
import io.heapsight.tests.harness.PlainConnection;
import io.heapsight.tests.harness.Quiet;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Many concurrent scrapers: each gets its whole page, and the sampler keeps its pace. */
@Quiet
@Isolated
class LoadTest {
    private static final int CONNECTIONS = 50;
    private static final int REQUESTS_EACH = 400;
    private static final double INTERVAL_SECONDS = 1;

    /** The last family of a page: it proves a complete page. */
    private static final String LAST = "heapsight_scrape_duration_seconds";

    @Test
    void twentyThousandScrapesOverFiftyConnectionsCauseNoMissedTick() throws Exception {
        try (LocalTarget target = LocalTarget.start(LocalJdk.of(25), "Scraped");
                LocalSidecar sidecar =
                        LocalSidecar.start(Map.of("HEAPSIGHT_TARGET", "com.acme.Scraped"))) {
            Awaitility.await().until(() -> isSampled(sidecar.metrics()));
            MetricsText before = sidecar.metrics();
            long begin = System.nanoTime();

            List<String> faults = scrapeFromAll(sidecar.uri());

            double seconds = (System.nanoTime() - begin) / 1e9;
            MetricsText after = sidecar.metrics();
            assertThat(faults).isEmpty();
            assertThat(target.isAlive()).isTrue();
            assertThat(moved("heapsight_scrapes_total", before, after))
                    .isEqualTo(CONNECTIONS * REQUESTS_EACH + 1);
            assertThat(moved("heapsight_samples_missed_total", before, after)).isZero();
            assertThat(moved("heapsight_samples_failed_total", before, after)).isZero();
            assertThat(moved("heapsight_samples_total", before, after))
                    .isBetween(seconds / INTERVAL_SECONDS - 2, seconds / INTERVAL_SECONDS + 2);
            System.err.printf(
                    "heapsight: %d scrapes in %.1f s%n", CONNECTIONS * REQUESTS_EACH, seconds);
        }
    }

    private static List<String> scrapeFromAll(URI uri) throws Exception {
        Callable<List<String>> scraper = () -> scrape(uri);
        List<String> faults = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(CONNECTIONS)) {
            List<Future<List<String>>> all = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(executor.submit(scraper));
            }
            for (Future<List<String>> each : all) {
                faults.addAll(each.get());
            }
        }
        return faults;
    }

    /** Errors on one connection that stays open. */
    private static List<String> scrape(URI uri) throws IOException {
        List<String> faults = new ArrayList<>();
        try (PlainConnection connection = PlainConnection.to(uri)) {
            for (int i = 0; i < REQUESTS_EACH; i++) {
                PlainConnection.Answer answer = connection.get("/metrics");
                if (!answer.status().equals("HTTP/1.1 200 OK")) {
                    faults.add(answer.status());
                } else if (!isWhole(answer.body())) {
                    faults.add("cut: …" + answer.body().lines().reduce("", (_, last) -> last));
                }
            }
        }
        return faults;
    }

    private static boolean isWhole(String page) {
        return page.contains("jvm_threads_current{target=\"Scraped\"")
                && page.endsWith("\n")
                && page.stripTrailing().lines().reduce("", (_, last) -> last).startsWith(LAST);
    }

    private static boolean isSampled(MetricsText metrics) {
        return metrics.find("jvm_threads_current").isPresent();
    }

    private static double moved(String counter, MetricsText before, MetricsText after) {
        return after.valueOrThrow(counter) - before.valueOrThrow(counter);
    }
}
