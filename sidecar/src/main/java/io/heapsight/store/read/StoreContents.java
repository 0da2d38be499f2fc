/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The evidence in a store.
 *
 * @param store its URL
 * @param evidence the newest first
 * @param more whether the store has more
 */
public record StoreContents(String store, List<StoredEvidence> evidence, boolean more) {
    public static final Shape<StoreContents> SHAPE =
            Shape.<StoreContents>of()
                    .field("store", TEXT, StoreContents::store)
                    .field("evidence", list(StoredEvidence.SHAPE), StoreContents::evidence)
                    .field("more", FLAG, StoreContents::more);

    public StoreContents {
        evidence = List.copyOf(evidence);
    }

    static StoreContents read(String document) throws IOException {
        JsonObject read = JsonObject.parse(document, SHAPE);
        List<StoredEvidence> evidence = new ArrayList<>();
        for (JsonObject each : read.items(JsonObject.class, "evidence")) {
            evidence.add(StoredEvidence.read(each));
        }
        return new StoreContents(read.text("store"), evidence, read.flag("more"));
    }
}
