/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.heapsight.cli.output.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code heapsight run}: the requests it sends; the server answers with them. */
class RunCommandTest {
    @TempDir private Path folder;
    private HttpServer sidecar;

    @BeforeEach
    void start() throws IOException {
        sidecar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sidecar.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    byte[] request =
                            (exchange.getRequestMethod()
                                            + " "
                                            + exchange.getRequestURI()
                                            + " "
                                            + exchange.getRequestHeaders().getFirst("Accept"))
                                    .getBytes(UTF_8);
                    exchange.getResponseHeaders().set("Content-Type", "application/json");
                    exchange.sendResponseHeaders(200, request.length);
                    exchange.getResponseBody().write(request);
                    exchange.close();
                });
        sidecar.start();
    }

    @AfterEach
    void stop() {
        sidecar.stop(0);
    }

    private String requestOf(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, UTF_8);
        CommandLine command = new CommandLine(new RunCommand(new Console(stream, stream)));
        command.setCaseInsensitiveEnumValuesAllowed(true);
        String[] all = new String[arguments.length + 4];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        all[arguments.length] = "--format";
        all[arguments.length + 1] = "json";
        all[arguments.length + 2] = "--port";
        all[arguments.length + 3] = Integer.toString(sidecar.getAddress().getPort());
        assertThat(command.execute(all)).as(out.toString(UTF_8)).isZero();
        return out.toString(UTF_8);
    }

    @Test
    void everyAnswerCanBeJson() throws IOException {
        Path file = Files.writeString(folder.resolve("run.json"), "{}");

        assertThat(requestOf("start", "A#1")).isEqualTo("PUT /runs/A%231 application/json");
        assertThat(requestOf("mark", "A#1", "--jobs", "3"))
                .isEqualTo("POST /runs/A%231/marks?jobs=3 application/json");
        assertThat(requestOf("stop", "A#1")).isEqualTo("POST /runs/A%231/stop application/json");
        assertThat(requestOf("delete", "A#1")).isEqualTo("DELETE /runs/A%231 application/json");
        assertThat(requestOf("import", "A#1", file.toString()))
                .startsWith("PUT /runs/A%231/import?format=json");
    }
}
