/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * Creates ids that contain the time of creation, {@code 20261121T221930120Z-7}, and sort by it. A
 * later id sorts later, even if the machine's clock was set back. Not thread-safe.
 */
public final class TimeIds {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmssSSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private Instant next = Instant.MIN;

    /** The id of a moment. */
    public static String of(Instant at, int suffix) {
        return TIME.format(at) + "-" + suffix;
    }

    /** A new id: of now, or later if an existing id is later. */
    public String next(Instant now, int suffix) {
        String id = of(now.isBefore(next) ? next : now, suffix);
        seen(id);
        return id;
    }

    /** Notes an existing id; ignores other texts. */
    public void seen(String id) {
        try {
            Instant after =
                    TIME.parse(id.substring(0, Math.max(0, id.indexOf('-'))), Instant::from)
                            .plusMillis(1);
            next = after.isAfter(next) ? after : next;
        } catch (DateTimeParseException _) {
            return; // not such an id
        }
    }
}
