/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written with the binary suffixes of the JVM's flags.
 *
 * @param bytes never negative
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
    private static final Pattern TEXT =
            Pattern.compile("(\\d{1,18})\\s*(?:([kmgt])i?b?|b)?", Pattern.CASE_INSENSITIVE);
    private static final String SUFFIXES = "kmgt";

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size: " + bytes);
        }
    }

    /**
     * Parses "4096", "128m", "128M", "128MiB" or "2g"; all suffixes are powers of 1,024.
     *
     * @throws IllegalArgumentException if the text is not a size, or exceeds 63 bits
     */
    public static ByteSize parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "not a size: \"" + text + "\" (expected 128m, 2g, …)");
        }
        String suffix = matcher.group(2);
        int shift =
                suffix == null ? 0 : 10 * (1 + SUFFIXES.indexOf(suffix.toLowerCase(Locale.ROOT)));
        long number = Long.parseLong(matcher.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException("size too large: \"" + text + "\"");
        }
        return new ByteSize(number << shift);
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** One decimal and a binary unit: "512 B", "1.5 KiB", "12.0 MiB". */
    @Override
    public String toString() {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        while (value >= 1024 && unit < SUFFIXES.length() - 1) {
            value /= 1024;
            unit++;
        }
        char prefix = Character.toUpperCase(SUFFIXES.charAt(unit));
        return String.format(Locale.ROOT, "%.1f %ciB", value, prefix);
    }
}
