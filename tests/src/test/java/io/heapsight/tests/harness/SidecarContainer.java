/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.Capability;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.testcontainers.containers.ExecConfig;
import org.testcontainers.containers.output.OutputFrame.OutputType;

/**
 * Our own image in the PID namespace of a target: its HTTP API, and {@code heapsight …} run inside.
 */
public final class SidecarContainer extends RunningContainer {
    private static final int PORT = 9404;
    private static final String DATA = "/var/lib/heapsight";
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration SAMPLING = Duration.ofSeconds(20);

    private final SidecarSpec spec;
    private final int port;

    private SidecarContainer(SidecarSpec spec) {
        super(HeapsightImage.tag(), spec.command());
        this.spec = spec;
        port = spec.network == SidecarSpec.Network.HOST ? freePort() : PORT;
        if (spec.network == SidecarSpec.Network.HOST) {
            container.withNetworkMode("host");
        } else {
            container.withExposedPorts(PORT);
        }
        container.withCreateContainerCmdModifier(this::apply);
    }

    /** Starts it and, when it serves, waits until /healthz answers. */
    public static SidecarContainer start(SidecarSpec spec) {
        SidecarContainer sidecar = new SidecarContainer(spec);
        try {
            sidecar.container.start();
            if (spec.serves()) {
                sidecar.awaitHealthy();
            }
            return sidecar;
        } catch (RuntimeException e) {
            sidecar.close();
            throw e;
        }
    }

    /** Starts the default one beside a target. */
    public static SidecarContainer beside(RunningContainer target) {
        return start(SidecarSpec.beside(target));
    }

    /**
     * Runs one command of the image beside a target ("jstat", "gcutil", "1") to its end, with the
     * rest of {@code spec}.
     */
    public static Ran run(SidecarSpec spec, String... command) {
        try (SidecarContainer sidecar = start(spec.withCommand(command))) {
            int exitCode = sidecar.awaitExit(Duration.ofSeconds(60));
            return new Ran(
                    exitCode,
                    sidecar.container.getLogs(OutputType.STDOUT),
                    sidecar.container.getLogs(OutputType.STDERR));
        }
    }

    private void apply(CreateContainerCmd command) {
        HostConfig host = Objects.requireNonNull(command.getHostConfig());
        spec.targetId.ifPresent(id -> host.withPidMode("container:" + id));
        host.withReadonlyRootfs(spec.readOnlyRoot);
        if (!spec.defaultCapabilities) {
            host.withCapDrop(Capability.ALL);
        }
        host.withCapAdd(spec.added.toArray(Capability[]::new));
        if (spec.memoryBytes > 0) {
            host.withMemory(spec.memoryBytes).withMemorySwap(spec.memoryBytes);
        }
        if (spec.dataVolume) {
            command.withVolumes(new Volume(DATA));
        }
        if (spec.dataTmpfsBytes > 0) {
            host.withTmpFs(Map.of(DATA, "size=" + spec.dataTmpfsBytes + ",mode=1777"));
        }
        List<String> environment = new ArrayList<>(List.of("HEAPSIGHT_PORT=" + port));
        spec.environment.forEach((key, value) -> environment.add(key + "=" + value));
        host.withBinds(spec.files.entrySet().stream().map(SidecarContainer::bind).toList());
        command.withUser(spec.user).withEnv(environment);
    }

