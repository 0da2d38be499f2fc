/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.KeptFolder;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The stored recordings, in the folder {@code recordings} of the data directory.
 *
 * @param files the recordings with their records and summaries
 */
public record RecordingStore(KeptFiles<RecordingRecord> files) {
    private static final Shape<RecordingRecord> RECORD =
            Shape.<RecordingRecord>of()
                    .field("id", TEXT, RecordingRecord::id)
                    .field("startedAt", TIME, RecordingRecord::startedAt)
                    .field("pid", INTEGER, RecordingRecord::pid)
                    .field("target", TEXT, RecordingRecord::target)
                    .field("seconds", COUNT, RecordingRecord::seconds)
                    .field("bytes", BYTES, RecordingRecord::bytes)
                    .field("settings", TEXT, RecordingRecord::settings);

    private static final KeptFiles.Kind<RecordingRecord> KIND =
            new KeptFiles.Kind<>("a recording", ".jfr", RECORD, RecordingStore::read);

    /** Opens the folder, which may not exist yet. */
    public static RecordingStore open(Path dataDirectory) throws IOException {
        KeptFolder folder = KeptFolder.in(dataDirectory, "recordings", "recordings");
        return new RecordingStore(KeptFiles.open(folder, KIND));
    }

    private static RecordingRecord read(JsonObject record) throws IOException {
        return new RecordingRecord(
                record.text("id"),
                record.time("startedAt"),
                (int) record.integer("pid"),
                record.text("target"),
                (int) record.integer("seconds"),
                record.integer("bytes"),
                record.text("settings"));
    }
}
