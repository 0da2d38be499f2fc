/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.choice;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.summary.Severity;
import io.heapsight.unit.Labelled;
import java.io.IOException;

/**
 * A leak suspect in the summary of a stored heap dump.
 *
 * @param place that holds the objects, in the code's terms
 * @param bytes retained
 * @param share of the reachable bytes, 0 to 1
 */
public record DumpSuspect(
        Severity severity, String place, long bytes, double share, String text, String remedy) {
    private static final int MOST_CHARACTERS = 2_000;

    /** No JVM has a larger heap. */
    private static final double MOST_BYTES = 1L << 50;

    public static final Shape<DumpSuspect> SHAPE =
            Shape.<DumpSuspect>of()
                    .field("severity", choice(Severity.values()), DumpSuspect::severity)
                    .field("place", TEXT, DumpSuspect::place)
                    .field("bytes", BYTES, DumpSuspect::bytes)
                    .field("share", NUMBER, DumpSuspect::share)
                    .field("text", TEXT, DumpSuspect::text)
                    .field("remedy", TEXT, DumpSuspect::remedy);

    /** Reads it from a finding of a summary, or from a document of this shape. */
    static DumpSuspect read(JsonObject from) throws IOException {
        double bytes = from.number("bytes");
        double share = from.number("share");
        if (!(bytes >= 0 && bytes < MOST_BYTES && share >= 0 && share <= 1)) {
            throw new IOException("a suspect of %s bytes, %s of the heap".formatted(bytes, share));
        }
        return new DumpSuspect(
                severity(from.text("severity")),
                cut(from.optionalText("place").orElse("?")),
                (long) bytes,
                share,
                cut(from.text("text")),
                cut(from.text("remedy")));
    }

    private static Severity severity(String label) throws IOException {
        return Labelled.find(Severity.values(), label)
                .orElseThrow(() -> new IOException("unknown severity: " + label));
    }

    private static String cut(String text) {
        return text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
    }
}
