/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The heap after one collection, by the GC log.
 *
 * @param millis end of the collection, since the epoch
 * @param bytes used bytes of the heap
 * @param whole whether it covered the whole heap
 */
record GcLogLine(long millis, double bytes, boolean whole) {
    private static final Pattern UNIFIED =
            Pattern.compile(
                    "\\[(\\d+)ms]\\s*GC\\((\\d+)\\) (Pause Full|Garbage Collection|Major Collection"
                            + "|Concurrent cleanup|Pause Degenerated)?.*?"
                            + "\\d+M(?:\\(\\d+%\\))?->(\\d+)M.*");

    /** {@code 2026-…+0000: 1.2: [Full GC (System.gc()) 275M->95M(600M), 0.1 secs]}. */
    private static final Pattern JDK_8 =
            Pattern.compile("(\\S+T\\S+): [\\d.]+: \\[(Full )?GC .*?\\d+[KM]->(\\d+)([KM])\\(.*");

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

    /** In order of time; the last of several lines of one collection. */
    static List<GcLogLine> read(Path log, int jdk) throws IOException {
        Map<String, GcLogLine> byCollection = new LinkedHashMap<>();
        for (String line : Files.readAllLines(log)) {
            if (jdk == 8) {
                Matcher old = JDK_8.matcher(line);
                if (old.matches()) {
                    byCollection.put(
                            line,
                            new GcLogLine(millis(old.group(1)), bytes(old), old.group(2) != null));
                }
                continue;
            }
            Matcher unified = UNIFIED.matcher(line);
            if (unified.matches()) {
                byCollection.remove(unified.group(2));
                byCollection.put(
                        unified.group(2),
                        new GcLogLine(
                                Long.parseLong(unified.group(1)),
                                (Double.parseDouble(unified.group(4)) + 0.5) * (1 << 20),
                                unified.group(3) != null));
            }
        }
        return new ArrayList<>(byCollection.values());
    }

    private static long millis(String date) {
        return OffsetDateTime.parse(date, DATE).toInstant().toEpochMilli();
    }

    private static double bytes(Matcher line) {
        return Double.parseDouble(line.group(3)) * (line.group(4).equals("K") ? 1 << 10 : 1 << 20);
    }
}
