/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Sums the pages of the mappings in a range of addresses, from {@code /proc/PID/smaps}. Stops after
 * the range: the kernel walks page tables only as far as the file is read. Allocates no object per
 * line.
 *
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_smaps.5.html">proc_pid_smaps(5)</a>
 */
final class RangePagesSum {
    private static final byte[] RESIDENT = "Rss:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SWAPPED = "Swap:".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 4096;
    private static final int LONGEST_LINE = 128;
    private static final int HEX = 16;
    private static final int DECIMAL = 10;
    private static final int KIBIBYTE = 1024;

    private final long from;
    private final long to;
    private final byte[] line = new byte[LONGEST_LINE];
    private int length;
    private long room;
    private long residentBytes;
    private long swappedBytes;

    private RangePagesSum(long from, long to) {
        this.from = from;
        this.to = to;
    }

    /** Sums the pages of mappings that begin at {@code from} or later, up to {@code to}. */
    static ProcFs.RangePages read(InputStream smaps, long from, long to) throws IOException {
        RangePagesSum range = new RangePagesSum(from, to);
        byte[] buffer = new byte[BUFFER];
        for (int read = smaps.read(buffer); read > 0; read = smaps.read(buffer)) {
            for (int i = 0; i < read; i++) {
                if (!range.take(buffer[i])) {
                    return range.pages();
                }
            }
        }
        return range.pages();
    }

    private ProcFs.RangePages pages() {
        return new ProcFs.RangePages(residentBytes, swappedBytes);
    }

    /** Processes a byte; false after the range. */
    private boolean take(byte next) {
        if (next != '\n') {
            if (length < LONGEST_LINE) {
                line[length] = next;
                length++;
            }
            return true;
        }
        boolean goesOn = line();
        length = 0;
        return goesOn;
    }

    private boolean line() {
        int dash = digits(0, HEX);
        if (dash > 0 && dash < length && line[dash] == '-') {
            long start = number(0, dash, HEX);
            long end = number(dash + 1, digits(dash + 1, HEX), HEX);
            room = start >= from && start < to ? Math.min(end, to) - start : 0;
            return start < to;
        }
        residentBytes += valueOf(RESIDENT);
        swappedBytes += valueOf(SWAPPED);
        return true;
    }

    /** Returns the bytes within the range that the line names; 0 if it is another line. */
    private long valueOf(byte[] label) {
        if (room <= 0 || !startsWith(label)) {
            return 0;
        }
        int first = label.length;
        while (first < length && line[first] == ' ') {
            first++;
        }
        return Math.min(room, KIBIBYTE * number(first, digits(first, DECIMAL), DECIMAL));
    }

    private boolean startsWith(byte[] label) {
        for (int i = 0; i < label.length; i++) {
            if (i >= length || line[i] != label[i]) {
                return false;
            }
        }
        return true;
    }

    private int digits(int begin, int radix) {
        int end = begin;
        while (end < length && Character.digit(line[end], radix) >= 0) {
            end++;
        }
        return end;
    }

    private long number(int begin, int end, int radix) {
        long number = 0;
        for (int i = begin; i < end; i++) {
            number = number * radix + Character.digit(line[i], radix);
        }
        return number;
    }
}
