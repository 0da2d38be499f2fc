/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Detects that SapMachine omits contents from its own dumps: with {@code
 * -XX:+LimitPrimArrayContentInHeapDump}, primitive arrays keep only their lengths and their first
 * elements.
 */
final class SapMachineArrayLimit {
    /** {@code bool LimitPrimArrayContentInHeapDump = false {product} {default}}. */
    private static final Pattern FLAG =
            Pattern.compile("\\bLimitPrimArrayContentInHeapDump\\s*:?=\\s*(true|false)\\b");

    private SapMachineArrayLimit() {}

    /**
     * Returns a line for the record of a dump; empty if the JVM lacks the flag.
     *
     * @param flags output of {@code VM.flags -all}
     */
    static Optional<String> words(String flags) {
        Matcher flag = FLAG.matcher(flags);
        if (!flag.find()) {
            return Optional.empty();
        }
        return Optional.of(
                flag.group(1).equals("true")
                        ? "the JVM omitted contents of primitive arrays"
                                + " (LimitPrimArrayContentInHeapDump)"
                        : "the JVM can omit contents of primitive arrays"
                                + " (-XX:+LimitPrimArrayContentInHeapDump)");
    }
}
