/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A line of {@code /proc/PID/mountinfo}.
 *
 * @param root the folder of the mounted file system at the mount point; for a control group in the
 *     reader's cgroup namespace
 * @param point mount point, as seen by the process
 * @param type "ext4", "overlay", "cgroup2"
 * @param options of the file system, not of this mount: "rw", "memory"
 * @param flags of this mount: "ro", "noexec"
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html">mountinfo</a>
 */
public record Mount(
        String root, String point, String type, List<String> options, List<String> flags) {
    /** Number of fields before the optional fields, which end with a hyphen. */
    private static final int FIXED = 6;

    /** Parses all mounts, in their order: a later mount hides an earlier one. */
    static List<Mount> parse(String lines) {
        List<Mount> mounts = new ArrayList<>();
        for (String line : lines.split("\n")) {
            // 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
            List<String> parts = Arrays.asList(line.split(" "));
            int hyphen = parts.indexOf("-");
            if (hyphen >= FIXED && hyphen + 3 < parts.size()) {
                mounts.add(
                        new Mount(
                                parts.get(3),
                                parts.get(4),
                                parts.get(hyphen + 1),
                                List.of(parts.get(hyphen + 3).split(",")),
                                List.of(parts.get(5).split(","))));
            }
        }
        return mounts;
    }

    /** Whether a path is below the mount point. */
    boolean holds(String path) {
        return (path + "/").startsWith(point.equals("/") ? "/" : point + "/");
    }
}
