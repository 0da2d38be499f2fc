/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Debian's Prometheus, scraping one sidecar every second, with a data folder of its own. */
public final class Prometheus implements AutoCloseable {
    /** The recording and alerting rules of this checkout. */
    public static final Path RULES = Checkout.root().resolve("prometheus/heapsight.rules.yaml");

    private final Process process;
    private final Path folder;
    private final int port;

    private Prometheus(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /** Starts it with the rules of this checkout, and waits until it is ready. */
    public static Prometheus scraping(URI sidecar) {
        int port = SidecarContainer.freePort();
        try {
            Path folder = Files.createTempDirectory(Checkout.scratch(), "prometheus");
            Path file = folder.resolve("prometheus.yml");
            Files.writeString(file, configuration(sidecar.getAuthority()));
            Process process =
                    new ProcessBuilder(
                                    "prometheus",
                                    "--config.file=" + file,
                                    "--storage.tsdb.path=" + folder.resolve("data"),
                                    "--web.listen-address=127.0.0.1:" + port)
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("log").toFile())
                            .start();
            Prometheus prometheus = new Prometheus(process, folder, port);
            prometheus.awaitReady();
            return prometheus;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String configuration(String sidecar) {
        return """
            global:
              scrape_interval: 1s
              scrape_timeout: 1s
              evaluation_interval: 1s
            rule_files: ["%s"]
            scrape_configs:
              - job_name: heapsight
                static_configs:
                  - targets: ["%s"]
                    labels: { namespace: tests, pod: shop }
            """
                .formatted(RULES, sidecar);
    }

    private void awaitReady() throws IOException {
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(
                            () ->
                                    !process.isAlive()
                                            || HttpCaller.answers(uri().resolve("/-/ready")));
            if (!process.isAlive()) {
                throw new IllegalStateException(Files.readString(folder.resolve("log")));
            }
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The vector that an instant query gives: one value a series. */
    public List<Double> query(String promql) {
        String path = "/api/v1/query?query=" + URLEncoder.encode(promql, StandardCharsets.UTF_8);
        Json answer = Json.parse(new HttpCaller(uri(), "").get(path).body());
        if (!answer.at("status").text().equals("success")) {
            throw new IllegalStateException(promql + ": " + answer.at("error").text());
        }
        return answer.at("data", "result").items().stream()
                .map(series -> Double.valueOf(series.at("value").items().get(1).text()))
                .toList();
    }

    /** What it says of its targets: "lastError" and the like, as JSON. */
    public String targets() {
        return new HttpCaller(uri(), "").get("/api/v1/targets").body();
    }

    /** Its own metrics. */
    public MetricsText metrics() {
        return new MetricsText(new HttpCaller(uri(), "").get("/metrics").body());
    }

    /** Ends it and removes its data. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
