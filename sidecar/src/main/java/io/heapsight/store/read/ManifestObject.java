/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.store.SentObject;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * One object listed in a manifest, with its size in the store.
 *
 * @param bytesInStore size in the store now; empty if it is missing
 */
public record ManifestObject(SentObject object, OptionalLong bytesInStore) {
    static final Shape<ManifestObject> SHAPE =
            Shape.<ManifestObject>of()
                    .and(SentObject.SHAPE, ManifestObject::object)
                    .optional("bytesInStore", BYTES, found -> number(found.bytesInStore()));

    /** Returns whether the store has an object of the manifest's size. */
    public boolean isComplete() {
        return bytesInStore.orElse(-1) == object.bytes();
    }

    static ManifestObject read(JsonObject from) throws IOException {
        return new ManifestObject(SentObject.read(from), from.optionalInteger("bytesInStore"));
    }
}
