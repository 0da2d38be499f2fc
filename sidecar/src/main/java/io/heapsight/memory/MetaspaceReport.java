/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.memory;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Reading;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of {@code VM.metaspace basic}, from JDK 10 on: current metaspace, if {@code
 * GC.heap_info} omits it. Counters show metaspace after the last collection.
 *
 * <pre>
 * Virtual space:
 *   Non-class space:       64.00 MB reserved,      16.19 MB ( 25%) committed,  1 nodes.
 *       Class space:        1.00 GB reserved,       8.00 MB ( &lt;1%) committed,  1 nodes.
 *              Both:        1.06 GB reserved,      24.19 MB (  2%) committed.
 * </pre>
 *
 * <p>Without compressed class pointers there is one line, without a name.
 */
final class MetaspaceReport {
    private static final Pattern COMMITTED =
            Pattern.compile(
                    "\\s*(?:(Both|Class space|Non-class space):)?\\s*\\d[\\d.]* \\w+ reserved,"
                            + "\\s+(\\d{1,9}(?:\\.\\d{1,2})?) (bytes|KB|MB|GB) \\(.*committed.*");

    private MetaspaceReport() {}

    /** Returns the committed memory, class space included. */
    static Reading<ByteSize> committed(String text) {
        double bytes = -1;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            Matcher matcher = COMMITTED.matcher(line);
            if (matcher.matches() && !String.valueOf(matcher.group(1)).endsWith("space")) {
                bytes = Double.parseDouble(matcher.group(2)) * unit(matcher.group(3));
            }
        }
        return bytes < 0
                ? Reading.missing("VM.metaspace does not show committed memory")
                : Reading.of(new ByteSize((long) bytes));
    }

    private static long unit(String name) {
        return switch (name) {
            case "GB" -> 1L << 30;
            case "MB" -> 1L << 20;
            case "KB" -> 1L << 10;
            default -> 1;
        };
    }
}
