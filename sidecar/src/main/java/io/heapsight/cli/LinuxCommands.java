/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import java.util.Optional;
import java.util.Set;

/**
 * The commands that work on Linux only: they read {@code /proc}, counters files and control groups,
 * or attach to a JVM. All others read files or query a sidecar.
 */
record LinuxCommands(String operatingSystem) {
    private static final Set<String> NAMES =
            Set.of(
                    "serve",
                    "demo",
                    "targets",
                    "doctor",
                    "jstat",
                    "histogram",
                    "garbage",
                    "threads",
                    "trim",
                    "profile",
                    "dump",
                    "jfr",
                    "gc log");

    /** The operating system of this process. */
    static LinuxCommands ofThisSystem() {
        return new LinuxCommands(System.getProperty("os.name", "Linux"));
    }

    /**
     * Returns why a command does not work here, in one line; empty if it works.
     *
     * @param command its name after "heapsight", such as "gc log"
     */
    Optional<String> refusal(String command) {
        if (operatingSystem.equals("Linux") || !NAMES.contains(command)) {
            return Optional.empty();
        }
        return Optional.of(
                ("heapsight: %s needs Linux, and this is %s. Run it where the JVM runs: with"
                                + " kubectl heapsight, or in the sidecar's container.")
                        .formatted(command, operatingSystem));
    }
}
