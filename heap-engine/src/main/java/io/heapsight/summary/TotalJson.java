/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Declares and reads numbers of objects and their bytes, as used in all parts of a heap summary.
 */
public final class TotalJson {
    public static final Shape<Total> TOTAL =
            Shape.<Total>of()
                    .field("objects", COUNT, Total::objects)
                    .field("bytes", BYTES, Total::bytes);

    static final Shape<Total.OfClass> CLASS_TOTAL =
            Shape.<Total.OfClass>of()
                    .field("name", TEXT, Total.OfClass::className)
                    .and(TOTAL, Total.OfClass::total);

    private TotalJson() {}

    /** The objects and bytes of a part of a document; empty if the part is missing. */
    public static Optional<Total> total(JsonObject of, String part) throws IOException {
        Optional<JsonObject> total = of.optionalObject(part);
        return total.isEmpty()
                ? Optional.empty()
                : Optional.of(total(total.get(), "objects", "bytes"));
    }

    /** The objects and bytes in two fields; 0 for missing fields. */
    public static Total total(JsonObject of, String objects, String bytes) throws IOException {
        try {
            return new Total(
                    of.optionalInteger(objects).orElse(0), of.optionalInteger(bytes).orElse(0));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    static Optional<Long> address(OptionalLong address) {
        return address.isPresent() ? Optional.of(address.getAsLong()) : Optional.empty();
    }
}
