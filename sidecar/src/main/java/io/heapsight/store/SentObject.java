/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import java.io.IOException;

/**
 * A completely sent object.
 *
 * @param form its transformation
 * @param sha256 of the sent bytes
 * @param compared whether the size in the store was compared
 */
public record SentObject(
        String name, EvidenceFile.Form form, long bytes, String sha256, boolean compared) {
    public static final Shape<SentObject> SHAPE =
            Shape.<SentObject>of()
                    .field("name", TEXT, SentObject::name)
                    .field("form", TEXT, object -> object.form().label())
                    .field("bytes", BYTES, SentObject::bytes)
                    .field("sha256", TEXT, SentObject::sha256)
                    .field("compared", FLAG, SentObject::compared);

    /**
     * Returns whether the store contains the current content of a file: only small files change
     * later.
     */
    boolean isOf(EvidenceFile file) {
        return form != EvidenceFile.Form.AS_IS && form == file.form() && name.equals(file.name());
    }

    /** Reads it from a manifest. */
    public static SentObject read(JsonObject from) throws IOException {
        return new SentObject(
                from.text("name"),
                EvidenceFile.Form.of(from.text("form")),
                from.integer("bytes"),
                from.text("sha256"),
                from.flag("compared"));
    }
}
