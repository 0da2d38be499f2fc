/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The write counters of a process in {@code /proc/PID/io}: they cover files, pipes and sockets,
 * including a log on standard output.
 *
 * @param bytes wchar
 * @param syscalls syscw
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_io.5.html">proc_pid_io(5)</a>
 */
record ProcessIo(long bytes, long syscalls) {
    static ProcessIo parse(byte[] text, int length) throws IOException {
        String all = new String(text, 0, length, StandardCharsets.ISO_8859_1);
        return new ProcessIo(field(all, "wchar: "), field(all, "syscw: "));
    }

    private static long field(String text, String name) throws IOException {
        int at = text.indexOf(name);
        int end = at < 0 ? -1 : text.indexOf('\n', at);
        if (end < 0) {
            throw new IOException("no " + name.trim() + " in /proc/PID/io");
        }
        try {
            return Long.parseLong(text, at + name.length(), end, 10);
        } catch (NumberFormatException e) {
            throw new IOException("not a number after " + name.trim(), e);
        }
    }
}
