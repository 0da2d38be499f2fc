/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.threadcpu;

import io.heapsight.proc.ProcessStat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Reads the CPU time of one thread, from {@code schedstat} in nanoseconds or, if the kernel lacks
 * that, from {@code stat} in clock ticks. Keeps the file open: after the thread's end, its
 * descriptor returns ESRCH, even if the thread id is reused.
 *
 * <pre>
 * schedstat: 942404892 130123456 5031      time on a CPU in ns, time in a queue in ns, time slices
 * </pre>
 *
 * <p>Not thread-safe.
 *
 * @see <a href="https://docs.kernel.org/scheduler/sched-stats.html">Scheduler statistics</a>
 */
final class ThreadCpuFile implements AutoCloseable {
    private static final int LINE_BYTES = 1024;
    private static final int MOST_DIGITS = 18;
    private static final double NANOS_PER_SECOND = 1e9;

    private final RandomAccessFile file;
    private final boolean isInTicks;
    private final double perSecond;
    private final byte[] line = new byte[LINE_BYTES];
    private double seconds;

    private ThreadCpuFile(Path path, boolean isInTicks, double perSecond) throws IOException {
        this.file = new RandomAccessFile(path.toFile(), "r");
        this.isInTicks = isInTicks;
        this.perSecond = perSecond;
    }

    /**
     * Opens the file of a thread and reads it once.
     *
     * @param task {@code /proc/PID/task/TID}
     * @throws IOException if there is no such thread, or too many files are open
     */
    static ThreadCpuFile open(Path task, long clockTicks) throws IOException {
        try {
            ThreadCpuFile exact =
                    read(new ThreadCpuFile(task.resolve("schedstat"), false, NANOS_PER_SECOND));
            if (exact.seconds > 0) {
                return exact;
            }
            exact.close(); // the kernel doesn't count: every thread has run
        } catch (IOException _) {
            // no such file, or no such thread: stat shows which
        }
        return read(new ThreadCpuFile(task.resolve("stat"), true, clockTicks));
    }

    private static ThreadCpuFile read(ThreadCpuFile opened) throws IOException {
        try {
            opened.read();
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Reads the time since the thread's start, for {@link #seconds}.
     *
     * @throws IOException if the thread has ended
     */
    void read() throws IOException {
        file.seek(0);
        int length = file.read(line, 0, line.length);
        if (length <= 0) {
            throw new IOException("no such thread");
        }
        long time = isInTicks ? ProcessStat.parse(line, length).cpuTicks() : nanos(line, length);
        seconds = Math.max(seconds, time / perSecond);
    }

    /** Returns the time of the last successful reading, in seconds; never less than before. */
    double seconds() {
        return seconds;
    }

    private static long nanos(byte[] line, int length) throws IOException {
        long nanos = 0;
        int digits = 0;
        while (digits < length && line[digits] >= '0' && line[digits] <= '9') {
            nanos = nanos * 10 + (line[digits++] - '0');
            if (digits > MOST_DIGITS) {
                break;
            }
        }
        if (digits == 0 || digits > MOST_DIGITS) {
            throw new IOException("not a line of /proc/PID/task/TID/schedstat");
        }
        return nanos;
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
