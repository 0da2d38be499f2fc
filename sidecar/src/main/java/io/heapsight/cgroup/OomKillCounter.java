/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cgroup;

import io.heapsight.proc.ProcFs;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * Reads the kernel's count of OOM kills in a process's cgroup from a file that it holds open. The
 * path disappears with the process, but an open file is readable until the cgroup itself is
 * removed. Not thread-safe.
 */
public final class OomKillCounter implements AutoCloseable {
    private static final int MOST_BYTES = 4096;

    private final RandomAccessFile file;

    private OomKillCounter(RandomAccessFile file) {
        this.file = file;
    }

    /** Opens the file of a running process, with the sidecar's rights. */
    public static Reading<OomKillCounter> open(ProcFs procFs, int pid) {
        return Cgroup.find(procFs, pid).either(OomKillCounter::open, Reading::missing);
    }

    private static Reading<OomKillCounter> open(Cgroup group) {
        try {
            return Reading.of(
                    new OomKillCounter(new RandomAccessFile(group.oomKillsFile().toFile(), "r")));
        } catch (IOException e) {
            return Reading.missing(IoReason.of(e));
        }
    }

    /** Reads the current count; empty if the group is gone, or if the kernel doesn't count. */
    public OptionalLong read() {
        byte[] bytes = new byte[MOST_BYTES];
        try {
            file.seek(0);
            int length = Math.max(0, file.read(bytes));
            return CgroupDirectory.figure(
                    new String(bytes, 0, length, StandardCharsets.US_ASCII), Cgroup.OOM_KILLS);
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException _) {
            return; // nothing was written to it
        }
    }
}
