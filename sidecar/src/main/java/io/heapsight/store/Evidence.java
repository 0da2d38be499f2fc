/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFile;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A stored capture of a target to upload, with its destination folder.
 *
 * @param id within its kind
 * @param target the name of its JVM
 * @param caller who requested the upload
 * @param folder in the store, without a slash at its ends
 * @param files in upload order
 * @param sent objects that the store already contains, which are not sent again
 */
public record Evidence(
        EvidenceKind kind,
        String id,
        String target,
        String caller,
        String folder,
        List<EvidenceFile> files,
        List<SentObject> sent) {
    private static final Shape<EvidenceFile> FILE =
            Shape.<EvidenceFile>of()
                    .field("path", TEXT, file -> file.path().toString())
                    .field("name", TEXT, EvidenceFile::name)
                    .field("form", TEXT, file -> file.form().label());

    private static final Shape<Evidence> SHAPE =
            Shape.<Evidence>of()
                    .field("kind", TEXT, evidence -> evidence.kind().label())
                    .field("id", TEXT, Evidence::id)
                    .field("target", TEXT, Evidence::target)
                    .field("caller", TEXT, Evidence::caller)
                    .field("folder", TEXT, Evidence::folder)
                    .field("files", list(FILE), Evidence::files)
                    .field("sent", list(SentObject.SHAPE), Evidence::sent);

    public Evidence {
        files = List.copyOf(files);
        sent = List.copyOf(sent);
        if (!KeptFile.isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
    }

    /** Returns a copy with further sent objects. */
    Evidence with(List<SentObject> more) {
        List<SentObject> all = new ArrayList<>(sent);
        all.addAll(more);
        return new Evidence(kind, id, target, caller, folder, files, all);
    }

    /** Returns the object of a file in the store; empty if it must be sent. */
    Optional<SentObject> sent(EvidenceFile file) {
        return sent.stream().filter(object -> object.isOf(file)).findFirst();
    }

    /** Returns whether a whole heap dump remains to be sent. */
    boolean isLarge() {
        return kind == EvidenceKind.HEAPDUMP
                && files.stream()
                        .anyMatch(
                                file ->
                                        file.form() != EvidenceFile.Form.AS_IS
                                                && sent(file).isEmpty());
    }

    /** Returns the metadata of its objects. */
    Map<String, String> metadata() {
        return Map.of(
                "heapsight-kind",
                kind.label(),
                "heapsight-id",
                id,
                "heapsight-target",
                StoreFolderNames.segment(target));
    }

    /** Returns a unique name across kinds: "heapdump 20261121T221930120Z-7". */
    String label() {
        return label(kind, id);
    }

    /** Returns the label of evidence by its kind and id. */
    static String label(EvidenceKind kind, String id) {
        return kind.label() + " " + id;
    }

    /** Returns the JSON that is stored until the end of the upload. */
    public String text() {
        return SHAPE.text(this);
    }

    /** Parses the JSON. */
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
            List<SentObject> sent = new ArrayList<>();
            for (JsonObject object : read.optionalItems(JsonObject.class, "sent")) {
                sent.add(SentObject.read(object));
            }
            String kind = read.text("kind");
            return new Evidence(
                    Labelled.find(EvidenceKind.values(), kind)
                            .orElseThrow(() -> new IOException("unknown kind: " + kind)),
                    read.text("id"),
                    read.text("target"),
                    read.text("caller"),
                    read.text("folder"),
                    files,
                    sent);
        } catch (IllegalArgumentException e) {
            throw new IOException("not evidence to store: " + e.getMessage(), e);
        }
    }
}
