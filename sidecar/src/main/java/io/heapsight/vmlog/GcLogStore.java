/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.KeptFolder;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The stored GC logs, in the folder {@code gclogs} of the data directory.
 *
 * @param files the logs with their records and summaries
 */
public record GcLogStore(KeptFiles<GcLogRecord> files) {
    private static final Shape<GcLogRecord> RECORD =
            Shape.<GcLogRecord>of()
                    .field("id", TEXT, GcLogRecord::id)
                    .field("startedAt", TIME, GcLogRecord::startedAt)
                    .field("pid", INTEGER, GcLogRecord::pid)
                    .field("target", TEXT, GcLogRecord::target)
                    .field("seconds", COUNT, GcLogRecord::seconds)
                    .field("bytes", BYTES, GcLogRecord::bytes)
                    .field("end", TEXT, log -> log.end().label())
                    .field("whole", FLAG, GcLogRecord::whole)
                    .nullable("maxHeapBytes", BYTES, log -> number(log.maxHeapBytes()));

    private static final KeptFiles.Kind<GcLogRecord> KIND =
            new KeptFiles.Kind<>("a GC log", HeapsightGcLogNames.END, RECORD, GcLogStore::read);

    /** Opens the folder, which need not be there. */
    public static GcLogStore open(Path dataDirectory) throws IOException {
        KeptFolder folder = KeptFolder.in(dataDirectory, "gclogs", "GC logs");
        return new GcLogStore(KeptFiles.open(folder, KIND));
    }

    private static GcLogRecord read(JsonObject record) throws IOException {
        String end = record.text("end");
        return new GcLogRecord(
                record.text("id"),
                record.time("startedAt"),
                (int) record.integer("pid"),
                record.text("target"),
                (int) record.integer("seconds"),
                record.integer("bytes"),
                Labelled.find(GcLogger.End.values(), end)
                        .orElseThrow(() -> new IOException("unknown end: " + end)),
                record.flag("whole"),
                record.optionalInteger("maxHeapBytes"));
    }
}
