/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.json.JsonObject;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.SentObject;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads manifests, which may be wrong or hostile. */
public record ManifestReader(ObjectReader source) {
    private static final int MOST_BYTES = 1 << 20;
    private static final int MOST_OBJECTS = 100;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,250}");

    /**
     * The content of a manifest.
     *
     * @param kind as written; "" in a manifest without it
     */
    public record Manifest(
            String kind,
            String id,
            String target,
            String caller,
            Instant storedAt,
            List<SentObject> objects) {}

    /**
     * Reads a manifest.
     *
     * @throws StoreFailure from the store
     * @throws IOException if it is invalid
     */
    public Manifest read(String key) throws IOException {
        JsonObject read = JsonObject.parse(text(key), StoreManifest.SHAPE);
        List<SentObject> objects = new ArrayList<>();
        for (JsonObject each : read.items(JsonObject.class, "objects")) {
            objects.add(object(each));
            if (objects.size() > MOST_OBJECTS) {
                throw new IOException("it has too many objects");
            }
        }
        return new Manifest(
                read.optionalText("kind").orElse(""),
                read.optionalText("id").orElse(""),
                read.text("target"),
                read.optionalText("caller").orElse(""),
                read.time("storedAt"),
                objects);
    }

    private static SentObject object(JsonObject from) throws IOException {
        try {
            SentObject object = SentObject.read(from);
            if (!NAME.matcher(object.name()).matches()) {
                throw new IOException("an object has no valid name");
            }
            return object;
        } catch (IllegalArgumentException e) {
            throw new IOException("an object has an unknown form", e);
        }
    }

    private String text(String key) throws IOException {
        try (RangeResponse answer = source.open(key, 0, MOST_BYTES, Optional.empty())) {
            byte[] bytes = answer.body().readNBytes(MOST_BYTES);
            if (answer.objectBytes().orElse(0) > MOST_BYTES) {
                throw new IOException("it is larger than 1 MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /**
     * Returns the description of an object in the manifest beside it.
     *
     * @return empty if there is no readable manifest, or it doesn't name the object
     */
    Optional<SentObject> describing(String key) {
        int slash = key.lastIndexOf('/');
        String name = key.substring(slash + 1);
        try {
            return read(key.substring(0, slash + 1) + StoreManifest.NAME).objects().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst();
        } catch (IOException _) {
            return Optional.empty(); // not permitted, or missing: the object is not checked
        }
    }
}
