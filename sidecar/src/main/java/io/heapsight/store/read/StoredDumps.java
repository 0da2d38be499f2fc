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
 * The heap dumps in a store.
 *
 * @param store its URL
 * @param dumps the newest first
 * @param more whether the store has more
 */
public record StoredDumps(String store, List<StoredDump> dumps, boolean more) {
    public static final Shape<StoredDumps> SHAPE =
            Shape.<StoredDumps>of()
                    .field("store", TEXT, StoredDumps::store)
                    .field("dumps", list(StoredDump.SHAPE), StoredDumps::dumps)
                    .field("more", FLAG, StoredDumps::more);

    public StoredDumps {
        dumps = List.copyOf(dumps);
    }

    static StoredDumps read(String document) throws IOException {
        JsonObject read = JsonObject.parse(document, SHAPE);
        List<StoredDump> dumps = new ArrayList<>();
        for (JsonObject each : read.items(JsonObject.class, "dumps")) {
            dumps.add(StoredDump.read(each));
        }
        return new StoredDumps(read.text("store"), dumps, read.flag("more"));
    }
}
