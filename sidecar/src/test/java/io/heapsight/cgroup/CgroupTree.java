/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.ProcFs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process in a fixture of /proc, and the control groups that it sees. */
public final class CgroupTree {
    private final Path proc;
    private final int pid;

    public CgroupTree(Path proc, int pid) {
        this.proc = proc;
        this.pid = pid;
    }

    /** Content of {@code /proc/PID/cgroup}. */
    public CgroupTree in(String... lines) throws IOException {
        return write(Path.of("cgroup"), String.join("\n", lines));
    }

    /** Content of {@code /proc/PID/mountinfo}. */
    public CgroupTree mounts(String... lines) throws IOException {
        return write(Path.of("mountinfo"), String.join("\n", lines));
    }

    /** Content of the sidecar's own mountinfo. */
    public CgroupTree ownMounts(String... lines) throws IOException {
        Path file = proc.resolve("self/mountinfo");
        Files.createDirectories(file.getParent());
        Files.writeString(file, String.join("\n", lines) + "\n");
        return this;
    }

    /** The path of a folder of the process as the sidecar sees it. */
    Path seenAt(String folder) {
        return process().resolve("root" + folder).toAbsolutePath();
    }

    /**
     * Files below the mounts.
     *
     * @param folder such as "/sys/fs/cgroup"
     * @param files blocks of a name, a colon and the content, which ends at an empty line
     */
    public CgroupTree group(String folder, String files) throws IOException {
        for (String file : files.strip().split("\n\n")) {
            String[] parts = file.split(":\n|: ", 2);
            write(Path.of("root" + folder, parts[0]), parts[1]);
        }
        return this;
    }

    public CgroupTree without(String file) throws IOException {
        Files.delete(process().resolve("root" + file));
        return this;
    }

    private CgroupTree write(Path path, String text) throws IOException {
        Path file = process().resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
        return this;
    }

    private Path process() {
        return proc.resolve(Integer.toString(pid));
    }

    Cgroup found() {
        return Cgroup.find(new ProcFs(proc), pid).toOptional().orElseThrow();
    }
}
