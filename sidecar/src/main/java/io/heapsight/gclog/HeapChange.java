/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The change of the heap's use in a line of a GC log, such as {@code 9M->4M(30M)}. */
final class HeapChange {
    private static final Pattern CHANGE =
            Pattern.compile("\\d{1,12}[BKMG](?:\\(\\d{1,3}%\\))?->(\\d{1,12})([BKMG])");

    private HeapChange() {}

    /** Returns the bytes in use after the last change in the text. */
    static OptionalDouble after(String text) {
        Matcher matcher = CHANGE.matcher(text);
        OptionalDouble bytes = OptionalDouble.empty();
        while (matcher.find()) {
            bytes = OptionalDouble.of(Long.parseLong(matcher.group(1)) * unit(matcher.group(2)));
        }
        return bytes;
    }

    private static double unit(String letter) {
        return switch (letter) {
            case "G" -> 1L << 30;
            case "M" -> 1L << 20;
            case "K" -> 1L << 10;
            default -> 1;
        };
    }
}
