/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The content of {@code /proc/PID/stat}: one line of numbers after "PID (comm) STATE", readable for
 * all users. The comm may contain blanks and parentheses, so the numbers begin after the last ')'.
 *
 * @param comm the first 15 bytes of the command's name
 * @param state R, S, D, Z (a zombie), X (dead), …
 * @param cpuTicks user and system time of all threads, in clock ticks
 * @param threads number of threads
 * @param startTicks start time, in clock ticks since boot
 * @param residentPages in pages of {@link ProcFs#pageBytes}
 * @param codeStart address of the program; 1 without the right to trace the process, 0 of an ended
 *     one
 * @param waitStatus of an ended process, in the format of wait(2); 0 without the right to trace it
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html">proc_pid_stat(5)</a>
 */
public record ProcessStat(
        String comm,
        char state,
        long cpuTicks,
        int threads,
        long startTicks,
        long residentPages,
        long codeStart,
        int waitStatus) {
    private static final int STATE = 3;
    private static final int UTIME = 14;
    private static final int STIME = 15;
    private static final int NUM_THREADS = 20;
    private static final int START_TIME = 22;
    private static final int RSS = 24;
    private static final int START_CODE = 26;
    private static final int EXIT_CODE = 52;

    /**
     * Parses the first {@code length} bytes of the line.
     *
     * @throws IOException if it is not such a line
     */
    public static ProcessStat parse(byte[] line, int length) throws IOException {
        int open = 0;
        while (open < length && line[open] != '(') {
            open++;
        }
        int close = length - 1;
        while (close > open && line[close] != ')') {
            close--;
        }
        if (close <= open || close + 2 >= length) {
            throw new IOException("not a line of /proc/PID/stat");
        }
        String comm = new String(line, open + 1, close - open - 1, StandardCharsets.UTF_8);
        char state = (char) line[close + 2];
        long cpuTicks = 0;
        int threads = 0;
        long startTicks = 0;
        long residentPages = 0;
        long codeStart = 0;
        int waitStatus = 0;
        int position = close + 4;
        for (int field = STATE + 1; field <= EXIT_CODE && position < length; field++) {
            long value = 0;
            boolean negative = line[position] == '-';
            if (negative) {
                position++;
            }
            while (position < length && line[position] >= '0' && line[position] <= '9') {
                value = value * 10 + (line[position++] - '0');
            }
            position++;
            value = negative ? -value : value;
            switch (field) {
                case UTIME, STIME -> cpuTicks += value;
                case NUM_THREADS -> threads = (int) value;
                case START_TIME -> startTicks = value;
                case RSS -> residentPages = value;
                case START_CODE -> codeStart = value;
                case EXIT_CODE -> waitStatus = (int) value;
                default -> {}
            }
        }
        return new ProcessStat(
                comm, state, cpuTicks, threads, startTicks, residentPages, codeStart, waitStatus);
    }

    /** Whether a signal or a debugger stopped it. */
    public boolean isStopped() {
        return state == 'T' || state == 't';
    }

    /**
     * Returns whether the exit status of this running process will be readable: the kernel shows
     * both to those who may trace the process.
     */
    public boolean willShowStatus() {
        return codeStart > 1;
    }

    /**
     * Returns whether the process has ended, so that only its entry in the process table remains.
     */
    public boolean hasEnded() {
        return state == 'Z' || state == 'X' || state == 'x';
    }
}
