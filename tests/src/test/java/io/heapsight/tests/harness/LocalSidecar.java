/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * {@code ./heapsight serve} or {@code demo} as a child process of the test, on a free port of
 * loopback.
 */
public final class LocalSidecar implements AutoCloseable {
    private final Process process;
    private final Path output;
    private final int port;

    private LocalSidecar(Process process, Path output, int port) {
        this.process = process;
        this.output = output;
        this.port = port;
    }

    /** Starts {@code ./heapsight serve} with these HEAPSIGHT_… settings; waits until it answers. */
    public static LocalSidecar start(Map<String, String> settings) {
        return start("serve", settings, "/healthz");
    }

    /** The same; waits until it samples a target. */
    public static LocalSidecar startSampling(Map<String, String> settings) {
        return start("serve", settings, "/readyz");
    }

    /** Starts {@code ./heapsight demo} as from a shell; waits until its sidecar samples. */
    public static LocalSidecar demo(Map<String, String> settings) {
        return start("demo", settings, "/readyz");
    }

    private static LocalSidecar start(String command, Map<String, String> settings, String ready) {
        int port = SidecarContainer.freePort();
        try {
            Path output = Files.createTempFile(Checkout.scratch(), command, ".log");
            ProcessBuilder builder =
                    new ProcessBuilder(Checkout.root().resolve("heapsight").toString(), command)
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile());
            builder.environment().put("HEAPSIGHT_PORT", String.valueOf(port));
            builder.environment().put("HEAPSIGHT_BIND", "127.0.0.1");
            if (command.equals("serve")) {
                builder.environment().put("HEAPSIGHT_DATA_DIR", dataDirectory());
            }
            builder.environment().putAll(settings);
            LocalSidecar sidecar = new LocalSidecar(builder.start(), output, port);
            sidecar.await(ready);
            return sidecar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder of its own: the default one belongs to one sidecar at a time. */
    private static String dataDirectory() throws IOException {
        return Files.createTempDirectory(Checkout.scratch(), "data").toString();
    }

    private void await(String path) {
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> !process.isAlive() || HttpCaller.answers(uri().resolve(path)));
            if (!process.isAlive()) {
                throw new IllegalStateException("it ended at its start:\n" + output());
            }
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public HttpCaller caller() {
        return new HttpCaller(uri(), "");
    }

    /** The current page of /metrics. */
    public MetricsText metrics() {
        HttpResponse<String> page = caller().get("/metrics");
        if (page.statusCode() != 200) {
            throw new IllegalStateException(page.statusCode() + " " + page.body());
        }
        return new MetricsText(page.body());
    }

    /** Its log so far. */
    public String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a shell command of the manual, which uses port 9404, against this sidecar. */
    public Ran shell(String command) {
        String ours = command.replace("localhost:9404", "127.0.0.1:" + port);
        return Ran.run(List.of("sh", "-c", ours), Checkout.root());
    }

    /** The pids of its child processes. */
    public List<Long> children() {
        return process.descendants().map(ProcessHandle::pid).toList();
    }

    /** Its current kernel resources. */
    public Holdings holdings() {
        return HostProcess.holdings(process.pid());
    }

    /**
     * Ends it as a kubelet does: SIGTERM, then SIGKILL after the grace period, which fails the
     * test. Waits until its child processes have ended, too: the next test finds the demo's JVM by
     * its name.
     */
    @Override
    public void close() {
        List<Long> children = children();
        process.destroy();
        if (!HostProcess.hasEnded(process)) {
            String jstack = LocalJdk.of(Runtime.version().feature()).tool("jstack");
            Ran stacks = Ran.run(List.of(jstack, String.valueOf(process.pid())));
            process.destroyForcibly();
            throw new IllegalStateException("not ended by SIGTERM:\n" + output() + stacks.out());
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(10))
                .until(() -> children.stream().noneMatch(pid -> ProcessHandle.of(pid).isPresent()));
        output.toFile().delete();
    }
}
