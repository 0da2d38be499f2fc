/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A group of version 2.
 *
 * @param mount where the hierarchy begins, as far as it can be seen
 */
record CgroupV2(FileAccess files, Path mount, Path folder) implements Cgroup {
    static final String USAGE = "memory.current";

    @Override
    public MemoryReading memory() throws IOException {
        long usage = Cgroup.number(Cgroup.text(files, folder.resolve(USAGE)));
        String stat = Cgroup.text(files, folder.resolve("memory.stat"));
        return new MemoryReading(
                usage, Math.max(0, usage - Cgroup.figure(stat, "inactive_file")), limit());
    }

    private OptionalLong limit() throws IOException {
        long tightest = Long.MAX_VALUE;
        for (Path at = folder; at != null && at.startsWith(mount); at = at.getParent()) {
            String max;
            try {
                max = Cgroup.text(files, at.resolve("memory.max"));
            } catch (IOException e) {
                if (at.equals(folder)) {
                    throw e;
                }
                break; // the root of all groups has no limit
            }
            if (!max.equals("max")) {
                tightest = Math.min(tightest, Cgroup.number(max));
            }
        }
        return tightest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(tightest);
    }
}
