/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.sidecar.DataDirectoryLock;
import io.heapsight.cli.sidecar.Sidecar;
import io.heapsight.cli.sidecar.SidecarWiring;
import io.heapsight.config.SidecarConfig;
import io.heapsight.unit.EventLog;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code heapsight serve}: runs the sidecar until SIGTERM. */
@Command(
        name = "serve",
        description = {
            "Runs the sidecar until SIGTERM.",
            "Configured by HEAPSIGHT_… environment variables: see docs/configuration.md."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
    private static final Duration LONGEST_END = Duration.ofSeconds(20);

    private final SidecarWiring wiring;
    private final Map<String, String> environment;
    private final Console console;

    ServeCommand(SidecarWiring wiring, Map<String, String> environment, Console console) {
        this.wiring = wiring;
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        SidecarConfig config = SidecarConfig.read(environment);
        EventLog log = EventLog.to(console.err(), config.logFormat());
        AtomicReference<@Nullable Sidecar> started = new AtomicReference<>();
        Thread stop = new Thread(() -> end(started.get(), log), "heapsight-stop");
        Runtime.getRuntime().addShutdownHook(stop);
        boolean ended = false;
        try (DataDirectoryLock _ = DataDirectoryLock.take(config.dataDir(), log);
                Sidecar sidecar = wiring.start(config, log)) {
            started.set(sidecar);
            log.info("listening", EventLog.field("port", sidecar.port()));
            sidecar.awaitIdle();
            log.info("exits: no connection for HEAPSIGHT_EXIT_WHEN_IDLE");
            ended = true;
        } finally {
            if (!ended) {
                leaveExitCode(stop);
            }
        }
        return ExitCode.DONE;
    }

    /** The exit code of a failed start. */
    private static void leaveExitCode(Thread stop) {
        try {
            Runtime.getRuntime().removeShutdownHook(stop);
        } catch (IllegalStateException _) {
            return; // stopped by a signal
        }
    }

    /**
     * Ends the process with exit code 0, the code of an orderly stop. After SIGTERM, a JVM ends
     * with 143, which Kubernetes reports as an error. A part that does not stop is abandoned:
     * otherwise Kubernetes kills the process after the grace period, and the log is lost.
     */
    private static void end(@Nullable Sidecar sidecar, EventLog log) {
        if (sidecar != null) { // null while it is starting
            Thread closing = Thread.ofPlatform().daemon().start(() -> close(sidecar, log));
            try {
                if (!closing.join(LONGEST_END)) {
                    log.warn(
                            "a part of the sidecar does not stop",
                            EventLog.field("at", Arrays.toString(closing.getStackTrace())));
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        log.info("stopped");
        Runtime.getRuntime().halt(ExitCode.DONE);
    }

    private static void close(Sidecar sidecar, EventLog log) {
        try {
            sidecar.close();
        } catch (RuntimeException e) {
            log.warn("a part of the sidecar failed to stop", EventLog.field("reason", e));
        }
    }
}
