/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.Shape;
import io.heapsight.summary.Waste.CollectionWaste;
import io.heapsight.summary.Waste.DuplicateStrings;

/** Declares the waste of a heap summary. */
final class WasteJson {
    private static final Shape<DuplicateStrings.Group> GROUP =
            Shape.<DuplicateStrings.Group>of()
                    .field("count", COUNT, DuplicateStrings.Group::count)
                    .field("bytesEach", BYTES, DuplicateStrings.Group::bytesEach)
                    .field("length", COUNT, DuplicateStrings.Group::length)
                    .nullable("content", TEXT, DuplicateStrings.Group::content);

    private static final Shape<DuplicateStrings> STRINGS =
            Shape.<DuplicateStrings>of()
                    .field("strings", COUNT, DuplicateStrings::strings)
                    .field("distinct", COUNT, DuplicateStrings::distinct)
                    .field("wastedBytes", BYTES, DuplicateStrings::wastedBytes)
                    .field("top", list(GROUP), DuplicateStrings::top);

    private static final Shape<CollectionWaste> COLLECTION =
            Shape.<CollectionWaste>of()
                    .field("name", TEXT, CollectionWaste::className)
                    .field("collections", COUNT, CollectionWaste::collections)
                    .field("empty", COUNT, CollectionWaste::empty)
                    .field("singleton", COUNT, CollectionWaste::singleton)
                    .field("sparse", COUNT, CollectionWaste::sparse)
                    .field("savableBytes", BYTES, CollectionWaste::savableBytes);

    private static final Shape<WasteAt> PLACE =
            Shape.<WasteAt>of()
                    .field("kind", choice(WasteAt.Kind.values()), WasteAt::kind)
                    .field("place", TEXT, row -> row.place().name())
                    .field(
                            "placeKind",
                            choice(HolderPlace.Kind.values()),
                            row -> row.place().kind())
                    .field("class", TEXT, WasteAt::className)
                    .field("objects", COUNT, WasteAt::objects)
                    .field("bytes", BYTES, WasteAt::bytes);

    static final Shape<Waste> WASTE =
            Shape.<Waste>of()
                    .nullable("duplicateStrings", STRINGS, Waste::strings)
                    .field("collections", list(COLLECTION), Waste::collections)
                    .field("boxed", list(TotalJson.CLASS_TOTAL), Waste::boxed)
                    .field("arrays", list(TotalJson.CLASS_TOTAL), Waste::emptyArrays)
                    .field("places", list(PLACE), Waste::places);

    private WasteJson() {}
}
