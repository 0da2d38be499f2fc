/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

/**
 * The crash log (hs_err) that a JVM wrote at a fatal error, as it wrote it: with the command line,
 * the environment, and the memory around registers.
 *
 * @param name such as {@code hs_err_pid7.log}
 * @param text as much of it as is kept
 */
record CrashFile(String name, String text) {
    /** Longer files are read no further. */
    static final int MOST_BYTES = 2 << 20;

    /** What of it anyone who reads post-mortems may see. */
    CrashLog head() {
        return CrashLog.of(name, text.substring(0, Math.min(text.length(), CrashLog.MOST_READ)));
    }
}
