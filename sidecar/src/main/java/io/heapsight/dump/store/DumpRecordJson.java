/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import java.io.IOException;

/** Defines the JSON format of a dump's stored record: one flat object. */
final class DumpRecordJson {
    static final Shape<DumpRecord> RECORD =
            Shape.<DumpRecord>of()
                    .field("id", TEXT, DumpRecord::id)
                    .field("takenAt", TIME, DumpRecord::takenAt)
                    .field("pid", INTEGER, DumpRecord::pid)
                    .field("target", TEXT, DumpRecord::target)
                    .field("bytes", BYTES, DumpRecord::bytes)
                    .field("live", FLAG, DumpRecord::live)
                    .field("gzip", FLAG, DumpRecord::gzip)
                    .nullable("sha256", TEXT, DumpRecord::sha256)
                    .field("way", TEXT, DumpRecord::way);

    private DumpRecordJson() {}

    /** Parses a record. */
    static DumpRecord read(JsonObject record) throws IOException {
        return new DumpRecord(
                record.text("id"),
                record.time("takenAt"),
                (int) record.integer("pid"),
                record.text("target"),
                record.integer("bytes"),
                record.flag("live"),
                record.flag("gzip"),
                record.optionalText("sha256"),
                record.text("way"));
    }
}
