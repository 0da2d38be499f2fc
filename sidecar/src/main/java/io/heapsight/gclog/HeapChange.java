/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The change of the heap's use in a line of a GC log: {@code 9M->4M(30M)}, {@code
 * 20M(62%)->6M(19%)}, {@code 8192.0K(32.0M)->1132.0K(32.0M)}.
 *
 * @param beforeBytes in use before the collection
 * @param afterBytes in use after it
 * @param capacityBytes committed after it; NaN if the line has none
 */
public record HeapChange(double beforeBytes, double afterBytes, double capacityBytes) {
    private static final String SIZE = "(\\d{1,12}(?:[.,]\\d{1,3})?)([BKMG])";
    private static final String SHARE = "\\(\\d{1,3}%\\)";

    private static final Pattern CHANGE =
            Pattern.compile(
                    "%1$s(?:\\([^()]{1,20}\\))?->%1$s(?:%2$s|\\(%1$s\\))?".formatted(SIZE, SHARE));

    /** Finds the last change in a text. */
    static Optional<HeapChange> last(String text) {
        Matcher matcher = CHANGE.matcher(text);
        Optional<HeapChange> found = Optional.empty();
        while (matcher.find()) {
            found = Optional.of(of(matcher));
        }
        return found;
    }

    /** Returns the bytes in use after the last change in the text. */
    static OptionalDouble after(String text) {
        Optional<HeapChange> last = last(text);
        return last.isPresent() ? OptionalDouble.of(last.get().afterBytes) : OptionalDouble.empty();
    }

    private static HeapChange of(Matcher matcher) {
        double capacity =
                matcher.group(5) == null ? Double.NaN : bytes(matcher.group(5), matcher.group(6));
        return new HeapChange(
                bytes(matcher.group(1), matcher.group(2)),
                bytes(matcher.group(3), matcher.group(4)),
                capacity);
    }

    /** Parses a size such as 31680K or 1132.5K. */
    static double bytes(String number, String letter) {
        long unit =
                switch (letter) {
                    case "G" -> 1L << 30;
                    case "M" -> 1L << 20;
                    case "K" -> 1L << 10;
                    default -> 1;
                };
        return Math.rint(Double.parseDouble(number.replace(',', '.')) * unit);
    }
}
