/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The settings of a target container. Immutable: each {@code with…} method returns a changed copy.
 */
public final class TargetSpec {
    final Jdk jdk;
    private final String program;
    private List<String> flags = List.of("-Xmx64m");
    private List<String> arguments = List.of();
    private Parent parent = Parent.NONE;
    String user = "1000:1000";
    Map<String, String> environment = Map.of();
    Map<String, String> tmpfs = Map.of();
    List<String> volumes = List.of();
    Optional<String> volumesOf = Optional.empty();
    boolean isSource;
    boolean readOnlyRoot;
    boolean defaultCapabilities;
    long memoryBytes;
    long reservationBytes;
    double cpus;
    Optional<String> pidNamespaceOf = Optional.empty();

    /** The JVM's parent process in the container. */
    public enum Parent {
        /** None: the JVM is PID 1. */
        NONE,
        /** Docker's own init, as with {@code --init}. */
        INIT,
        /** A shell that restarts the JVM after each end. */
        RESTARTER,
        /**
         * As INIT, and the JVM waits, before it handles any signal, until {@link
         * TargetContainer#letStart}.
         */
        HELD_BEFORE_SIGNALS,
        /** None: a shell execs the JVM, with a file /tmp/output as standard output. */
        OUTPUT_TO_FILE
    }

    private TargetSpec(Jdk jdk, String program) {
        this.jdk = jdk;
        this.program = program;
    }

    /**
     * com.acme.{@code program} with -Xmx64m as uid and gid 1000, no capabilities, PID 1, no limits.
     */
    public static TargetSpec of(Jdk jdk, String program) {
        return new TargetSpec(jdk, program);
    }

    /** The source file of com.acme.{@code program}, run by {@code java Program.java}: JDK 11 on. */
    public static TargetSpec source(Jdk jdk, String program) {
        return of(jdk, program).changed(spec -> spec.isSource = true);
    }

    public static TargetSpec idle(Jdk jdk) {
        return of(jdk, "Idle");
    }

    public static TargetSpec idle(Jdk jdk, Collector collector) {
        return of(jdk, "Idle").with(collector);
    }

    /**
     * Idle, whose garbage stays until the first full collection: from JDK 26 on, the initial heap
     * is so small that a young collection would free it.
     */
    public static TargetSpec idleWithGarbage(Jdk jdk, Collector collector) {
        return idle(jdk, collector).withFlags("-Xms64m");
    }

    public TargetSpec with(Collector collector) {
        return withFlags(jdk.flags(collector).toArray(String[]::new));
    }

    /** Adds JVM flags after the existing ones. */
    public TargetSpec withFlags(String... more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(more));
        return changed(spec -> spec.flags = List.copyOf(all));
    }

    /** The program's own arguments. */
    public TargetSpec withArguments(String... all) {
        return changed(spec -> spec.arguments = List.of(all));
    }

    public TargetSpec withUser(String uidAndGid) {
        return changed(spec -> spec.user = uidAndGid);
    }

    public TargetSpec withEnvironment(String key, String value) {
        return changed(spec -> spec.environment = plus(environment, key, value));
    }

    /** A tmpfs at {@code mountPoint}; options as in {@code --tmpfs}, may be empty. */
    public TargetSpec withTmpfs(String mountPoint, String options) {
        return changed(spec -> spec.tmpfs = plus(tmpfs, mountPoint, options));
    }

    public TargetSpec withReadOnlyRoot() {
        return changed(spec -> spec.readOnlyRoot = true);
    }

    /** A volume of its own at {@code mountPoint}, initialized from the image's folder. */
    public TargetSpec withVolume(String mountPoint) {
        return changed(spec -> spec.volumes = List.of(mountPoint));
    }

    /** The volumes of another container. */
    public TargetSpec withVolumesOf(String containerId) {
        return changed(spec -> spec.volumesOf = Optional.of(containerId));
    }

    /** Docker's default capabilities instead of none. */
    public TargetSpec withDefaultCapabilities() {
        return changed(spec -> spec.defaultCapabilities = true);
    }

    /** No capabilities, the default. */
    TargetSpec withoutCapabilities() {
        return changed(spec -> spec.defaultCapabilities = false);
    }

    /** The container's memory limit, without swap. */
    public TargetSpec withMemory(long bytes) {
        return changed(spec -> spec.memoryBytes = bytes);
    }

    /** The container's memory reservation: its soft memory limit. */
    public TargetSpec withReservation(long bytes) {
        return changed(spec -> spec.reservationBytes = bytes);
    }

    /** The container's CPU quota. */
    public TargetSpec withCpus(double cores) {
        return changed(spec -> spec.cpus = cores);
    }

    public TargetSpec under(Parent newParent) {
        return changed(spec -> spec.parent = newParent);
    }

    /** Runs in the PID namespace of another container. */
    public TargetSpec inPidNamespaceOf(String containerId) {
        return changed(spec -> spec.pidNamespaceOf = Optional.of(containerId));
    }

    boolean needsInit() {
        return parent == Parent.INIT || parent == Parent.HELD_BEFORE_SIGNALS;
    }

    boolean isHeld() {
        return parent == Parent.HELD_BEFORE_SIGNALS;
    }

    /** The container's command line. */
    List<String> command() {
        List<String> java = new ArrayList<>(List.of("java"));
        java.addAll(flags);
        if (isHeld()) {
            // A JVM reads this file before it installs a signal handler; a FIFO blocks it there
            // until a writer opens it.
            // writer.
            java.add("-XX:Flags=/tmp/held");
        }
        java.addAll(
                isSource
                        ? List.of("/sources/com/acme/" + program + ".java")
                        : List.of("-cp", "/targets:/targets/lib/*", "com.acme." + program));
        java.addAll(arguments);
        return switch (parent) {
            case NONE, INIT -> java;
            case RESTARTER -> shell("while :; do \"$@\"; done", java);
            case OUTPUT_TO_FILE -> shell("exec \"$@\" > /tmp/output", java);
            case HELD_BEFORE_SIGNALS -> shell("mkfifo /tmp/held; exec \"$@\"", java);
        };
    }

    private TargetSpec changed(Consumer<TargetSpec> change) {
        TargetSpec copy = new TargetSpec(jdk, program);
        copy.flags = flags;
        copy.arguments = arguments;
        copy.parent = parent;
        copy.user = user;
        copy.environment = environment;
        copy.tmpfs = tmpfs;
        copy.volumes = volumes;
        copy.volumesOf = volumesOf;
        copy.isSource = isSource;
        copy.readOnlyRoot = readOnlyRoot;
        copy.defaultCapabilities = defaultCapabilities;
        copy.memoryBytes = memoryBytes;
        copy.reservationBytes = reservationBytes;
        copy.cpus = cpus;
        copy.pidNamespaceOf = pidNamespaceOf;
        change.accept(copy);
        return copy;
    }

    private static Map<String, String> plus(Map<String, String> map, String key, String value) {
        Map<String, String> all = new LinkedHashMap<>(map);
        all.put(key, value);
        return Map.copyOf(all);
    }

    private static List<String> shell(String script, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("sh", "-c", script, "sh"));
        all.addAll(arguments);
        return all;
    }
}
