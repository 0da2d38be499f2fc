/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.section;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Thousands;
import java.util.Locale;

/** Formats numbers for people. */
public final class NumberText {
    private NumberText() {}

    /** Returns text such as "1,234,567". */
    public static String count(long number) {
        return Thousands.of(number);
    }

    /** Returns text such as "1,234,567 B (1.2 MiB)": exact, and rounded. */
    public static String bytes(long bytes) {
        return count(bytes) + " B" + (bytes < 1024 ? "" : " (" + new ByteSize(bytes) + ")");
    }

    /** Returns text such as "12.3 %". */
    public static String percent(double ratio) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * ratio);
    }

    /** Returns the share; 0 for a whole of 0. */
    public static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    /** Returns text such as "1 object", "1,234 objects". */
    public static String plural(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns text such as "0x7f001234". */
    public static String address(long address) {
        return "0x" + Long.toHexString(address);
    }
}
