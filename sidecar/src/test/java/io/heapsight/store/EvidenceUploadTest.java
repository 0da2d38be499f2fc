/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.json.JsonObject;
import io.heapsight.unit.Progress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of a folder after a successful and after a failed upload. */
class EvidenceUploadTest {
    private static final String FOLDER = "pod/shop/20261121T221930120Z-7.heapdump";

    @TempDir private Path folder;
    private Path volume;
    private Evidence evidence;
    private long sent;

    @BeforeEach
    void write() throws IOException {
        volume = Files.createDirectory(folder.resolve("volume"));
        Path summary = Files.writeString(folder.resolve("a.summary.json"), "{}");
        Path dump = Files.writeString(folder.resolve("a.hprof"), "a dump, a dump, a dump");
        evidence =
                new Evidence(
                        EvidenceKind.HEAPDUMP,
                        "20261121T221930120Z-7",
                        "shop",
                        "trigger heap>95%",
                        FOLDER,
                        List.of(
                                new EvidenceFile(
                                        summary, "a.summary.json", EvidenceFile.Form.AS_IS),
                                new EvidenceFile(dump, "a.hprof.gz", EvidenceFile.Form.GZIP)),
                        List.of());
    }

    private void upload(EvidenceUpload.Content content) throws Exception {
        Progress progress =
                (phase, done, _) -> sent = phase.equals(EvidenceUpload.STORED) ? done : sent;
        try (ObjectStore store = store()) {
            new EvidenceUpload(store, evidence, progress, () -> Instant.EPOCH)
                    .send(content, known -> evidence = known);
        }
    }

    private ObjectStore store() throws Exception {
        return StoreOpener.open(
                new StoreSettings(
                        StoreUrl.parse("file://" + volume),
                        Optional.empty(),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty()));
    }

    private List<String> stored() throws IOException {
        try (Stream<Path> all = Files.walk(volume)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> volume.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void allFilesAreStoredAndTheManifestHasTheirDigests() throws Exception {
        upload((file, out) -> Files.copy(file.path(), out));

        assertThat(stored())
                .containsExactly(
                        FOLDER + "/a.hprof.gz",
                        FOLDER + "/a.summary.json",
                        FOLDER + "/manifest.json");
        byte[] dump = Files.readAllBytes(volume.resolve(FOLDER + "/a.hprof.gz"));
        assertThat(new GZIPInputStream(new ByteArrayInputStream(dump)).readAllBytes())
                .isEqualTo("a dump, a dump, a dump".getBytes(UTF_8));
        JsonObject manifest =
                JsonObject.parse(Files.readString(volume.resolve(FOLDER + "/manifest.json")));
        JsonObject second = manifest.items(JsonObject.class, "objects").getLast();
        assertThat(second.text("name")).isEqualTo("a.hprof.gz");
        assertThat(second.integer("bytes")).isEqualTo(dump.length);
        assertThat(second.flag("compared")).isTrue();
        assertThat(second.text("sha256"))
                .isEqualTo(
                        HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(dump)));
        assertThat(sent).isEqualTo(dump.length + 2);
    }

    @Test
    void sentLargeFileIsNotSentAgainButIsInTheManifest() throws Exception {
        upload((file, out) -> Files.copy(file.path(), out));
        String first = Files.readString(volume.resolve(FOLDER + "/manifest.json"));
        List<String> again = new ArrayList<>();

        upload(
                (file, out) -> {
                    again.add(file.name());
                    Files.copy(file.path(), out);
                });

        assertThat(again).containsExactly("a.summary.json");
        assertThat(volume.resolve(FOLDER + "/manifest.json")).hasContent(first);
        assertThat(evidence.isLarge()).isFalse();
    }

    @Test
    void fileInAnotherFormIsSentAgain() {
        EvidenceFile dump = evidence.files().getLast();
        Evidence redacted =
                evidence.with(
                        List.of(
                                new SentObject(
                                        dump.name(), EvidenceFile.Form.REDACTED, 1, "", true)));

        assertThat(redacted.sent(dump)).isEmpty();
        assertThat(redacted.isLarge()).isTrue();
    }

    @Test
    void failedFileLeavesNeitherItselfNorAManifest() throws Exception {
        IOException failure =
                catchThrowableOfType(
                        IOException.class,
                        () ->
                                upload(
                                        (file, out) -> {
                                            out.write(new byte[1 << 20]);
                                            if (file.name().endsWith("gz")) {
                                                throw new IOException("the disk is gone");
                                            }
                                        }));

        assertThat(failure).hasMessage("the disk is gone");
        assertThat(stored()).containsExactly(FOLDER + "/a.summary.json");
    }

    @Test
    void leftoversOfAKilledUploadAreRemovedByTheNext() throws Exception {
        Path left = volume.resolve(FOLDER).resolve("a.hprof.gz.part");
        Files.createDirectories(left.getParent());
        Files.writeString(left, "half of");

        upload((file, out) -> Files.copy(file.path(), out));

        assertThat(left).doesNotExist();
        assertThat(stored()).hasSize(3);
    }

    @Test
    void unmountedVolumeIsNotCreated() throws Exception {
        Files.delete(volume);

        StoreFailure failure =
                catchThrowableOfType(
                        StoreFailure.class,
                        () -> upload((file, out) -> Files.copy(file.path(), out)));

        assertThat(failure.told().problem().detail())
                .contains("file://" + volume, "is the volume mounted there?");
        assertThat(volume).doesNotExist();
    }

    @Test
    void evidenceRoundTrips() throws Exception {
        Evidence sent =
                evidence.with(List.of(new SentObject("a", EvidenceFile.Form.GZIP, 7, "ab", true)));

        assertThat(Evidence.read(evidence.text())).isEqualTo(evidence);
        assertThat(Evidence.read(sent.text())).isEqualTo(sent);
    }

    @Test
    void targetNamesBecomeSafePathElements() {
        StoreFolderNames names = new StoreFolderNames(List.of("prod eu", "", "shop-7c9"));

        assertThat(
                        names.folder(
                                EvidenceKind.POSTMORTEM,
                                "20261121T221930120Z-7",
                                "../com.acme/X y"))
                .isEqualTo("prod_eu/shop-7c9/__com.acme_X_y/20261121T221930120Z-7.postmortem");
    }
}
