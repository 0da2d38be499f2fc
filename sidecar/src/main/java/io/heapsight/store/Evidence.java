/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.json.JsonType.TEXT;
import static io.heapsight.json.JsonType.list;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is kept of a target and is to be stored, with where it goes: a folder of its own.
 *
 * @param id of it among its kind
 * @param target the name of the JVM that it was taken of
 * @param caller who asked for it
 * @param folder in the store, without a slash at its ends
 * @param files in the order in which they are sent
 */
public record Evidence(
        EvidenceKind kind,
        String id,
        String target,
        String caller,
        String folder,
        List<EvidenceFile> files) {
    private static final Shape<EvidenceFile> FILE =
            Shape.<EvidenceFile>of()
                    .field("path", TEXT, file -> file.path().toString())
                    .field("name", TEXT, EvidenceFile::name)
                    .field("form", TEXT, file -> file.form().label());

    /** As it is kept until it is stored. */
    static final Shape<Evidence> SHAPE =
            Shape.<Evidence>of()
                    .field("kind", TEXT, evidence -> evidence.kind().label())
                    .field("id", TEXT, Evidence::id)
                    .field("target", TEXT, Evidence::target)
                    .field("caller", TEXT, Evidence::caller)
                    .field("folder", TEXT, Evidence::folder)
                    .field("files", list(FILE), Evidence::files);

    public Evidence {
        files = List.copyOf(files);
        if (!KeptFile.isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
    }

    /** What it is called where there are several kinds: "heapdump 20261121T221930120Z-7". */
    String label() {
        return kind.label() + " " + id;
    }

    /** Reads one back. */
    public static Evidence read(String text) throws IOException {
        JsonObject read = JsonObject.parse(text, SHAPE);
        try {
            List<EvidenceFile> files = new ArrayList<>();
            for (JsonObject file : read.items(JsonObject.class, "files")) {
                files.add(
                        new EvidenceFile(
                                Path.of(file.text("path")),
                                file.text("name"),
                                EvidenceFile.Form.of(file.text("form"))));
            }
            String kind = read.text("kind");
            return new Evidence(
                    Arrays.stream(EvidenceKind.values())
                            .filter(each -> each.label().equals(kind))
                            .findFirst()
                            .orElseThrow(() -> new IOException("unknown kind: " + kind)),
                    read.text("id"),
                    read.text("target"),
                    read.text("caller"),
                    read.text("folder"),
                    files);
        } catch (IllegalArgumentException e) {
            throw new IOException("not evidence to store: " + e.getMessage(), e);
        }
    }
}
