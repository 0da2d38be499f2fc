/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat.table;

/**
 * One value of a row of jstat.
 *
 * @param column its heading, such as "EU"; "Bytes" occurs twice in {@code -class}
 * @param text as jstat prints it, without padding; "-" if missing
 * @param number the same before rounding; NaN if missing, and for text
 */
public record JstatCell(String column, String text, double number) {}
