/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.secrets;

/** A set of ASCII characters. */
final class AsciiSet {
    static final AsciiSet DIGITS = of("09", "");
    static final AsciiSet CAPITALS = of("AZ09", "");
    static final AsciiSet ALPHANUMERIC = of("AZaz09", "");
    static final AsciiSet WORD = of("AZaz09", "_");
    static final AsciiSet BASE64 = of("AZaz09", "+/");
    static final AsciiSet BASE64_URL = of("AZaz09", "-_");

    private static final int ASCII = 128;

    private final boolean[] members = new boolean[ASCII];

    /**
     * @param ranges the first and the last character of each range
     */
    static AsciiSet of(String ranges, String others) {
        AsciiSet set = new AsciiSet();
        for (int i = 0; i < ranges.length(); i += 2) {
            for (char c = ranges.charAt(i); c <= ranges.charAt(i + 1); c++) {
                set.members[c] = true;
            }
        }
        for (int i = 0; i < others.length(); i++) {
            set.members[others.charAt(i)] = true;
        }
        return set;
    }

    /** All visible characters except some. */
    static AsciiSet visibleBut(String excluded) {
        AsciiSet set = of("!~", "");
        for (int i = 0; i < excluded.length(); i++) {
            set.members[excluded.charAt(i)] = false;
        }
        return set;
    }

    boolean contains(int c) {
        return c < ASCII && members[c];
    }
}
