/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.cli.output.Console;
import io.heapsight.store.EvidenceFile;
import io.heapsight.store.EvidenceKind;
import io.heapsight.store.SentObject;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.read.ManifestObject;
import io.heapsight.store.read.StoredEvidence;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects that an interrupted download completed. */
class EvidenceDownloadTest {
    private static final String ID = "20261121T221930120Z-7";

    @TempDir private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StoreEnvironment environment = new StoreEnvironment(Map.of());
    private Path file;

    @BeforeEach
    void complete() throws IOException {
        Path evidence = Files.createDirectory(folder.resolve(ID + ".heapdump"));
        file = Files.writeString(evidence.resolve("a.hprof.gz"), "dump");
    }

    @Test
    void completeObjectIsNotDownloadedAgain() throws Exception {
        get(Sha256.of(file, _ -> {}));

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("a.hprof.gz  4 B  there already: sha256 ");
        assertThat(file).hasContent("dump");
    }

    @Test
    void otherFileIsNotOverwritten() {
        assertThatThrownBy(() -> get("0".repeat(64)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("exists already");
        assertThat(file).hasContent("dump");
    }

    private void get(String sha256) throws IOException, ProblemException {
        SentObject object =
                new SentObject("a.hprof.gz", EvidenceFile.Form.REDACTED, 4, sha256, true);
        StoredEvidence evidence =
                new StoredEvidence(
                        "pod/shop/" + ID + ".heapdump",
                        EvidenceKind.HEAPDUMP,
                        ID,
                        "shop",
                        "OutOfMemoryError",
                        Optional.empty(),
                        StoredEvidence.State.COMPLETE,
                        List.of(new ManifestObject(object, OptionalLong.of(4))));
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        new EvidenceDownload(new Console(stream, stream), environment, folder)
                .evidence(environment.settings(StoreUrl.parse("s3://dumps/a")), evidence);
    }
}
