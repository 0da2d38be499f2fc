/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.store.EvidenceKind;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A folder of a store with uploaded evidence.
 *
 * @param folder below the store's URL: CLUSTER/NAMESPACE/POD/TARGET/ID.KIND
 * @param target the name of its JVM; "" without a manifest
 * @param caller who requested the upload; "" without a manifest
 * @param storedAt empty without a manifest
 * @param objects of its manifest
 */
public record StoredEvidence(
        String folder,
        EvidenceKind kind,
        String id,
        String target,
        String caller,
        Optional<Instant> storedAt,
        State state,
        List<ManifestObject> objects) {
    /** The result of comparing the manifest with the store. */
    public enum State implements Labelled {
        /** Every object of the manifest is there, with its size. */
        COMPLETE,
        /** An object is missing, or has another size. */
        DIFFERENT,
        /** There is no manifest: the upload is running, or was interrupted. */
        UNFINISHED,
        /** The manifest can't be read. */
        UNREADABLE
    }

    public static final Shape<StoredEvidence> SHAPE =
            Shape.<StoredEvidence>of()
                    .field("folder", TEXT, StoredEvidence::folder)
                    .field("kind", choice(EvidenceKind.values()), StoredEvidence::kind)
                    .field("id", TEXT, StoredEvidence::id)
                    .field("pod", TEXT, StoredEvidence::pod)
                    .field("target", TEXT, StoredEvidence::target)
                    .field("caller", TEXT, StoredEvidence::caller)
                    .optional("storedAt", TIME, StoredEvidence::storedAt)
                    .field("state", choice(State.values()), StoredEvidence::state)
                    .field("bytes", BYTES, StoredEvidence::bytes)
                    .field("objects", list(ManifestObject.SHAPE), StoredEvidence::objects);

    public StoredEvidence {
        objects = List.copyOf(objects);
    }

    /** Returns the place of its target: CLUSTER/NAMESPACE/POD, as far as known. */
    public String pod() {
        String[] steps = folder.split("/");
        return String.join("/", List.of(steps).subList(0, Math.max(0, steps.length - 2)));
    }

    /** Returns the total size of the objects. */
    public long bytes() {
        return objects.stream().mapToLong(each -> each.object().bytes()).sum();
    }

    /**
     * Returns whether a user's text identifies this evidence: as its id, as ID.KIND, or as the end
     * of its folder.
     */
    public boolean isNamed(String name) {
        return id.equals(name) || folder.equals(name) || folder.endsWith("/" + name);
    }

    static StoredEvidence read(JsonObject from) throws IOException {
        List<ManifestObject> objects = new ArrayList<>();
        for (JsonObject each : from.items(JsonObject.class, "objects")) {
            objects.add(ManifestObject.read(each));
        }
        return new StoredEvidence(
                from.text("folder"),
                find(EvidenceKind.values(), from.text("kind")),
                from.text("id"),
                from.text("target"),
                from.text("caller"),
                from.optionalTime("storedAt"),
                find(State.values(), from.text("state")),
                objects);
    }

    private static <E extends Labelled> E find(E[] all, String label) throws IOException {
        return Labelled.find(all, label).orElseThrow(() -> new IOException("unknown: " + label));
    }
}
