/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

/**
 * One value of a row of jstat.
 *
 * @param column its heading, such as "EU"; "Bytes" occurs twice in {@code -class}
 * @param text as jstat prints it, without padding; "-" if missing
 * @param number the same before rounding; NaN if missing, and for text
 */
public record JstatCell(String column, String text, double number) {
    /** Whether jstat shows text here (a cause, a method) instead of a number. */
    public boolean isText() {
        return Double.isNaN(number) && !text.equals("-");
    }
}
