/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The memory mappings of a process, from {@code /proc/PID/smaps}.
 *
 * @param mappings in order of address
 * @param isComplete false if there are more than the limit
 * @see <a href="https://man7.org/linux/man-pages/man5/proc_pid_smaps.5.html">proc_pid_smaps(5)</a>
 */
public record AddressSpace(List<Mapping> mappings, boolean isComplete) {
    /** {@code 7f9e2975c000-7f9e2a868000 r-xp 002ea000 fe:00 1234 /usr/lib/libjvm.so}. */
    private static final Pattern HEAD =
            Pattern.compile(
                    "([0-9a-f]{1,16})-([0-9a-f]{1,16}) (\\S{4}) \\S+ \\S+ (\\d{1,18}) *(.*)");

    private static final Pattern RESIDENT = Pattern.compile("Rss: +(\\d{1,12}) kB");
    private static final int KIBIBYTE = 1024;

    /** The kernel allows a process 65,530 mappings by default (vm.max_map_count). */
    private static final int MOST_MAPPINGS = 66_000;

    public AddressSpace {
        mappings = List.copyOf(mappings);
    }

    /** Parses smaps; skips lines that are neither a range nor its resident size. */
    static AddressSpace parse(InputStream smaps) throws IOException {
        List<Mapping> mappings = new ArrayList<>();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(smaps, StandardCharsets.UTF_8));
        @Nullable Matcher head = null;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (isHead(line)) {
                if (mappings.size() == MOST_MAPPINGS) {
                    return new AddressSpace(mappings, false);
                }
                head = HEAD.matcher(line);
            } else if (head != null && line.startsWith("Rss:")) {
                Matcher resident = RESIDENT.matcher(line);
                if (resident.matches()) {
                    mapping(head, Long.parseLong(resident.group(1))).ifPresent(mappings::add);
                    head = null;
                }
            }
        }
        return new AddressSpace(mappings, true);
    }

    /** Total resident size of the process. */
    public long residentBytes() {
        return mappings.stream().mapToLong(Mapping::residentBytes).sum();
    }

    private static boolean isHead(String line) {
        char first = line.isEmpty() ? ' ' : line.charAt(0);
        return (first >= '0' && first <= '9') || (first >= 'a' && first <= 'f');
    }

    private static Optional<Mapping> mapping(Matcher head, long residentKibibytes) {
        if (!head.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                new Mapping(
                        Long.parseUnsignedLong(head.group(1), 16),
                        Long.parseUnsignedLong(head.group(2), 16),
                        head.group(3).intern(),
                        Long.parseLong(head.group(4)),
                        head.group(5),
                        residentKibibytes * KIBIBYTE));
    }
}
