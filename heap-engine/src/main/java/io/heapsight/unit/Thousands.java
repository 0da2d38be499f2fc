/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

/** Formats large numbers with separators, the same way in every locale. */
public final class Thousands {
    private static final int GROUP = 3;

    private Thousands() {}

    /** "1,234,567". */
    public static String of(long number) {
        StringBuilder digits = new StringBuilder(Long.toString(number));
        int first = number < 0 ? 1 : 0;
        for (int at = digits.length() - GROUP; at > first; at -= GROUP) {
            digits.insert(at, ',');
        }
        return digits.toString();
    }
}
