/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The control group of a process, of one of the two versions that kernels have. Each reading looks
 * at the files anew: limits can be changed while a container runs.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v2.html">Control Group v2</a>
 */
public sealed interface Cgroup permits CgroupV1, CgroupV2 {
    /**
     * What it uses, and may use.
     *
     * @throws IOException when the files are gone, as the process may be
     */
    MemoryReading memory() throws IOException;

    /**
     * Finds the group of a process.
     *
     * @param procFs by which the process's own mounts may be read
     */
    static Reading<Cgroup> find(ProcFs procFs, int pid) {
        List<String> lines;
        try {
            lines = text(procFs.files(), procFs.of(pid).resolve("cgroup")).lines().toList();
        } catch (IOException e) {
            return Reading.missing("/proc/PID/cgroup can't be read: " + e.getMessage());
        }
        Path mount = procFs.rootOf(pid).resolve("sys/fs/cgroup");
        for (String line : lines) {
            // 4:memory:/docker/27e1… of version 1, 0::/docker/27e1… of version 2
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && Arrays.asList(parts[1].split(",", -1)).contains("memory")) {
                Path hierarchy = mount.resolve("memory");
                return deepest(procFs.files(), hierarchy, parts[2], CgroupV1.USAGE)
                        .map(folder -> new CgroupV1(procFs.files(), folder));
            }
        }
        for (String line : lines) {
            if (line.startsWith("0::")) {
                return deepest(procFs.files(), mount, line.substring(3), CgroupV2.USAGE)
                        .map(folder -> new CgroupV2(procFs.files(), mount, folder));
            }
        }
        return Reading.missing("the kernel has no memory controller");
    }

    /**
     * The folder of a group. What {@code /proc/PID/cgroup} says is its path where we are; a
     * container that mounts nothing but its own group has it at the top.
     */
    private static Reading<Path> deepest(
            FileAccess files, Path mount, String group, String mustHave) {
        Path folder = mount.resolve(group.substring(Math.min(1, group.length()))).normalize();
        if (!folder.startsWith(mount)) {
            folder = mount; // "/../27e1…": beside our own group, not below it
        }
        String problem = "";
        for (Path at = folder; at != null && at.startsWith(mount); at = at.getParent()) {
            try {
                text(files, at.resolve(mustHave));
                return Reading.of(at);
            } catch (IOException e) {
                problem = e.toString();
            }
        }
        return Reading.missing("no memory control group can be read: " + problem);
    }

    /** A small file of the kernel. */
    static String text(FileAccess files, Path file) throws IOException {
        int most = 64 * 1024;
        return new String(files.read(file, 0, most), StandardCharsets.US_ASCII).strip();
    }

    /** The number behind a name in a file of lines such as "inactive_file 1232896". */
    static long figure(String lines, String name) throws IOException {
        for (String line : lines.split("\n")) {
            if (line.startsWith(name) && line.startsWith(" ", name.length())) {
                return number(line.substring(name.length() + 1));
            }
        }
        throw new IOException("no " + name + " in memory.stat");
    }

    /** A number of the kernel's. */
    static long number(String text) throws IOException {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IOException("not a number: " + text, e);
        }
    }
}
