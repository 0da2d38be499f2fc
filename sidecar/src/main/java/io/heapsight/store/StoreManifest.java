/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.json.JsonType.BYTES;
import static io.heapsight.json.JsonType.FLAG;
import static io.heapsight.json.JsonType.TEXT;
import static io.heapsight.json.JsonType.TIME;
import static io.heapsight.json.JsonType.list;

import io.heapsight.json.Shape;
import java.time.Instant;
import java.util.List;

/**
 * {@value #NAME}, the last object of a folder in a store: what is in it. Where it is there, all of
 * it is there.
 */
record StoreManifest(Evidence evidence, Instant storedAt, List<StoredObject> objects) {
    /**
     * An object that was sent whole.
     *
     * @param form what was done to it on the way
     * @param sha256 of the bytes that were sent
     * @param compared whether the store was asked for its size, and said the same
     */
    record StoredObject(
            String name, EvidenceFile.Form form, long bytes, String sha256, boolean compared) {}

    static final String NAME = "manifest.json";

    private static final Shape<StoredObject> OBJECT =
            Shape.<StoredObject>of()
                    .field("name", TEXT, StoredObject::name)
                    .field("form", TEXT, object -> object.form().label())
                    .field("bytes", BYTES, StoredObject::bytes)
                    .field("sha256", TEXT, StoredObject::sha256)
                    .field("compared", FLAG, StoredObject::compared);

    static final Shape<StoreManifest> SHAPE =
            Shape.<StoreManifest>of()
                    .field("kind", TEXT, manifest -> manifest.evidence().kind().label())
                    .field("id", TEXT, manifest -> manifest.evidence().id())
                    .field("target", TEXT, manifest -> manifest.evidence().target())
                    .field("caller", TEXT, manifest -> manifest.evidence().caller())
                    .field("storedAt", TIME, StoreManifest::storedAt)
                    .field("objects", list(OBJECT), StoreManifest::objects);
}
