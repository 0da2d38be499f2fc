/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resident memory of a process at one moment.
 *
 * @param bytes in RAM
 * @param swapBytes in swap; empty if the kernel does not report it
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_smaps.5.html">proc_pid_smaps(5)</a>
 */
public record ResidentMemory(long bytes, OptionalLong swapBytes, Source source) {
    private static final long KIBIBYTE = 1024;

    /** The file of {@code /proc/PID} that it was read from. */
    public enum Source implements Labelled {
        /** Sums over the page tables, exact; Linux 4.14 and later. */
        SMAPS_ROLLUP("Rss", "Swap"),
        /** The kernel's counters, which may lag by some pages per CPU. */
        STATUS("VmRSS", "VmSwap");

        private final Pattern resident;
        private final Pattern swap;

        Source(String resident, String swap) {
            this.resident = field(resident);
            this.swap = field(swap);
        }

        private static Pattern field(String name) {
            return Pattern.compile("^" + name + ":\\s+(\\d{1,15}) kB$", Pattern.MULTILINE);
        }

        /** Returns the name of the file. */
        @Override
        public String label() {
            return this == SMAPS_ROLLUP ? "smaps_rollup" : "status";
        }
    }

    /**
     * Parses the whole file.
     *
     * @throws IOException if it has no resident size, as of a process that is ending
     */
    static ResidentMemory parse(String text, Source source) throws IOException {
        OptionalLong bytes = bytes(source.resident, text);
        if (bytes.orElse(0) == 0) {
            throw new IOException("the process has no resident memory: it is ending");
        }
        return new ResidentMemory(bytes.getAsLong(), bytes(source.swap, text), source);
    }

    private static OptionalLong bytes(Pattern field, String text) {
        Matcher found = field.matcher(text);
        return found.find()
                ? OptionalLong.of(KIBIBYTE * Long.parseLong(found.group(1)))
                : OptionalLong.empty();
    }
}
