/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.LiveView;
import io.heapsight.cli.output.OutputFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code --watch} of commands that query a sidecar. */
class WatchTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> requests = new ArrayList<>();
    private final List<Duration> pauses = new ArrayList<>();
    private Runnable betweenRefreshes = () -> {};
    private HttpServer sidecar;

    @BeforeEach
    void start() throws IOException {
        sidecar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sidecar.createContext(
                "/",
                exchange -> {
                    requests.add(exchange.getRequestURI().toString());
                    String body =
                            requests.getLast().contains("json")
                                    ? "{\"answer\":%d}\n".formatted(requests.size())
                                    : "answer %d: GET /runs\n".formatted(requests.size());
                    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, bytes.length);
                    exchange.getResponseBody().write(bytes);
                    exchange.close();
                });
        sidecar.start();
    }

    @AfterEach
    void stop() {
        sidecar.stop(0);
    }

    /** Runs a command, which ends before the third refresh. */
    private int run(
            BiFunction<Console, Function<OutputFormat, LiveView>, Callable<Integer>> command,
            String... arguments) {
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        Function<OutputFormat, LiveView> views =
                format ->
                        new LiveView(
                                console,
                                format,
                                Optional.empty(),
                                InstantSource.fixed(Instant.EPOCH),
                                this::pause);
        List<String> line = new ArrayList<>(List.of(arguments));
        line.add("--port=" + sidecar.getAddress().getPort());
        return new CommandLine(command.apply(console, views))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((_, _, _) -> ExitCode.REPORTED)
                .execute(line.toArray(String[]::new));
    }

    private void pause(Duration interval) {
        pauses.add(interval);
        betweenRefreshes.run();
        if (pauses.size() == 2) {
            throw new CancellationException();
        }
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void memoryIsQueriedAgain() {
        run(MemoryCommand::new, "--watch", "Shop", "--loaders");

        assertThat(requests)
                .hasSize(2)
                .containsOnly("/memory?format=text&loaders=true&target=Shop");
        assertThat(out())
                .isEqualTo(
                        """
                        1970-01-01T00:00:00Z
                        answer 1: heapsight run list

                        1970-01-01T00:00:00Z
                        answer 2: heapsight run list
                        """);
        assertThat(pauses).containsOnly(Duration.ofSeconds(15));
    }

    @Test
    void documentsOfGcAreLines() {
        run(GcCommand::new, "--watch=5s", "--format=json", "7");

        assertThat(requests).containsOnly("/gc?format=json&target=7");
        assertThat(out()).isEqualTo("{\"answer\":1}\n{\"answer\":2}\n");
        assertThat(pauses).containsOnly(Duration.ofSeconds(5));
    }

    @Test
    void lostSidecarIsALineAndTriedAgain() {
        betweenRefreshes = () -> sidecar.stop(0);
        run(GcCommand::new, "--watch");

        assertThat(out()).contains("answer 1");
        assertThat(err())
                .contains("heapsight: No sidecar answers: ", "Next try in 15 s.")
                .doesNotContain("a bug");
        assertThat(pauses).hasSize(2);
    }

    @Test
    void logFilesAndShortIntervalsAreRefused() {
        assertThat(run(GcCommand::new, "--watch", "gc.log")).isEqualTo(ExitCode.USAGE);
        assertThat(run(GcCommand::new, "--watch=4s")).isEqualTo(ExitCode.USAGE);
        assertThat(run(MemoryCommand::new, "--watch=4s")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("without files of a GC log", "at least 5s");
        assertThat(requests).isEmpty();
    }

    @Test
    void withoutTheOptionThereIsOneAnswer() {
        assertThat(run(MemoryCommand::new)).isEqualTo(ExitCode.DONE);
        assertThat(requests).containsExactly("/memory?format=text");
    }
}
