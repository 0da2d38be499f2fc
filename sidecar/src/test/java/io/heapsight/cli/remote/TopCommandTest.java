/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.LiveView;
import io.heapsight.fleet.FakePrometheus;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TopCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Duration> pauses = new ArrayList<>();
    private Runnable betweenRefreshes = () -> {};

    /** Runs the command, which ends before the third refresh. */
    private int top(String... arguments) {
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        TopCommand command =
                new TopCommand(
                        console,
                        format ->
                                new LiveView(
                                        console,
                                        format,
                                        Optional.empty(),
                                        InstantSource.system(),
                                        this::pause));
        return new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler(
                        (e, _, _) -> {
                            console.note(e.getMessage() + " " + e.getClass().getSimpleName());
                            return ExitCode.REPORTED;
                        })
                .execute(arguments);
    }

    private void pause(Duration interval) {
        pauses.add(interval);
        betweenRefreshes.run();
        if (pauses.size() == 2) {
            throw new CancellationException();
        }
    }

    private static void addPod(FakePrometheus server, String name) {
        Map<String, String> pod =
                Map.of(
                        "namespace",
                        "shop",
                        "pod",
                        name,
                        "container",
                        "app",
                        "area",
                        "heap",
                        "id",
                        "G1 Old Gen");
        server.add("jvm_memory_used_bytes", pod, _ -> 3e8);
        server.add("jvm_memory_max_bytes", pod, _ -> 5e8);
    }

    private static String address(FakePrometheus server) throws ProblemException {
        try (var client = server.client()) {
            return client.address().toString();
        }
    }

    @Test
    void eachRefreshQueriesAgain() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            addPod(server, "web-0");
            betweenRefreshes = () -> addPod(server, "web-1");
            top(
                    "--prometheus",
                    address(server),
                    "--dialect=micrometer",
                    "--watch",
                    "--format=json");
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .as(err.toString(StandardCharsets.UTF_8))
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .contains("\"podCount\":1", "\"takenAt\":\"20")
                                        .contains("have no figures in this Prometheus"),
                        second -> assertThat(second).contains("\"podCount\":2", "shop/web-1"));
        assertThat(pauses).containsExactly(Duration.ofSeconds(15), Duration.ofSeconds(15));
    }

    @Test
    void laterFailureIsALineOnly() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            addPod(server, "web-0");
            betweenRefreshes = server::removeAll;
            top(
                    "--prometheus",
                    address(server),
                    "--dialect=micrometer",
                    "--watch=30s",
                    "--format=text");
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).containsOnlyOnce("shop/web-0");
        assertThat(err.toString(StandardCharsets.UTF_8).lines().toList())
                .first()
                .asString()
                .contains("heapsight: No pods with metrics of Micrometer: ", "Next try in 30 s.");
        assertThat(pauses).hasSize(2);
    }

    @Test
    void firstFailureIsTheCommands() throws ProblemException {
        try (FakePrometheus server = new FakePrometheus()) {
            assertThat(top("--prometheus", address(server), "--watch")).isEqualTo(1);
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("ProblemException");
        assertThat(pauses).isEmpty();
    }

    @Test
    void shortIntervalIsRefused() {
        assertThat(top("--watch=4s")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("at least 5s");
        assertThat(top("--watch", "--rows")).isEqualTo(ExitCode.USAGE);
        assertThat(pauses).isEmpty();
    }
}
