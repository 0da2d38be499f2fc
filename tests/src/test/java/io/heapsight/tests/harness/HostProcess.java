/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of this machine in the tests' /proc, and its end. */
final class HostProcess {
    private static final Duration GRACE = Duration.ofSeconds(30);

    private HostProcess() {}

    /** The state letter of /proc/PID/stat; '-' when there is no such process. */
    static char state(long pid) {
        String stat = read(pid, "stat");
        return stat.isEmpty() ? '-' : stat.charAt(stat.lastIndexOf(')') + 2);
    }

    static List<Long> children(long pid) {
        return Stream.of(read(pid, "task/" + pid + "/children").split(" "))
                .filter(child -> !child.isBlank())
                .map(child -> Long.valueOf(child.strip()))
                .toList();
    }

    static boolean isJvm(long pid) {
        return read(pid, "maps").contains("libjvm.so");
    }

    static Holdings holdings(long pid) {
        String maps = read(pid, "maps");
        return new Holdings(
                entries(pid, "fd"),
                entries(pid, "task"),
                (int) maps.lines().count(),
                (int) maps.lines().filter(line -> line.contains("hsperfdata")).count());
    }

    private static int entries(long pid, String folder) {
        String[] names = Path.of("/proc", String.valueOf(pid), folder).toFile().list();
        return names == null ? 0 : names.length;
    }

    /** /proc/PID/status; empty when there is no such process. */
    static String status(long pid) {
        return read(pid, "status");
    }

    static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(pid), file));
        } catch (IOException gone) {
            return "";
        }
    }

    /** Waits up to half a minute for the end of a stopped process; returns whether it ended. */
    static boolean hasEnded(Process process) {
        try {
            return process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process ended", e);
        }
    }

    /** Ends a process as a container runtime does: SIGTERM, then SIGKILL. */
    static void end(Process process) {
        process.destroy();
        if (!hasEnded(process)) {
            kill(process);
        }
    }

    /** Kills a process and waits for its end. */
    static void kill(Process process) {
        if (!hasEnded(process.destroyForcibly())) {
            throw new IllegalStateException("not ended by SIGKILL: " + process.info());
        }
    }
}
