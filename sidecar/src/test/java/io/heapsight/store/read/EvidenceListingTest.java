/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.EvidenceKind;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreOpener;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evidence in a folder, compared with its manifests. */
class EvidenceListingTest {
    private static final String DIGEST =
            "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"; // of "hello"

    @TempDir private Path root;

    private ObjectReader source() throws Exception {
        return StoreOpener.read(
                new StoreSettings(
                        url(),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty()));
    }

    private StoreUrl url() {
        return StoreUrl.parse("file://" + root);
    }

    private StoreContents contents(int most) throws Exception {
        try (ObjectReader source = source()) {
            return new EvidenceListing(source, url(), new CancelSignal()).read(most);
        }
    }

    private Path evidence(String id, String name, String text) throws Exception {
        Path folder = root.resolve("prod/shop/pod-1/Shop/" + id + ".heapdump");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name), text);
        return folder;
    }

    private static String manifest(String name, String digest) {
        return """
        {"schemaVersion":1,"kind":"heapdump","id":"x","target":"Shop","caller":"rule oom",
         "storedAt":"2026-11-21T22:19:30Z",
         "objects":[{"name":"%s","form":"redacted","bytes":5,"sha256":"%s","compared":true}]}\
        """
                .formatted(name, digest);
    }

    private StoredEvidence only() throws Exception {
        StoreContents contents = contents(10);
        assertThat(contents.evidence()).hasSize(1);
        return contents.evidence().getFirst();
    }

    @Test
    void aManifestWhoseObjectsAreThereIsComplete() throws Exception {
        evidence("20261121T221930120Z-7", "a.hprof.gz", "hello");
        evidence("20261121T221930120Z-7", "manifest.json", manifest("a.hprof.gz", DIGEST));
        StoredEvidence found = only();
        assertThat(found.state()).isEqualTo(StoredEvidence.State.COMPLETE);
        assertThat(found.kind()).isEqualTo(EvidenceKind.HEAPDUMP);
        assertThat(found.pod()).isEqualTo("prod/shop/pod-1");
        assertThat(found.target()).isEqualTo("Shop");
        assertThat(found.caller()).isEqualTo("rule oom");
        assertThat(found.bytes()).isEqualTo(5);
        assertThat(found.isNamed("20261121T221930120Z-7")).isTrue();
        assertThat(found.isNamed("20261121T221930120Z-7.heapdump")).isTrue();
    }

    @Test
    void anObjectOfAnotherSizeDiffers() throws Exception {
        evidence("20261121T221930120Z-7", "a.hprof.gz", "hello!");
        evidence("20261121T221930120Z-7", "manifest.json", manifest("a.hprof.gz", DIGEST));
        assertThat(only().state()).isEqualTo(StoredEvidence.State.DIFFERENT);
    }

    @Test
    void aMissingObjectDiffers() throws Exception {
        evidence("20261121T221930120Z-7", "manifest.json", manifest("a.hprof.gz", DIGEST));
        assertThat(only().state()).isEqualTo(StoredEvidence.State.DIFFERENT);
        assertThat(only().objects().getFirst().bytesInStore()).isEmpty();
    }

    @Test
    void withoutAManifestTheUploadIsUnfinished() throws Exception {
        evidence("20261121T221930120Z-7", "a.hprof.gz", "hello");
        assertThat(only().state()).isEqualTo(StoredEvidence.State.UNFINISHED);
    }

    @Test
    void aHostileManifestIsUnreadable() throws Exception {
        evidence("20261121T221930120Z-7", "manifest.json", manifest("../../../etc/passwd", DIGEST));
        assertThat(only().state()).isEqualTo(StoredEvidence.State.UNREADABLE);
    }

    @Test
    void theNewestComesFirstAndMoreIsSaid() throws Exception {
        evidence("20261121T221930120Z-7", "a.hprof.gz", "hello");
        evidence("20261122T221930120Z-7", "a.hprof.gz", "hello");
        evidence("20261120T221930120Z-7", "a.hprof.gz", "hello");
        StoreContents found = contents(2);
        assertThat(found.evidence())
                .extracting(StoredEvidence::id)
                .containsExactly("20261122T221930120Z-7", "20261121T221930120Z-7");
        assertThat(found.more()).isTrue();
    }

    @Test
    void oneFolderIsFound() throws Exception {
        evidence("20261121T221930120Z-7", "a.hprof.gz", "hello");
        evidence("20261121T221930120Z-7", "manifest.json", manifest("a.hprof.gz", DIGEST));
        evidence("20261121T221930120Z-71", "a.hprof.gz", "hello");
        String place = "prod/shop/pod-1/Shop/";

        try (ObjectReader source = source()) {
            EvidenceListing listing = new EvidenceListing(source, url(), new CancelSignal());
            assertThat(listing.find(place + "20261121T221930120Z-7.heapdump").evidence())
                    .singleElement()
                    .satisfies(
                            found ->
                                    assertThat(found.objects())
                                            .singleElement()
                                            .matches(ManifestObject::isComplete));
            assertThat(listing.find(place + "20261121T221930120Z-8.heapdump").evidence()).isEmpty();
        }
    }

    @Test
    void theDocumentIsReadBack() throws Exception {
        evidence("20261121T221930120Z-7", "a.hprof.gz", "hello");
        evidence("20261121T221930120Z-7", "manifest.json", manifest("a.hprof.gz", DIGEST));
        StoreContents found = contents(10);
        assertThat(StoreContents.read(StoreContents.SHAPE.documentText(found))).isEqualTo(found);
    }

    @Test
    void aCopyIsComparedWithTheManifest() throws Exception {
        Path folder = evidence("20261121T221930120Z-7", "a.hprof.gz", "hello");
        evidence("20261121T221930120Z-7", "manifest.json", manifest("a.hprof.gz", DIGEST));
        String key = root.relativize(folder) + "/a.hprof.gz";
        Path copy = root.resolve("copy");
        try (ObjectReader source = source()) {
            CheckedDownload download =
                    new CheckedDownload(source, Progress.SILENT, new CancelSignal());
            assertThat(download.copy(key, "it", copy)).contains(DIGEST);
            assertThat(copy).hasContent("hello");
            CheckedDownload.delete(copy);

            Files.writeString(folder.resolve("a.hprof.gz"), "HELLO");
            StoreFailure failure =
                    catchThrowableOfType(StoreFailure.class, () -> download.copy(key, "it", copy));
            assertThat(failure.told().problem().detail()).contains("SHA-256").contains(DIGEST);
            assertThat(copy).doesNotExist();
        }
    }
}
