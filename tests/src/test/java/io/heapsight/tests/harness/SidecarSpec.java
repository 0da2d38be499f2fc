/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import com.github.dockerjava.api.model.Capability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The settings of a sidecar container. Immutable: each {@code with…} method returns a changed copy.
 */
public final class SidecarSpec {
    final Optional<String> targetId;
    private List<String> command = List.of("serve");
    Network network = Network.HOST;
    String user = "1000:1000";
    Map<String, String> environment = Map.of();
    boolean readOnlyRoot = true;
    boolean defaultCapabilities;
    List<Capability> added = List.of();
    long memoryBytes;
    Map<String, String> files = Map.of();
    boolean dataVolume;
    long dataTmpfsBytes;

    /** The network of its callers. */
    public enum Network {
        /**
         * This machine's own network: a test calls it on loopback, as kubectl port-forward does.
         */
        HOST,
        /** A separate network with a published port: a test is a remote caller of the sidecar. */
        OWN
    }

    private SidecarSpec(Optional<String> targetId) {
        this.targetId = targetId;
    }

    /**
     * {@code serve} in the target's PID namespace, as 1000:1000, no capabilities, read-only root,
     * on loopback.
     */
    public static SidecarSpec beside(RunningContainer target) {
        return new SidecarSpec(Optional.of(target.id()));
    }

    /** As root, with a capability that the target lacks; the target then can't enter it. */
    public static SidecarSpec unreachableBeside(RunningContainer target) {
        return beside(target).withUser("0:0").withDefaultCapabilities();
    }

    /** The same, alone in its own PID namespace. */
    public static SidecarSpec alone() {
        return new SidecarSpec(Optional.empty());
    }

    public SidecarSpec withCommand(String... all) {
        return changed(spec -> spec.command = List.of(all));
    }

    public SidecarSpec withUser(String uidAndGid) {
        return changed(spec -> spec.user = uidAndGid);
    }

    /** A HEAPSIGHT_… setting. */
    public SidecarSpec withEnvironment(String key, String value) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put(key, value);
        return changed(spec -> spec.environment = Map.copyOf(all));
    }

    public SidecarSpec withWritableRoot() {
        return changed(spec -> spec.readOnlyRoot = false);
    }

    /** Docker's default capabilities instead of none. */
    public SidecarSpec withDefaultCapabilities() {
        return changed(spec -> spec.defaultCapabilities = true);
    }

    /** No capabilities. */
    SidecarSpec withoutCapabilities() {
        return changed(
                spec -> {
                    spec.defaultCapabilities = false;
                    spec.added = List.of();
                });
    }

    /** Capabilities beyond none, or beyond the default ones. */
    public SidecarSpec withAddedCapabilities(Capability... all) {
        return changed(spec -> spec.added = List.of(all));
    }

    /** One more capability. */
    SidecarSpec withMore(Capability capability) {
        List<Capability> all = new ArrayList<>(added);
        all.add(capability);
        return changed(spec -> spec.added = List.copyOf(all));
    }

    /** The container's memory limit, without swap. */
    public SidecarSpec withMemory(long bytes) {
        return changed(spec -> spec.memoryBytes = bytes);
    }

    /** A volume of its own, on disk, at its data directory. */
    public SidecarSpec withDataVolume() {
        return changed(spec -> spec.dataVolume = true);
    }

    /** The settings to store, analyse and repeatedly capture heap dumps. */
    public SidecarSpec withHeapDumps() {
        return withMemory(256L << 20)
                .withDataVolume()
                .withEnvironment("HEAPSIGHT_MIN_INTERVAL_HEAPDUMP", "0s");
    }

    /** A data directory in memory of this many bytes. */
    public SidecarSpec withDataTmpfs(long bytes) {
        return changed(spec -> spec.dataTmpfsBytes = bytes);
    }

    public SidecarSpec on(Network newNetwork) {
        return changed(spec -> spec.network = newNetwork);
    }

    /** Gives the sidecar a token file with this text. */
    public SidecarSpec withToken(String text) {
        return withFile("/run/token", text).withEnvironment("HEAPSIGHT_TOKEN_FILE", "/run/token");
    }

    /** A file with this text. */
    public SidecarSpec withFile(String path, String text) {
        Map<String, String> all = new LinkedHashMap<>(files);
        all.put(path, text);
        return changed(spec -> spec.files = Map.copyOf(all));
    }

    List<String> command() {
        return command;
    }

    /** Its user and permissions, as flags of docker run. */
    @Override
    public String toString() {
        StringBuilder flags = new StringBuilder("--user ").append(user);
        flags.append(defaultCapabilities ? "" : " --cap-drop ALL");
        added.forEach(capability -> flags.append(" --cap-add ").append(capability));
        return flags.append(readOnlyRoot ? " --read-only" : "").toString();
    }

    boolean serves() {
        return command.getFirst().equals("serve");
    }

    private SidecarSpec changed(Consumer<SidecarSpec> change) {
        SidecarSpec copy = new SidecarSpec(targetId);
        copy.command = command;
        copy.network = network;
        copy.user = user;
        copy.environment = environment;
        copy.readOnlyRoot = readOnlyRoot;
        copy.defaultCapabilities = defaultCapabilities;
        copy.added = added;
        copy.memoryBytes = memoryBytes;
        copy.files = files;
        copy.dataVolume = dataVolume;
        copy.dataTmpfsBytes = dataTmpfsBytes;
        change.accept(copy);
        return copy;
    }
}
