/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Debian's Prometheus, scraping every second, with its own data folder. With {@code
 * -Dheapsight.victoria-metrics=PROGRAM}, recorded samples are in VictoriaMetrics instead; with
 * {@code -Dheapsight.thanos=PROGRAM}, queries of them go to Thanos' querier.
 */
public final class Prometheus implements AutoCloseable {
    private static final String VICTORIA_METRICS =
            System.getProperty("heapsight.victoria-metrics", "");
    private static final String THANOS = System.getProperty("heapsight.thanos", "");

    /** The recording and alerting rules of this checkout. */
    public static final Path RULES = Checkout.root().resolve("prometheus/heapsight.rules.yaml");

    private final List<Process> processes;
    private final Path folder;
    private final int port;

    private Prometheus(List<Process> processes, Path folder, int port) {
        this.processes = processes;
        this.folder = folder;
        this.port = port;
    }

    /** The labels of one address in a static configuration: "pod: shop". */
    public record Scraped(URI address, String labels) {}

    /** Starts it with the rules of this checkout, and waits until it is ready. */
    public static Prometheus scraping(URI sidecar) {
        return scraping(List.of(new Scraped(sidecar, "namespace: tests, pod: shop")));
    }

    /** The same of several addresses, all in one job. */
    public static Prometheus scraping(List<Scraped> all) {
        try {
            Path folder = Files.createTempDirectory(Checkout.scratch(), "prometheus");
            return start(folder, configuration(all));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts one that scrapes nothing, and has the given samples.
     *
     * @param samples writes them in the OpenMetrics format, with a time for each
     */
    static Prometheus holding(Consumer<PrintWriter> samples) {
        try {
            Path folder = Files.createTempDirectory(Checkout.scratch(), "prometheus");
            Path openMetrics = folder.resolve("samples.om");
            try (PrintWriter out =
                    new PrintWriter(Files.newBufferedWriter(openMetrics, StandardCharsets.UTF_8))) {
                samples.accept(out);
                out.println("# EOF");
            }
            if (!VICTORIA_METRICS.isEmpty()) {
                return victoriaMetrics(folder, openMetrics);
            }
            Ran.run(
                            List.of(
                                    "promtool",
                                    "tsdb",
                                    "create-blocks-from",
                                    "openmetrics",
                                    openMetrics.toString(),
                                    folder.resolve("data").toString()))
                    .outOrThrow();
            // Thanos' sidecar needs external labels.
            Prometheus prometheus =
                    start(
                            folder,
                            "global: { scrape_interval: 1h, external_labels: { cluster: tests } }\n");
            return THANOS.isEmpty() ? prometheus : thanos(prometheus);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Prometheus start(Path folder, String configuration) throws IOException {
        int port = SidecarContainer.freePort();
        Path file = folder.resolve("prometheus.yml");
        Files.writeString(file, configuration);
        return start(
                folder,
                port,
                "prometheus",
                "--config.file=" + file,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--storage.tsdb.retention.time=30d",
                "--web.listen-address=127.0.0.1:" + port);
    }

    private static Prometheus start(Path folder, int port, String... command) throws IOException {
        Prometheus prometheus = new Prometheus(List.of(process(folder, command)), folder, port);
        prometheus.awaitReady();
        return prometheus;
    }

    private static Process process(Path folder, String... command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    /** Starts Thanos' sidecar beside it, and a querier, whose address replaces its own. */
    private static Prometheus thanos(Prometheus engine) throws IOException {
        String store = "127.0.0.1:" + SidecarContainer.freePort();
        int port = SidecarContainer.freePort();
        List<Process> processes = new ArrayList<>(engine.processes);
        Prometheus querier = new Prometheus(processes, engine.folder, port);
        processes.add(
                process(
                        engine.folder,
                        THANOS,
                        "sidecar",
                        "--prometheus.url=" + engine.uri(),
                        "--tsdb.path=" + engine.folder.resolve("data"),
                        "--grpc-address=" + store,
                        "--http-address=127.0.0.1:" + SidecarContainer.freePort()));
        processes.add(
                process(
                        engine.folder,
                        THANOS,
                        "query",
                        "--endpoint=" + store,
                        "--grpc-address=127.0.0.1:" + SidecarContainer.freePort(),
                        "--http-address=127.0.0.1:" + port));
        querier.awaitReady();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> !querier.query("count({__name__!=\"\"})").isEmpty());
        return querier;
    }

    private static Prometheus victoriaMetrics(Path folder, Path openMetrics) throws IOException {
        int port = SidecarContainer.freePort();
        Prometheus engine =
                start(
                        folder,
                        port,
                        VICTORIA_METRICS,
                        "-storageDataPath=" + folder.resolve("data"),
                        "-retentionPeriod=30d",
                        "-httpListenAddr=127.0.0.1:" + port);
        Path text = folder.resolve("samples.txt");
        try (Stream<String> lines = Files.lines(openMetrics)) {
            Files.write(
                    text,
                    lines.filter(line -> !line.startsWith("#"))
                            .map(line -> line + "000") // milliseconds
                            .toList());
        }
        Ran.run(
                        List.of(
                                "curl",
                                "-sSf",
                                "-T",
                                text.toString(),
                                "-X",
                                "POST",
                                engine.uri().resolve("/api/v1/import/prometheus").toString()))
                .outOrThrow();
        new HttpCaller(engine.uri(), "").get("/internal/force_flush");
        return engine;
    }

    private static String configuration(List<Scraped> all) {
        StringBuilder text =
                new StringBuilder(
                        """
                        global:
                          scrape_interval: 1s
                          scrape_timeout: 1s
                          evaluation_interval: 1s
                        rule_files: ["%s"]
                        scrape_configs:
                          - job_name: heapsight
                            static_configs:
                        """
                                .formatted(RULES));
        for (Scraped each : all) {
            text.append(
                    """
                          - targets: ["%s"]
                            labels: { %s }
                    """
                            .indent(2)
                            .formatted(each.address().getAuthority(), each.labels()));
        }
        return text.toString();
    }

    private void awaitReady() throws IOException {
        try {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> !allAlive() || HttpCaller.answers(uri().resolve("/-/ready")));
            if (!allAlive()) {
                throw new IllegalStateException(Files.readString(folder.resolve("log")));
            }
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    private boolean allAlive() {
        return processes.stream().allMatch(Process::isAlive);
    }

    /** Its address. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The vector of an instant query: one value per series. */
    public List<Double> query(String promql) {
        return result(promql, "").items().stream()
                .map(series -> Double.valueOf(series.at("value").items().get(1).text()))
                .toList();
    }

    /** The same at one moment, labels included, as text to compare two queries. */
    public Set<String> queryAt(Instant moment, String promql) {
        return result(promql, "&time=" + moment.toEpochMilli() / 1e3).items().stream()
                .map(Json::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Json result(String promql, String more) {
        String path =
                "/api/v1/query?query=" + URLEncoder.encode(promql, StandardCharsets.UTF_8) + more;
        Json answer = Json.parse(new HttpCaller(uri(), "").get(path).body());
        if (!answer.at("status").text().equals("success")) {
            throw new IllegalStateException(promql + ": " + answer.at("error").text());
        }
        return answer.at("data", "result");
    }

    /** The parsed expressions of all rules. */
    public List<String> rules() {
        Json answer = Json.parse(new HttpCaller(uri(), "").get("/api/v1/rules").body());
        return answer.at("data", "groups").items().stream()
                .flatMap(group -> group.at("rules").items().stream())
                .map(rule -> rule.at("query").text())
                .toList();
    }

    /** Its state of the targets: "lastError" and the like, as JSON. */
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
        processes.reversed().forEach(HostProcess::end);
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
