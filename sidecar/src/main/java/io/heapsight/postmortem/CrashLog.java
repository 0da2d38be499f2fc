/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The beginning of the crash log (hs_err) that a JVM writes at a fatal error: the error, its frame
 * and the stacks. Omits the rest, which may contain program data (registers, memory around them),
 * and the command line, which may contain secrets.
 *
 * @param file its name, such as {@code hs_err_pid7.log}
 * @param text lines, each ended by a line feed
 */
public record CrashLog(String file, String text) {
    /** Maximum number of bytes that are read. */
    static final int MOST_READ = 64 * 1024;

    private static final int MOST_CHARACTERS = 16 * 1024;
    private static final List<String> PRIVATE = List.of("Command Line:", "java_command:");
    private static final String REGISTERS = "Registers:";

    /** Maximum size of the stored text. */
    static CrashLog of(String file, String text) {
        StringBuilder head = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (line.startsWith(REGISTERS) || head.length() + line.length() >= MOST_CHARACTERS) {
                break;
            }
            head.append(isPrivate(line) ? "(command line omitted)" : line).append('\n');
        }
        return new CrashLog(file, head.toString());
    }

    private static boolean isPrivate(String line) {
        return PRIVATE.stream().anyMatch(line::startsWith);
    }

    /**
     * Returns the JVM's description of the error: "SIGSEGV (0xb) at pc=0x…", "fatal error:
     * OutOfMemory …".
     */
    Optional<String> headline() {
        List<String> said = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String words = line.startsWith("#") ? line.substring(1).strip() : "";
            if (words.startsWith("A fatal error has been detected")) {
                continue;
            }
            if (words.isEmpty() && !said.isEmpty()) {
                break;
            }
            if (!words.isEmpty()) {
                said.add(words);
            }
        }
        return said.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", said));
    }

    /** Returns whether {@code -XX:+CrashOnOutOfMemoryError} requested the crash. */
    boolean isOutOfMemoryError() {
        return headline().filter(said -> said.contains("OutOfMemory encountered")).isPresent();
    }
}
