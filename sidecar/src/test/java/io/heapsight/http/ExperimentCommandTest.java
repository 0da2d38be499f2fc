/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.Main;
import io.heapsight.unit.JdkTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code experiment} as a process of its own. */
class ExperimentCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int BY_SIGTERM = 128 + 15;

    private final List<String> states = new CopyOnWriteArrayList<>();

    @TempDir private Path folder;

    @Test
    void firstStateIsRestoredWhenInterruptedDuringARun() throws Exception {
        HttpServer switched = switched();
        Path said = folder.resolve("said.txt");
        try (ReplayedTarget target =
                        new ReplayedTarget((int) ProcessHandle.current().pid(), "Shop");
                RunningApi api =
                        RunningApi.of(
                                Map.of("HEAPSIGHT_DATA_DIR", folder.toString()), List.of(target))) {
            // Background processes of a script ignore the terminal's signals.
            Process experiment = experiment(plan(switched), api, said);
            try {
                Awaitility.await()
                        .atMost(PATIENCE)
                        .until(() -> api.get("/runs").body().contains("WARN"));
                experiment.destroy();

                assertThat(experiment.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(experiment.exitValue()).as(Files.readString(said)).isEqualTo(BY_SIGTERM);
                assertThat(states)
                        .as(Files.readString(said))
                        .containsExactly("INFO", "WARN", "INFO");
                assertThat(api.get("/runs").body()).doesNotContain("recording");
            } finally {
                experiment.destroyForcibly();
            }
        } finally {
            switched.stop(0);
        }
    }

    @Test
    void jobsAreStartedRecordedAndCompared() throws Exception {
        HttpServer switched = switched();
        Path said = folder.resolve("said.txt");
        try (ReplayedTarget target =
                        new ReplayedTarget((int) ProcessHandle.current().pid(), "Shop");
                RunningApi api =
                        RunningApi.of(
                                Map.of("HEAPSIGHT_DATA_DIR", folder.toString()), List.of(target))) {
            Process experiment = experiment(jobs(switched), api, said, "--format", "markdown");
            try {
                assertThat(experiment.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(experiment.exitValue()).as(Files.readString(said)).isZero();
            } finally {
                experiment.destroyForcibly();
            }
            assertThat(states)
                    .containsExactly(
                            "INFO", "job", "job", "job", "job", "WARN", "job", "job", "job", "job",
                            "INFO");
            assertThat(Files.readString(said))
                    .contains("2 runs; Ctrl-C")
                    .contains("INFO#1: warming up, job 3")
                    .contains("WARN#1: recording")
                    .contains("| `work.records` | 300 | 300 |");
            String run = api.get("/runs/WARN%231?format=json").body();
            assertThat(run)
                    .contains("\"jobs\":2")
                    .contains("\"records\":300")
                    .contains("\"lines\":0");
        } finally {
            switched.stop(0);
        }
    }

    private static Process experiment(Path plan, RunningApi api, Path said, String... options)
            throws IOException {
        ProcessBuilder command =
                JdkTools.java(
                        Main.class.getName(),
                        "experiment",
                        plan.toString(),
                        "--port",
                        Integer.toString(api.port()));
        command.command().addAll(List.of(options));
        return command.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    }

    private HttpServer switched() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/level",
                exchange -> {
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    states.add(new String(body, StandardCharsets.UTF_8));
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }

    private Path plan(HttpServer switched) throws IOException {
        return written(
                """
                duration: 3s
                repetitions: 1
                arms:
                  - name: INFO
                    switch: {url: 'http://127.0.0.1:%1$d/level', body: INFO}
                  - name: WARN
                    switch: {url: 'http://127.0.0.1:%1$d/level', body: WARN}
                """,
                switched);
    }

    private Path jobs(HttpServer switched) throws IOException {
        return written(
                """
                repetitions: 1
                lines: {command: [echo, 17]}
                work:
                  start: {url: 'http://127.0.0.1:%1$d/level', body: job}
                  records: 300
                  jobs: 2
                  warmUp: 3
                arms:
                  - name: INFO
                    switch: {url: 'http://127.0.0.1:%1$d/level', body: INFO}
                  - name: WARN
                    switch: {url: 'http://127.0.0.1:%1$d/level', body: WARN}
                """,
                switched);
    }

    private Path written(String plan, HttpServer switched) throws IOException {
        return Files.writeString(
                folder.resolve("plan.yaml"), plan.formatted(switched.getAddress().getPort()));
    }
}
