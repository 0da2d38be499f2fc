/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
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
 * The stored profiles, in the folder {@code profiles} of the data directory. Beside each recording
 * are the files that {@link ProfileConverter} derives from it.
 *
 * @param files the recordings with their records
 */
public record ProfileStore(KeptFiles<ProfileRecord> files) {
    private static final Shape<ProfileRecord> RECORD =
            Shape.<ProfileRecord>of()
                    .field("id", TEXT, ProfileRecord::id)
                    .field("startedAt", TIME, ProfileRecord::startedAt)
                    .field("pid", INTEGER, ProfileRecord::pid)
                    .field("target", TEXT, ProfileRecord::target)
                    .field("event", TEXT, profile -> profile.event().label())
                    .field("engine", TEXT, ProfileRecord::engine)
                    .field("seconds", COUNT, ProfileRecord::seconds)
                    .field("bytes", BYTES, ProfileRecord::bytes)
                    .field("samples", COUNT, ProfileRecord::samples)
                    .field("whole", FLAG, ProfileRecord::whole)
                    .field("way", TEXT, ProfileRecord::way)
                    .optional("collectedAt", TIME, ProfileRecord::collectedAt);

    private static final KeptFiles.Kind<ProfileRecord> KIND =
            new KeptFiles.Kind<>("a profile", ".jfr", RECORD, ProfileStore::read);

    /** Opens the folder, which may not exist yet. */
    public static ProfileStore open(Path dataDirectory) throws IOException {
        KeptFolder folder = KeptFolder.in(dataDirectory, "profiles", "profiles");
        return new ProfileStore(KeptFiles.open(folder, KIND));
    }

    private static ProfileRecord read(JsonObject record) throws IOException {
        return new ProfileRecord(
                record.text("id"),
                record.time("startedAt"),
                (int) record.integer("pid"),
                record.text("target"),
                ProfileEvent.of(record.text("event")),
                record.text("engine"),
                (int) record.integer("seconds"),
                record.integer("bytes"),
                record.integer("samples"),
                record.flag("whole"),
                record.text("way"),
                record.optionalTime("collectedAt"));
    }

    /** A file derived from a recording. */
    public Path made(String id, ProfileConverter.Form form) {
        return files.beside(id, form.end());
    }
}
