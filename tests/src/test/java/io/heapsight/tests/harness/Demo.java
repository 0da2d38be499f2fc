/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** {@code ./heapsight demo} as a user runs it, on a port of its own. */
public final class Demo implements AutoCloseable {
    private final Process process;
    private final Path output;
    private final int port;

    private Demo(Process process, Path output, int port) {
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /** Starts it and waits until its sidecar samples. */
    public static Demo start() {
        int port = SidecarContainer.freePort();
        try {
            Path output = Files.createTempFile(Checkout.scratch(), "demo", ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(Checkout.root().resolve("heapsight").toString(), "demo")
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile());
            builder.environment().put("HEAPSIGHT_PORT", String.valueOf(port));
            Demo demo = new Demo(builder.start(), output, port);
            demo.awaitReady();
            return demo;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(3))
                    .until(
                            () ->
                                    !process.isAlive()
                                            || HttpCaller.answers(uri().resolve("/readyz")));
            if (!process.isAlive()) {
                throw new IllegalStateException("the demo ended:\n" + output());
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** What it printed so far. */
    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a shell command of the manual, which speaks of port 9404, against this demo. */
    public Ran shell(String command) {
        String ours = command.replace("localhost:9404", "127.0.0.1:" + port);
        return Ran.run(List.of("sh", "-c", ours), Checkout.root());
    }

    /** The pids of the processes that it started. */
    public List<Long> children() {
        return process.descendants().map(ProcessHandle::pid).toList();
    }

    /** Ends it as Ctrl-C does, and waits for its end. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
