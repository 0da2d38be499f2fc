/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.loader;

import io.heapsight.loader.MetaspaceByLoaderClass.Row;
import io.heapsight.unit.Reading;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the answer to {@code VM.classloader_stats} (JDK 8 and later) line by line:
 *
 * <pre>
 * ClassLoader         Parent              CLD*               Classes   ChunkSz   BlockSz  Type
 * 0x000000001b1c97e8  0x000000001b1c9d08  0x00007f5e98099c70       2     10240      5904  com.acme.Plugins
 * 0x0000000000000000  0x0000000000000000  0x00007f5e9805e330     970   4456448    654736  &lt;boot class loader>
 *                                                                  6     20480     12896   + hidden classes
 * Total = 3                                                      978   4487168    673536
 * </pre>
 *
 * <p>Hidden classes belong to the loader above them. At most {@value #MOST_CLASSES} classes of
 * loaders stay in memory; the others are one row.
 */
final class LoaderTableReader {
    private static final int MOST_CLASSES = 2000;
    private static final int LONGEST_LINE = 2000;

    /** 500,000 loaders. */
    private static final long MOST_BYTES = 64L << 20;

    private static final String OTHERS = "other loaders";

    private static final Pattern LOADER =
            Pattern.compile(
                    "0x\\p{XDigit}{8,16} +0x\\p{XDigit}{8,16} +0x\\p{XDigit}{8,16}"
                            + " +(\\d{1,12}) +(\\d{1,15}) +(\\d{1,15})  (.+)");
    private static final Pattern HIDDEN =
            Pattern.compile(" +(\\d{1,12}) +(\\d{1,15}) +(\\d{1,15}) +\\+ .*");
    private static final Pattern TOTAL =
            Pattern.compile("Total = (\\d{1,12}) +(\\d{1,12}) +(\\d{1,15}) +(\\d{1,15}) *");

    private final Map<String, Row> rows = new HashMap<>();
    private String last = OTHERS;

    private LoaderTableReader() {}

    /**
     * Reads the table; Missing if its end is missing or unknown.
     *
     * @throws IOException if the connection breaks
     */
    static Reading<MetaspaceByLoaderClass> read(InputStream answer) throws IOException {
        LoaderTableReader reader = new LoaderTableReader();
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[8 * 1024];
        long bytes = 0;
        for (int count = answer.read(buffer); count >= 0; count = answer.read(buffer)) {
            bytes += count;
            if (bytes > MOST_BYTES) {
                return Reading.missing("VM.classloader_stats answers too much");
            }
            for (int i = 0; i < count; i++) {
                if (buffer[i] != '\n') {
                    if (line.size() < LONGEST_LINE) {
                        line.write(buffer[i]);
                    }
                    continue;
                }
                Matcher total = reader.next(line.toString(StandardCharsets.UTF_8));
                if (total.matches()) {
                    return Reading.of(reader.table(total));
                }
                line.reset();
            }
        }
        return Reading.missing("VM.classloader_stats does not end with a total");
    }

    /** Processes a line; returns a match of the last one. */
    private Matcher next(String line) {
        Matcher loader = LOADER.matcher(line);
        Matcher hidden = HIDDEN.matcher(line);
        if (loader.matches()) {
            last = loader.group(4);
            add(1, loader);
        } else if (hidden.matches()) {
            add(0, hidden);
        }
        return TOTAL.matcher(line);
    }

    private void add(long loaders, Matcher figures) {
        String name = rows.containsKey(last) || rows.size() < MOST_CLASSES ? last : OTHERS;
        Row row =
                new Row(
                        name,
                        loaders,
                        Long.parseLong(figures.group(1)),
                        Long.parseLong(figures.group(3)),
                        Long.parseLong(figures.group(2)));
        rows.merge(name, row, Row::plus);
    }

    private MetaspaceByLoaderClass table(Matcher total) {
        Row all =
                new Row(
                        "all",
                        Long.parseLong(total.group(1)),
                        Long.parseLong(total.group(2)),
                        Long.parseLong(total.group(4)),
                        Long.parseLong(total.group(3)));
        return new MetaspaceByLoaderClass(
                all,
                rows.values().stream()
                        .sorted(
                                Comparator.comparingLong(Row::usedBytes)
                                        .reversed()
                                        .thenComparing(Row::loaderClass))
                        .limit(MetaspaceByLoaderClass.MOST_ROWS)
                        .toList());
    }
}
