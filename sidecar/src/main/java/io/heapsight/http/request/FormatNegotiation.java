/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.request;

import io.heapsight.http.route.ReplyFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the format of an answer by the {@code Accept} header. The highest quality wins; among
 * equals, the first one. Formats that match only a wildcard come last, text before JSON, so {@code
 * curl} and browsers get text.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-accept">RFC 9110, 12.5.1</a>
 */
public final class FormatNegotiation {
    private static final int WILDCARD_POSITION = 1000;

    /** The caller's preference for one format. */
    private record Preference(int specificity, int position, double quality) {
        static final Preference NONE = new Preference(0, 0, 0);

        boolean beats(Preference other) {
            return quality > other.quality
                    || (quality == other.quality && position < other.position);
        }
    }

    private FormatNegotiation() {}

    /**
     * Chooses a format; empty if the caller accepts none.
     *
     * @param offered preferred format first
     */
    public static Optional<ReplyFormat> choose(@Nullable String accept, List<ReplyFormat> offered) {
        if (accept == null || accept.isBlank()) {
            return Optional.of(offered.getFirst());
        }
        Optional<ReplyFormat> chosen = Optional.empty();
        Preference best = Preference.NONE;
        for (ReplyFormat format : offered) {
            Preference preference = preference(accept, format);
            if (preference.beats(best)) {
                best = preference;
                chosen = Optional.of(format);
            }
        }
        return chosen;
    }

    /**
     * Whether the caller accepts gzip: by name, or else by a wildcard.
     *
     * @param acceptEncoding the header; without it nothing is compressed
     */
    public static boolean acceptsGzip(@Nullable String acceptEncoding) {
        boolean accepted = false;
        for (String coding : acceptEncoding == null ? new String[0] : acceptEncoding.split(",")) {
            String[] parts = coding.split(";", -1);
            switch (parts[0].strip().toLowerCase(Locale.ROOT)) {
                case "gzip" -> {
                    return quality(parts) > 0;
                }
                case "*" -> accepted = quality(parts) > 0;
                default -> {} // a different coding
            }
        }
        return accepted;
    }

    /** Returns the quality of the most specific range that covers the format. */
    private static Preference preference(String accept, ReplyFormat format) {
        Preference best = Preference.NONE;
        int position = 0;
        for (String range : accept.split(",", -1)) {
            String[] parts = range.split(";", -1);
            int specificity = specificity(parts[0].strip().toLowerCase(Locale.ROOT), format);
            if (specificity > best.specificity()) {
                int rank = specificity == 3 ? position : WILDCARD_POSITION;
                best = new Preference(specificity, rank, quality(parts));
            }
            position++;
        }
        return best;
    }

    private static int specificity(String range, ReplyFormat format) {
        String type = format.mediaType();
        if (range.equals(type)) {
            return 3;
        }
        if (range.equals(type.substring(0, type.indexOf('/')) + "/*")) {
            return 2;
        }
        return range.equals("*/*") ? 1 : 0;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip().toLowerCase(Locale.ROOT);
            if (part.startsWith("q=")) {
                try {
                    double quality = Double.parseDouble(part.substring(2));
                    return quality >= 0 && quality <= 1 ? quality : 0;
                } catch (NumberFormatException e) {
                    return 0;
                }
            }
        }
        return 1;
    }
}
