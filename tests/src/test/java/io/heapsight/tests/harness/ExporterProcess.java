/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A JVM of this machine that exposes its own metrics to Prometheus. */
public final class ExporterProcess implements AutoCloseable {
    private final Process process;
    private final int port;

    private ExporterProcess(Process process, int port) {
        this.process = process;
        this.port = port;
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> HttpCaller.answers(uri().resolve("/metrics")) || !process.isAlive());
    }

    /** With the JMX exporter's agent. */
    public static ExporterProcess jmxAgent(LocalJdk jdk) {
        int port = SidecarContainer.freePort();
        try {
            Path rules = Files.writeString(Checkout.scratch().resolve("jmx.yaml"), "rules: []\n");
            Path agent =
                    libraries()
                            .filter(each -> each.contains("javaagent"))
                            .map(Path::of)
                            .findFirst()
                            .orElseThrow();
            return start(
                    jdk,
                    port,
                    "-javaagent:" + agent + "=127.0.0.1:" + port + ":" + rules,
                    "-cp",
                    Checkout.targets().toString(),
                    "com.acme.Idle");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** With Prometheus' Java library. */
    public static ExporterProcess clientJava(LocalJdk jdk) {
        int port = SidecarContainer.freePort();
        List<String> classPath = new ArrayList<>(List.of(Checkout.targets().toString()));
        classPath.addAll(libraries().filter(each -> !each.contains("javaagent")).toList());
        return start(
                jdk,
                port,
                "-cp",
                String.join(":", classPath),
                "com.acme.ClientJava",
                String.valueOf(port));
    }

    private static Stream<String> libraries() {
        try (Stream<Path> files = Files.list(Checkout.targets().resolve("lib"))) {
            return files.map(Path::toString).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ExporterProcess start(LocalJdk jdk, int port, String... arguments) {
        List<String> command = new ArrayList<>(List.of(jdk.tool("java"), "-Xmx64m"));
        command.addAll(List.of(arguments));
        try {
            Path log = Files.createTempFile(Checkout.scratch(), "exporter", ".log");
            return new ExporterProcess(
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start(),
                    port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public void close() {
        HostProcess.kill(process);
    }
}
