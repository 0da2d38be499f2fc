/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import com.github.dockerjava.api.model.VolumesFrom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;

/**
 * A JVM in its own container, running one of the programs of com.acme, with its own JDK's tools.
 */
public final class TargetContainer extends RunningContainer {
    private static final double NANOS = 1e9;
    private static final Duration START = Duration.ofSeconds(60);

    private final Jdk jdk;

    private TargetContainer(TargetSpec spec) {
        super(spec.jdk.image(), spec.command());
        jdk = spec.jdk;
        container.withCreateContainerCmdModifier(command -> apply(spec, command));
    }

    /** Starts it and waits until its program is ready, or, if it is held, until its JVM waits. */
    public static TargetContainer start(TargetSpec spec) {
        TargetContainer target = new TargetContainer(spec);
        try {
            target.container.start();
            if (spec.isHeld()) {
                target.awaitHeld();
            } else {
                target.awaitOutput("READY", START);
            }
            return target;
        } catch (RuntimeException e) {
            target.close();
            throw e;
        }
    }

    private static void apply(TargetSpec spec, CreateContainerCmd command) {
        HostConfig host = Objects.requireNonNull(command.getHostConfig());
        Bind programs =
                new Bind(Checkout.targets().toString(), new Volume("/targets"), AccessMode.ro);
        Bind sources =
                new Bind(Checkout.sources().toString(), new Volume("/sources"), AccessMode.ro);
        host.withBinds(programs, sources)
                .withReadonlyRootfs(spec.readOnlyRoot)
                .withTmpFs(spec.tmpfs)
                .withInit(spec.needsInit());
        if (!spec.defaultCapabilities) {
            host.withCapDrop(Capability.ALL);
        }
        if (spec.memoryBytes > 0) {
            host.withMemory(spec.memoryBytes).withMemorySwap(spec.memoryBytes);
        }
        if (spec.reservationBytes > 0) {
            host.withMemoryReservation(spec.reservationBytes);
        }
        if (spec.cpus > 0) {
            host.withNanoCPUs((long) (spec.cpus * NANOS));
        }
        spec.volumesOf.ifPresent(id -> host.withVolumesFrom(new VolumesFrom(id)));
        spec.pidNamespaceOf.ifPresent(id -> host.withPidMode("container:" + id));
        List<String> environment = new ArrayList<>();
        spec.environment.forEach((key, value) -> environment.add(key + "=" + value));
        command.withVolumes(spec.volumes.stream().map(Volume::new).toList());
        command.withUser(spec.user).withEnv(environment);
    }

    /** The JDK's own {@code jcmd}, run inside with {@code pid} first in the arguments. */
    public Ran jcmd(String... arguments) {
        return tool("jcmd", arguments);
    }

    /** The JDK's own {@code jstat}, run inside. */
    public Ran jstat(String... arguments) {
        return tool("jstat", arguments);
    }

    /** The output of the JDK's own jstat for the JVM in the container, with each option. */
    public Ran jstatOfEach(List<String> options) {
        String access =
                jdk == Jdk.JDK_8
                        ? "-cp /targets:$(dirname $(readlink -f $(command -v jstat)))/../lib/tools.jar"
                        : "-cp /targets --add-modules jdk.jcmd --add-opens"
                                + " jdk.jcmd/sun.tools.jstat=ALL-UNNAMED";
        return exec(
                "sh",
                "-c",
                "java -XX:TieredStopAtLevel=1 -XX:-UsePerfData %s com.acme.JstatOfEachOption 1 %s"
                        .formatted(access, String.join(" ", options)));
    }

    private Ran tool(String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of(name));
        command.addAll(List.of(arguments));
        return exec(command.toArray(String[]::new));
    }

    /** The pid that the program printed at its last start: its own in its namespace. */
    public int pid() {
        String ready =
                output().lines().filter(line -> line.startsWith("READY ")).reduce("", (a, b) -> b);
        if (ready.isEmpty()) {
            throw new IllegalStateException("not ready:\n" + output());
        }
        return Integer.parseInt(ready.substring("READY ".length()).strip());
    }

    /** Number of times that the program became ready, restarts included. */
    public long starts() {
        return output().lines().filter(line -> line.startsWith("READY ")).count();
    }

    /** The names of our files in its /tmp. */
    public List<String> heapsightFiles() {
        return exec("ls", "/tmp")
                .outOrThrow()
                .lines()
                .filter(name -> name.startsWith("heapsight"))
                .toList();
    }

    /** Whether SIGQUIT was sent to the JVM. */
    public boolean printedThreadDump() {
        return output().contains("Full thread dump");
    }

    /** Stops the JVM, as PID 1: its counters and its heap do not change. */
    public void pause() {
        signal("STOP");
        Awaitility.await().until(() -> HostProcess.state(hostPid()) == 'T');
    }

    /** Resumes a paused JVM. */
    public void resume() {
        signal("CONT");
    }

    /**
     * Kills the JVM of {@link TargetSpec.Parent#RESTARTER} and waits until the next one is ready.
     */
    public void restart() {
        long before = starts();
        exec("sh", "-c", "kill -9 " + pid()).outOrThrow();
        Awaitility.await()
                .atMost(START)
                .pollInterval(Backoff.from(Duration.ofMillis(20)))
                .until(() -> starts() > before);
    }

    /**
     * Lets a JVM of {@link TargetSpec.Parent#HELD_BEFORE_SIGNALS} start, and waits until it is
     * ready.
     */
    public void letStart() {
        exec("sh", "-c", "echo > /tmp/held").outOrThrow();
        awaitOutput("READY", START);
    }

    private void awaitHeld() {
        Awaitility.await()
                .atMost(START)
                .until(() -> HostProcess.children(hostPid()).stream().anyMatch(HostProcess::isJvm));
    }

    /**
     * Sends a request to the program Churn ("gc", "beans"); returns the lines of com.acme.Beans.
     */
    public List<String> ask(String request) {
        exec("sh", "-c", "rm -f /tmp/answer; echo " + request + " > /tmp/ask").outOrThrow();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> exec("sh", "-c", "test -f /tmp/answer").exitCode() == 0);
        return exec("cat", "/tmp/answer").outOrThrow().lines().toList();
    }
}
