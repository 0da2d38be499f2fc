/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of the code cache, as shown by {@code Compiler.codecache} (JDK 9 and later; no safepoint):
 *
 * <pre>
 * CodeHeap 'non-nmethods': size=6248Kb used=1070Kb max_used=1070Kb free=5177Kb
 *  bounds [0x00007f34a8600000, 0x00007f34a8870000, 0x00007f34a8c1a000]
 *          start               end of committed part   end of reserved part
 * </pre>
 *
 * @param name as the MemoryPoolMXBean names it: "CodeCache", "CodeHeap 'non-nmethods'"
 */
public record CodeHeap(String name, long usedBytes, long committedBytes, long reservedBytes) {
    private static final Pattern HEADER =
            Pattern.compile(
                    "(CodeCache|CodeHeap '[a-z -]{1,40}'): size=(\\d{1,10})Kb used=(\\d{1,10})Kb .*");

    private static final Pattern BOUNDS =
            Pattern.compile(
                    "\\s*bounds \\[0x(\\p{XDigit}{1,16}), 0x(\\p{XDigit}{1,16}), 0x\\p{XDigit}{1,16}\\]");

    private static final long KIBIBYTE = 1024;

    /** Reads all code heaps; skips unknown lines. */
    public static List<CodeHeap> parse(String text) {
        List<CodeHeap> heaps = new ArrayList<>();
        Matcher header = HEADER.matcher("");
        for (String line : (Iterable<String>) text.lines()::iterator) {
            Matcher bounds = BOUNDS.matcher(line);
            if (bounds.matches() && header.reset().matches()) {
                long committed =
                        Long.parseUnsignedLong(bounds.group(2), 16)
                                - Long.parseUnsignedLong(bounds.group(1), 16);
                heaps.add(of(header, committed));
                header.reset("");
            } else {
                header.reset(line);
            }
        }
        return heaps;
    }

    private static CodeHeap of(Matcher header, long committed) {
        long reserved = KIBIBYTE * Long.parseLong(header.group(2));
        return new CodeHeap(
                header.group(1),
                KIBIBYTE * Long.parseLong(header.group(3)),
                Math.clamp(committed, 0, reserved),
                reserved);
    }
}
