/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.unit.VisibleText;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a thread:
 *
 * <pre>
 * JDK 8:  "main" #1 prio=5 os_prio=0 tid=0x00007f702400a800 nid=0x7 runnable [0x00007f702b048000]
 * JDK 11: "main" #1 prio=5 os_prio=0 cpu=35.77ms elapsed=1.21s tid=0x00007f70240 nid=0x7 runnable  [0x…]
 * JDK 21: "main" #1 [7] prio=5 os_prio=0 cpu=35.77ms elapsed=1.21s tid=0x00007f70240 nid=7 runnable  [0x…]
 * </pre>
 *
 * <p>The JVM prints the name unescaped. It may contain quotes and line ends, so the parser starts
 * at the end of the line.
 *
 * @param id empty for a JVM thread that is not a Java thread
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/share/runtime/javaThread.cpp">
 *     JavaThread::print_on</a>
 */
record ThreadHeader(
        String name, Optional<Long> id, OptionalInt nativeId, boolean daemon, OptionalDouble cpu) {
    private static final int LONGEST_NAME = 300;
    private static final int MILLI_DIGITS = 3;

    private static final Pattern LINE =
            Pattern.compile(
                    "(.*)\" (?:#(\\d{1,18}) )?(?:\\[\\d{1,10}] )?(daemon )?(?:prio=-?\\d{1,5} )?"
                            + "os_prio=-?\\d{1,5} (?:cpu=(\\d{1,15}\\.\\d{1,3})ms )?"
                            + "(?:elapsed=[\\d.]{1,20}s )?(?:allocated=\\S{1,20} )?"
                            + "(?:defined_classes=\\d{1,10} )?tid=0x[0-9a-f]{1,16} "
                            + "(?:nid=(?:0x([0-9a-f]{1,7})|(\\d{1,9})) )?.*",
                    Pattern.DOTALL);

    /**
     * Parses a line that may be the last one of a header.
     *
     * @param before the earlier lines of the name, with the opening quote
     */
    static Optional<ThreadHeader> parse(CharSequence before, String line) {
        Matcher header = LINE.matcher(line);
        if (!header.matches()) {
            return Optional.empty();
        }
        String name = before + header.group(1);
        return Optional.of(
                new ThreadHeader(
                        shownName(name.substring(1)),
                        Optional.ofNullable(header.group(2)).map(Long::parseLong),
                        nativeId(header.group(5), header.group(6)),
                        header.group(3) != null,
                        cpuSeconds(header.group(4))));
    }

    static String shownName(String name) {
        return VisibleText.of(name, LONGEST_NAME);
    }

    private static OptionalInt nativeId(@Nullable String hex, @Nullable String decimal) {
        if (hex != null) {
            return OptionalInt.of(Integer.parseInt(hex, 16));
        }
        return decimal == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(decimal));
    }

    private static OptionalDouble cpuSeconds(@Nullable String millis) {
        return millis == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        new BigDecimal(millis).movePointLeft(MILLI_DIGITS).doubleValue());
    }
}
