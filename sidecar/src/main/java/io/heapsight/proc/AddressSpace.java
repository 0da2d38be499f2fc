/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a process has mapped, by {@code /proc/PID/smaps}.
 *
 * @param mappings in order of address
 * @param isComplete false when there were more than we read
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_smaps.5.html">proc_pid_smaps(5)</a>
 */
public record AddressSpace(List<Mapping> mappings, boolean isComplete) {
    /** {@code 7f9e2975c000-7f9e2a868000 r-xp 002ea000 fe:00 1234 /usr/lib/libjvm.so}. */
    private static final Pattern HEAD =
            Pattern.compile(
                    "([0-9a-f]{1,16})-([0-9a-f]{1,16}) (\\S{4}) \\S+ \\S+ (\\d{1,18}) *(.*)");

    private static final Pattern RESIDENT = Pattern.compile("Rss: +(\\d{1,12}) kB");
    private static final int KIBIBYTE = 1024;

    public AddressSpace {
        mappings = List.copyOf(mappings);
    }

    /** Lines that are neither a range nor its resident size are left out. */
    static AddressSpace parse(byte[] smaps, boolean isComplete) {
        List<Mapping> mappings = new ArrayList<>();
        @Nullable Matcher head = null;
        for (int from = 0; from < smaps.length; ) {
            int end = from;
            while (end < smaps.length && smaps[end] != '\n') {
                end++;
            }
            if (isHead(smaps[from])) {
                head = HEAD.matcher(line(smaps, from, end));
            } else if (smaps[from] == 'R' && head != null) {
                Matcher resident = RESIDENT.matcher(line(smaps, from, end));
                if (resident.matches()) {
                    mapping(head, Long.parseLong(resident.group(1))).ifPresent(mappings::add);
                    head = null;
                }
            }
            from = end + 1;
        }
        return new AddressSpace(mappings, isComplete);
    }

    /** All of it that is in RAM. */
    public long residentBytes() {
        return mappings.stream().mapToLong(Mapping::residentBytes).sum();
    }

    private static boolean isHead(byte first) {
        return (first >= '0' && first <= '9') || (first >= 'a' && first <= 'f');
    }

    private static String line(byte[] bytes, int from, int end) {
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    private static Optional<Mapping> mapping(Matcher head, long residentKibibytes) {
        if (!head.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new Mapping(
                        Long.parseUnsignedLong(head.group(1), 16),
                        Long.parseUnsignedLong(head.group(2), 16),
                        head.group(3),
                        Long.parseLong(head.group(4)),
                        head.group(5),
                        residentKibibytes * KIBIBYTE));
    }
}
