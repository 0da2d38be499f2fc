/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import io.heapsight.compare.ComparisonRow;
import io.heapsight.stats.Estimate;
import java.util.Locale;
import java.util.Optional;

/** Describes the change from base to candidate, in words and figures. */
final class ChangeText {
    /** The percentage above which a factor is clearer. */
    private static final double LARGE = 1000;

    /** The percentage above which a tenth of a per cent matters. */
    private static final double ALMOST_ALL = 95;

    private static final double FEW = 10;

    private ChangeText() {}

    /** "-13.6 %", "×12.4"; empty if there is no percentage. */
    static String percent(ComparisonRow row) {
        return row.change()
                .flatMap(ComparisonRow.Change::percent)
                .map(percent -> signed(percent.value()))
                .orElse("");
    }

    /** "-14.2 … -13.1 %"; empty if there is none. */
    static String interval(ComparisonRow row) {
        Optional<Estimate> percent =
                row.change()
                        .filter(ComparisonRow.Change::hasInterval)
                        .flatMap(ComparisonRow.Change::percent);
        if (percent.isEmpty()) {
            return "";
        }
        double low = percent.get().low();
        double high = percent.get().high();
        return Math.max(Math.abs(low), Math.abs(high)) >= LARGE
                ? factor(low) + " … " + factor(high)
                : String.format(Locale.ROOT, "%+.1f … %+.1f %%", low, high);
    }

    /** "2.5 %", "15 %", "×12.0": of a change that isn't negative. */
    static String rounded(double percent) {
        return percent >= LARGE ? factor(percent) : size(percent) + " %";
    }

    private static String signed(double percent) {
        return Math.abs(percent) >= LARGE
                ? factor(percent)
                : String.format(Locale.ROOT, "%+.1f %%", percent);
    }

    private static String factor(double percent) {
        double factor = 1 + percent / 100;
        return String.format(Locale.ROOT, factor < LARGE ? "×%.1f" : "×%.3g", factor);
    }

    /** "70 % less", "12.4 times as much", with the interval behind {@code noun}. */
    static String words(Estimate percent, boolean hasInterval, String noun, boolean counted) {
        double value = percent.value();
        if (Math.abs(value) >= LARGE) {
            return factor(value).substring(1) + " times the " + noun;
        }
        String comparative = value < 0 ? counted ? "fewer" : "less" : "more";
        String words = size(value) + " % " + comparative + " " + noun;
        if (!hasInterval) {
            return words;
        }
        double near = value < 0 ? -percent.high() : percent.low();
        double far = value < 0 ? -percent.low() : percent.high();
        return size(near).equals(size(far))
                ? words
                : words + " (" + size(near) + " to " + size(far) + " %)";
    }

    private static String size(double percent) {
        double size = Math.abs(percent);
        boolean fine = size < FEW || (size >= ALMOST_ALL && size < 100);
        return String.format(Locale.ROOT, fine ? "%.1f" : "%.0f", size);
    }
}
