/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code /proc/PID/status}, readable for all users.
 *
 * @param pid as the reader sees it
 * @param nsPid as the process sees itself: the last entry of NSpid; the pid on kernels before 4.1,
 *     which lack NSpid
 * @param comm the first 15 bytes of the command's name
 * @param uid effective
 * @param gid effective
 * @param sigCaught bit N-1 is set when signal N has a handler
 * @param capPermitted bit N is set for capability N
 * @param capEffective bit N is set for capability N
 * @param threads number of threads
 * @param residentBytes VmRSS; 0 for a zombie or a kernel thread
 * @param residentFileBytes RssFile: the part of {@code residentBytes} in pages of mapped files; 0
 *     before Linux 4.5
 * @param cpusAllowed number of CPUs on which it may run, offline ones included; 0 if unknown
 * @param seccompMode 0 none (or unknown to the kernel), 1 strict, 2 a filter of system calls
 * @see <a
 *     href="https://man7.org/linux/man-pages/man5/proc_pid_status.5.html">proc_pid_status(5)</a>
 */
public record ProcessStatus(
        int pid,
        int nsPid,
        String comm,
        int uid,
        int gid,
        long sigCaught,
        long capPermitted,
        long capEffective,
        int threads,
        long residentBytes,
        long residentFileBytes,
        int cpusAllowed,
        int seccompMode) {
    private static final int SIGQUIT_MASK = 0x4;

    /** Parses the whole file; missing fields, as on old kernels, are 0. */
    public static ProcessStatus parse(String text) {
        Map<String, String> fields = new HashMap<>();
        text.lines()
                .forEach(
                        line -> {
                            int colon = line.indexOf(':');
                            if (colon > 0) {
                                fields.putIfAbsent(
                                        line.substring(0, colon), line.substring(colon + 1).trim());
                            }
                        });
        int pid = (int) number(word(fields.get("Pid"), 0), 10);
        String nsPids = fields.get("NSpid");
        return new ProcessStatus(
                pid,
                nsPids == null ? pid : (int) number(word(nsPids, -1), 10),
                fields.getOrDefault("Name", ""),
                (int) number(word(fields.get("Uid"), 1), 10),
                (int) number(word(fields.get("Gid"), 1), 10),
                number(fields.get("SigCgt"), 16),
                number(fields.get("CapPrm"), 16),
                number(fields.get("CapEff"), 16),
                (int) number(fields.get("Threads"), 10),
                1024 * number(word(fields.get("VmRSS"), 0), 10),
                1024 * number(word(fields.get("RssFile"), 0), 10),
                bits(fields.getOrDefault("Cpus_allowed", "")),
                (int) number(fields.get("Seccomp"), 10));
    }

    /** Counts the bits of a mask in groups of 32: "ff,ffffffff". */
    private static int bits(String mask) {
        return Arrays.stream(mask.split(","))
                .mapToInt(group -> Long.bitCount(number(group, 16)))
                .sum();
    }

    /** Whether the process handles SIGQUIT, so that it does not kill. */
    public boolean catchesSigQuit() {
        return (sigCaught & SIGQUIT_MASK) != 0;
    }

    private static @Nullable String word(@Nullable String text, int index) {
        if (text == null) {
            return null;
        }
        String[] words = text.split("\\s+");
        int at = index < 0 ? words.length + index : index;
        return at < words.length ? words[at] : null;
    }

    private static long number(@Nullable String text, int radix) {
        if (text == null || text.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseUnsignedLong(text, radix);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
