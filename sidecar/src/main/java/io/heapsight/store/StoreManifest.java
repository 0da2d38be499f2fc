/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import java.time.Instant;
import java.util.List;

/**
 * {@value #NAME}, the last object of a folder in a store: the list of its objects. Listed objects
 * are complete. The manifest is written again when objects are added, such as the summary of a heap
 * dump.
 */
public record StoreManifest(Evidence evidence, Instant storedAt, List<SentObject> objects) {
    public static final String NAME = "manifest.json";

    public static final Shape<StoreManifest> SHAPE =
            Shape.<StoreManifest>of()
                    .field("kind", TEXT, manifest -> manifest.evidence().kind().label())
                    .field("id", TEXT, manifest -> manifest.evidence().id())
                    .field("target", TEXT, manifest -> manifest.evidence().target())
                    .field("caller", TEXT, manifest -> manifest.evidence().caller())
                    .field("storedAt", TIME, StoreManifest::storedAt)
                    .field("objects", list(SentObject.SHAPE), StoreManifest::objects);
}
