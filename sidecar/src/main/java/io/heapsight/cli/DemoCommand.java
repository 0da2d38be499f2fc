/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.sidecar.Sidecar;
import io.heapsight.cli.sidecar.SidecarWiring;
import io.heapsight.config.SidecarConfig;
import io.heapsight.demo.LeakingShop;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code heapsight demo}: runs a leaking JVM, and a sidecar that watches it, on this machine. */
@Command(
        name = "demo",
        description = "Starts a sample leaking JVM beside a sidecar on 127.0.0.1, until Ctrl-C.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    /** G1 marks the live set from the start, so that the leak is known before the heap is full. */
    private static final List<String> FLAGS =
            List.of(
                    "-Xmx128m",
                    "-XX:+UseG1GC",
                    "-XX:InitiatingHeapOccupancyPercent=10",
                    "-XX:TieredStopAtLevel=1");

    private final SidecarWiring wiring;
    private final Map<String, String> environment;
    private final Console console;

    @Option(names = "--port", paramLabel = "PORT", description = "default: HEAPSIGHT_PORT, or 9404")
    private @Nullable Integer port;

    DemoCommand(SidecarWiring wiring, Map<String, String> environment, Console console) {
        this.wiring = wiring;
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        Path data = Files.createTempDirectory("heapsight-demo-"); // readable only by this user
        Process shop = startShop();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(shop, data), "demo-stop"));
        SidecarConfig config = SidecarConfig.read(settings(shop.pid(), data));
        EventLog log = EventLog.to(console.err(), config.logFormat());
        try (Sidecar sidecar = wiring.start(config, log)) {
            console.out().print(guide(shop.pid(), sidecar.port()));
            console.out().flush();
            int code = shop.waitFor();
            console.note("heapsight: the sample JVM has ended with exit code " + code + ".");
            return ExitCode.REPORTED;
        } finally {
            shop.destroy();
        }
    }

    /** Returns the user's settings, with defaults that permit many requests per minute. */
    private Map<String, String> settings(long shop, Path data) {
        Map<String, String> settings = new HashMap<>(environment);
        settings.put("HEAPSIGHT_TARGET", Long.toString(shop));
        settings.put("HEAPSIGHT_BIND", "127.0.0.1");
        if (port != null) {
            settings.put("HEAPSIGHT_PORT", port.toString());
        }
        settings.putIfAbsent("HEAPSIGHT_HISTOGRAM_INTERVAL", "30s");
        settings.putIfAbsent("HEAPSIGHT_MIN_INTERVAL_HISTOGRAM", "0s");
        settings.putIfAbsent("HEAPSIGHT_MIN_INTERVAL_GARBAGE", "0s");
        settings.putIfAbsent("HEAPSIGHT_MIN_INTERVAL_THREADS", "0s");
        settings.putIfAbsent("HEAPSIGHT_MIN_INTERVAL_TRIM", "0s");
        settings.putIfAbsent("HEAPSIGHT_MIN_INTERVAL_HEAPDUMP", "0s");
        settings.putIfAbsent("HEAPSIGHT_DATA_DIR", data.toString());
        return settings;
    }

    /** Deletes all files, including dumps of the demo. */
    private static void end(Process shop, Path data) {
        shop.destroy();
        try (Stream<Path> all = Files.walk(data)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException _) {
            return; // a file is still being written: the system clears its temporary folder
        }
    }

    private static Process startShop() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(LeakingShop.class.getName());
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String guide(long pid, int port) {
        String url = "localhost:" + port;
        return """

        A leaking shop runs as pid %d, and a sidecar watches it on http://127.0.0.1:%d

          curl '%s/histogram?top=10'          class histogram: OrderLine leaks
          curl '%s/histogram/diff?seconds=10' growth by class
          curl -X POST %s/garbage             garbage by class (runs a full GC)
          curl -X POST %s/heapdumps           takes and analyses a heap dump: see /jobs
          curl %s/gcutil                      as jstat -gcutil
          curl %s/metrics                     for Prometheus
          curl %s/                            list of all endpoints

        Ctrl-C ends both.
        """
                .formatted(pid, port, url, url, url, url, url, url, url);
    }
}
