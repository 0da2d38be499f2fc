/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A fixture of /proc: this process and processes beside it, all with uid and gid 1000. */
public final class ProcFixture {
    private final Path root;

    /** With an uptime of 1,000 s; self is 5, uid and gid 1000, no capabilities. */
    public ProcFixture(Path root) throws IOException {
        this.root = root;
        Files.writeString(root.resolve("uptime"), "1000.00 0.00\n");
        Files.writeString(root.resolve("stat"), "btime 1700000000\n");
        Files.createDirectories(root.resolve("self"));
        status("self", 5, 1000, 1000, 0, 0);
    }

    public ProcFs procFs() {
        return new ProcFs(root);
    }

    /** Advances the time. */
    public void uptime(int seconds) throws IOException {
        Files.writeString(root.resolve("uptime"), seconds + ".00 0.00\n");
    }

    public Path of(int pid) {
        return root.resolve(Integer.toString(pid));
    }

    /** Changes our own ids. */
    public void self(int uid, int gid, long capabilities) throws IOException {
        status("self", 5, uid, gid, capabilities, 0);
    }

    /** A HotSpot JVM of uid and gid 1000 that handles SIGQUIT and has a writable /tmp. */
    public void jvm(int pid, long startTicks, String... commandLine) throws IOException {
        Files.createDirectories(of(pid).resolve("root/tmp"));
        start(pid, startTicks);
        target(pid, 1000, 1000, 0, 0x4);
        Files.writeString(of(pid).resolve("cmdline"), String.join("\0", commandLine) + "\0");
        Files.writeString(of(pid).resolve("environ"), "");
        Files.writeString(
                of(pid).resolve("maps"),
                "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /opt/jdk/lib/server/libjvm.so\n");
    }

    public void start(int pid, long startTicks) throws IOException {
        state(pid, startTicks, 'S');
    }

    /** A process in a control group of version 1 that is frozen. */
    public void frozen(int pid) throws IOException {
        Files.writeString(of(pid).resolve("cgroup"), "6:freezer:/docker/1\n");
        Files.writeString(
                of(pid).resolve("mountinfo"),
                "30 20 0:25 /docker/1 /sys/fs/cgroup/freezer ro - cgroup cgroup rw,freezer\n");
        Path group = Files.createDirectories(of(pid).resolve("root/sys/fs/cgroup/freezer"));
        Files.writeString(group.resolve("freezer.state"), "FROZEN\n");
    }

    /**
     * Sets the state of the process, see proc(5).
     *
     * @param state 'S' sleeps, 'T' is stopped
     */
    public void state(int pid, long startTicks, char state) throws IOException {
        Files.writeString(
                of(pid).resolve("stat"),
                pid
                        + " (java) "
                        + state
                        + " 1 7 7 0 -1 0 0 0 0 0 1 1 0 0 20 0 19 0 "
                        + startTicks
                        + " 3500000000 88 1\n");
    }

    public void target(int pid, int uid, int gid, long capabilities, long caught)
            throws IOException {
        status(Integer.toString(pid), pid, uid, gid, capabilities, caught);
    }

    private void status(String folder, int pid, int uid, int gid, long capabilities, long caught)
            throws IOException {
        Files.writeString(
                root.resolve(folder).resolve("status"),
                """
                Name:\tjava
                Pid:\t%d
                Uid:\t%d\t%d\t%d\t%d
                Gid:\t%d\t%d\t%d\t%d
                NSpid:\t%d\t1
                SigCgt:\t%016x
                CapPrm:\t%016x
                CapEff:\t%016x
                """
                        .formatted(
                                pid,
                                uid,
                                uid,
                                uid,
                                uid,
                                gid,
                                gid,
                                gid,
                                gid,
                                pid,
                                caught,
                                capabilities,
                                capabilities));
    }
}