    private static Bind bind(Map.Entry<String, String> given) {
        try {
            Path file = Files.createTempFile(Checkout.scratch(), "given", "");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            file.toFile().deleteOnExit();
            Files.writeString(file, given.getValue());
            return new Bind(file.toString(), new Volume(given.getKey()), AccessMode.ro);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitHealthy() {
        Awaitility.await()
                .atMost(START)
                .pollInterval(Backoff.from(Duration.ofMillis(50)))
                .until(() -> !isRunning() || HttpCaller.answers(uri().resolve("/healthz")));
        if (!isRunning()) {
            throw new IllegalStateException("the sidecar ended at its start:\n" + output());
        }
    }

    /** Kills it, and restarts it with the same files, as a kubelet would. */
    public void killAndStartAgain() {
        signal("KILL");
        awaitExit(START);
        startAgain();
    }

    @Override
    public void startAgain() {
        super.startAgain();
        awaitHealthy();
    }

    /** The address for tests. */
    public URI uri() {
        int reached =
                spec.network == SidecarSpec.Network.HOST ? port : container.getMappedPort(PORT);
        return URI.create("http://127.0.0.1:" + reached);
    }

    /** A caller without a token: on loopback to a sidecar on HOST, remote to one on OWN. */
    public HttpCaller caller() {
        return new HttpCaller(uri(), "");
    }

    /** The same, once it samples. */
    public HttpCaller readyCaller() {
        HttpCaller caller = caller();
        Awaitility.await()
                .atMost(SAMPLING)
                .pollInterval(Backoff.from(Duration.ofMillis(50)))
                .until(() -> caller.get("/readyz").statusCode() == 200);
        return caller;
    }

    /**
     * The same, once it has attached to its only target. Call this before the target's own {@code
     * jcmd}: if two programs attach to a JVM for the first time at once, it may print its threads.
     */
    public HttpCaller attachedCaller() {
        HttpCaller caller = readyCaller();
        HttpResponse<String> histogram = caller.get("/histogram?top=1");
        if (histogram.statusCode() != 200) {
            throw new IllegalStateException("not attached:\n" + histogram.body());
        }
        return caller;
    }

    public HttpCaller callerWithToken(String token) {
        return new HttpCaller(uri(), token);
    }

    /** Fills its data directory. */
    public void fillDisk() throws IOException {
        Path filler = dataFolder("filler");
        byte[] piece = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(piece);
            }
        } catch (IOException full) {
            if (!String.valueOf(full.getMessage()).contains("No space left")) {
                throw full;
            }
        }
    }

    /** A folder in its data directory, as a path of this machine. */
    public Path dataFolder(String name) {
        return Path.of("/proc", Long.toString(hostPid()), "root", DATA, name);
    }

    /** The names in a folder of its data directory. */
    public List<String> dataFiles(String folder) {
        try (Stream<Path> files = Files.list(dataFolder(folder))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a folder in its data directory has a file with this prefix. */
    public boolean hasDataFile(String folder, String prefix) {
        return Files.isDirectory(dataFolder(folder))
                && dataFiles(folder).stream().anyMatch(name -> name.startsWith(prefix));
    }

    /** The pids of its child processes in this machine's namespace. */
    public List<Long> children() {
        return ProcessHandle.of(hostPid())
                .orElseThrow()
                .descendants()
                .map(ProcessHandle::pid)
                .toList();
    }

    /** Memory of the sidecar's own process without file pages, which the kernel can't reclaim. */
    public long anonymousBytes() {
        return anonymousBytes(hostPid());
    }

    /** The same with its child processes. */
    public long anonymousBytesWithChildren() {
        return anonymousBytes()
                + children().stream().mapToLong(SidecarContainer::anonymousBytes).sum();
    }

    private static long anonymousBytes(long pid) {
        return HostProcess.status(pid)
                .lines()
                .filter(line -> line.startsWith("RssAnon:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .sum();
    }

    /** The container's maximum memory use, file pages included. */
    public long memoryPeakBytes() {
        Path cgroup = Path.of("/proc", Long.toString(hostPid()), "root/sys/fs/cgroup");
        Path peak = cgroup.resolve("memory.peak");
        try {
            return Long.parseLong(
                    Files.readString(
                                    Files.exists(peak)
                                            ? peak
                                            : cgroup.resolve("memory/memory.max_usage_in_bytes"))
                            .strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The child processes with a word in their command line. */
    public List<Long> children(String word) {
        return children().stream().filter(pid -> commandLine(pid).contains(word)).toList();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
        } catch (IOException _) {
            return ""; // it has ended
        }
    }

    /** The command line and the environment of a process, by this machine's /proc. */
    public static String startOf(long pid) {
        return HostProcess.read(pid, "cmdline") + "\0" + HostProcess.read(pid, "environ");
    }

    /** {@code heapsight arguments} in the running container, with more in its environment. */
    public Ran heapsightWith(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of("heapsight"));
        command.addAll(List.of(arguments));
        return exec(
                ExecConfig.builder()
                        .envVars(environment)
                        .command(command.toArray(String[]::new))
                        .build());
    }

    /** {@code heapsight arguments} in the running container. */
    public Ran heapsight(String... arguments) {
        List<String> command = new ArrayList<>(List.of("heapsight"));
        command.addAll(List.of(arguments));
        return exec(command.toArray(String[]::new));
    }
}
