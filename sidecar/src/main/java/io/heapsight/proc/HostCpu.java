/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * CPU time of the whole machine since its start, in clock ticks.
 *
 * <pre>
 * cpu  74608 2520 24433 1117073 6176 4054 0 0 0 0
 *      user nice system idle iowait irq softirq steal guest guest_nice (in user and nice already)
 * </pre>
 *
 * @param busy time neither idle nor waiting for a disk; stolen time counts as busy, because this
 *     machine could not use it
 * @param total sum of all times
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_stat.5.html">proc_stat(5)</a>
 */
public record HostCpu(long busy, long total) {
    private static final int FIELDS = 8;
    private static final int IDLE = 3;
    private static final int IOWAIT = 4;

    /** Share of the time since an earlier reading, 0 to 1; NaN if no time has passed. */
    public double busyRatioSince(HostCpu before) {
        long passed = total - before.total;
        return passed <= 0
                ? Double.NaN
                : Math.clamp((double) (busy - before.busy) / passed, 0.0, 1.0);
    }

    static HostCpu parse(byte[] text) throws IOException {
        String line = new String(text, StandardCharsets.US_ASCII).split("\n", 2)[0];
        String[] parts = line.trim().split("\\s+");
        if (!parts[0].equals("cpu") || parts.length <= IOWAIT + 1) {
            throw new IOException("no line \"cpu\" in /proc/stat");
        }
        long busy = 0;
        long total = 0;
        try {
            for (int i = 0; i < Math.min(FIELDS, parts.length - 1); i++) {
                long ticks = Long.parseLong(parts[i + 1]);
                total += ticks;
                busy += i == IDLE || i == IOWAIT ? 0 : ticks;
            }
        } catch (NumberFormatException e) {
            throw new IOException("not a number in /proc/stat: " + line, e);
        }
        return new HostCpu(busy, total);
    }
}
