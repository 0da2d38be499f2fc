/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.json.JsonType.BYTES;
import static io.heapsight.json.JsonType.FLAG;
import static io.heapsight.json.JsonType.TEXT;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import java.io.IOException;

/**
 * An object that was sent whole.
 *
 * @param form what was done to it on the way
 * @param sha256 of the bytes that were sent
 * @param compared whether the store was asked for its size, and said the same
 */
public record StoredObject(
        String name, EvidenceFile.Form form, long bytes, String sha256, boolean compared) {
    static final Shape<StoredObject> SHAPE =
            Shape.<StoredObject>of()
                    .field("name", TEXT, StoredObject::name)
                    .field("form", TEXT, object -> object.form().label())
                    .field("bytes", BYTES, StoredObject::bytes)
                    .field("sha256", TEXT, StoredObject::sha256)
                    .field("compared", FLAG, StoredObject::compared);

    /** Whether it is what that file becomes in the store: only what is small changes later. */
    boolean isOf(EvidenceFile file) {
        return form != EvidenceFile.Form.AS_IS && form == file.form() && name.equals(file.name());
    }

    static StoredObject read(JsonObject from) throws IOException {
        return new StoredObject(
                from.text("name"),
                EvidenceFile.Form.of(from.text("form")),
                from.integer("bytes"),
                from.text("sha256"),
                from.flag("compared"));
    }
}
