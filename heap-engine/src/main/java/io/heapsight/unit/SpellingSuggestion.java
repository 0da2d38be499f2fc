/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known word that is closest to a misspelt one. */
public final class SpellingSuggestion {
    private SpellingSuggestion() {}

    /** The closest of the known words; empty if it differs too much. */
    public static Optional<String> of(String word, Collection<String> known) {
        String wanted = word.toUpperCase(Locale.ROOT);
        int limit = Math.max(1, word.length() / 5);
        return known.stream()
                .filter(each -> Math.abs(each.length() - word.length()) <= limit)
                .filter(each -> distance(wanted, each.toUpperCase(Locale.ROOT)) <= limit)
                .min(
                        Comparator.comparingInt(
                                each -> distance(wanted, each.toUpperCase(Locale.ROOT))));
    }

    /** The Levenshtein distance: insertions, deletions and replacements of one character. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
