/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Amounts of the machine's memory, from {@code /proc/meminfo}. */
public enum MachineMemory {
    /** The memory that the kernel manages. */
    TOTAL("MemTotal:"),
    /** The memory that programs can use without swapping, including page cache. */
    AVAILABLE("MemAvailable:");

    private final String line;

    MachineMemory(String line) {
        this.line = line;
    }

    /** Reads the amount, in bytes; empty if the file is unreadable. */
    public OptionalLong bytes(ProcFs own) {
        try (Stream<String> lines = Files.lines(own.root().resolve("meminfo"))) {
            return lines.filter(each -> each.startsWith(line))
                    .mapToLong(each -> Long.parseLong(each.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst();
        } catch (IOException | NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
