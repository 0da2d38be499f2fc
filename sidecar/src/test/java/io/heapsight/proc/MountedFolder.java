/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in the mount namespace of a process, seen through its root, as a target's is. */
public final class MountedFolder implements AutoCloseable {
    private final Process process;
    private final Path folder;

    private MountedFolder(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /** A file system in memory. */
    public static MountedFolder memory(Path parent, int mebibytes) throws IOException {
        return mount(parent, "mount -t tmpfs -o size=%dm none mounted".formatted(mebibytes));
    }

    /** A file system like a container's root, on the disk of a folder. */
    public static MountedFolder overlay(Path parent) throws IOException {
        return mount(
                parent,
                "mkdir lower upper work; mount -t overlay -o"
                        + " lowerdir=lower,upperdir=upper,workdir=work none mounted");
    }

    /** Skips the test where that is not allowed. */
    private static MountedFolder mount(Path parent, String script) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("mounted")).toRealPath();
        Process process =
                new ProcessBuilder(
                                "unshare",
                                "--map-root-user",
                                "--mount",
                                "sh",
                                "-c",
                                script + " && echo mounted && exec sleep 600")
                        .directory(parent.toFile())
                        .redirectErrorStream(true)
                        .start();
        String said = process.inputReader(StandardCharsets.UTF_8).readLine();
        assumeThat(said).isEqualTo("mounted");
        return new MountedFolder(
                process, Path.of("/proc/%d/root%s".formatted(process.pid(), folder)));
    }

    /** The process that sees it. */
    public int pid() {
        return (int) process.pid();
    }

    public Path path() {
        return folder;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
