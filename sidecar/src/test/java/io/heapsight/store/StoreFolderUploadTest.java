/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.json.JsonObject;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifest of a folder after its dump got a summary. */
class StoreFolderUploadTest {
    private static final String PLACE = "pod/shop/20261121T221930120Z-7.heapdump";

    @TempDir private Path folder;
    private Path volume;
    private Path evidence;

    @BeforeEach
    void create() throws Exception {
        volume = folder.resolve("volume");
        evidence = Files.createDirectories(volume.resolve(PLACE));
    }

    private void add(String summary) throws Exception {
        Path json = Files.writeString(folder.resolve("a.summary.json"), summary);
        StoreSettings settings =
                new StoreSettings(
                        StoreUrl.parse("file://" + volume),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty());
        try (ObjectStore store = StoreOpener.open(settings);
                ObjectReader source = StoreOpener.read(settings)) {
            new StoreFolderUpload(
                            store, source, settings.url(), Progress.SILENT, () -> Instant.EPOCH)
                    .send(PLACE, List.of(json));
        }
    }

    private static String manifest(String objects) {
        return """
        {"schemaVersion":1,"kind":"heapdump","id":"20261121T221930120Z-7","target":"shop",
         "caller":"rule oom","storedAt":"2026-11-21T22:19:30Z","objects":[%s]}"""
                .formatted(objects);
    }

    private static String object(String name, long bytes) {
        return """
        {"name":"%s","form":"redacted","bytes":%d,"sha256":"00","compared":true}"""
                .formatted(name, bytes);
    }

    @Test
    void theManifestListsTheDumpAndTheSummary() throws Exception {
        Path manifest = evidence.resolve("manifest.json");
        Files.writeString(manifest, manifest(object("a.hprof.gz", 5)));

        add("{}");

        JsonObject read = JsonObject.parse(Files.readString(manifest));
        assertThat(read.text("id")).isEqualTo("20261121T221930120Z-7");
        assertThat(read.text("caller")).isEqualTo("rule oom");
        List<JsonObject> objects = read.items(JsonObject.class, "objects");
        assertThat(objects).hasSize(2);
        assertThat(objects.getFirst().text("name")).isEqualTo("a.summary.json");
        assertThat(objects.getFirst().integer("bytes")).isEqualTo(2);
        assertThat(objects.getLast().text("name")).isEqualTo("a.hprof.gz");
        assertThat(objects.getLast().integer("bytes")).isEqualTo(5);
    }

    @Test
    void aNewSummaryReplacesTheOldOne() throws Exception {
        Path manifest = evidence.resolve("manifest.json");
        Files.writeString(manifest, manifest(object("a.hprof.gz", 5)));
        add("{\"older\":true}");

        add("{}");

        assertThat(evidence.resolve("a.summary.json")).hasContent("{}");
        List<JsonObject> objects =
                JsonObject.parse(Files.readString(manifest)).items(JsonObject.class, "objects");
        assertThat(objects).hasSize(2);
        assertThat(objects.getFirst().integer("bytes")).isEqualTo(2);
    }

    @Test
    void aFolderWithoutManifestGetsNone() throws Exception {
        add("{}");

        assertThat(evidence.resolve("a.summary.json")).hasContent("{}");
        assertThat(evidence.resolve("manifest.json")).doesNotExist();
    }

    @Test
    void aManifestOfAnotherProgramStaysAsItIs() throws Exception {
        Path manifest = evidence.resolve("manifest.json");
        Files.writeString(manifest, "{\"name\":\"shop\"}");

        add("{}");

        assertThat(evidence.resolve("a.summary.json")).hasContent("{}");
        assertThat(manifest).hasContent("{\"name\":\"shop\"}");
    }
}
