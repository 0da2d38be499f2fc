/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.FileAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A group of the memory controller of version 1.
 *
 * @see <a href="https://docs.kernel.org/admin-guide/cgroup-v1/memory.html">Memory Resource
 *     Controller</a>
 */
record CgroupV1(FileAccess files, Path folder) implements Cgroup {
    static final String USAGE = "memory.usage_in_bytes";

    /** No limit is said as the largest number of pages; nobody sets anything near it. */
    private static final long UNLIMITED = 1L << 60;

    @Override
    public MemoryReading memory() throws IOException {
        long usage = Cgroup.number(Cgroup.text(files, folder.resolve(USAGE)));
        String stat = Cgroup.text(files, folder.resolve("memory.stat"));
        long inactive = Cgroup.figure(stat, "total_inactive_file");
        long limit = Cgroup.figure(stat, "hierarchical_memory_limit");
        return new MemoryReading(
                usage,
                Math.max(0, usage - inactive),
                limit >= UNLIMITED ? OptionalLong.empty() : OptionalLong.of(limit));
    }
}
