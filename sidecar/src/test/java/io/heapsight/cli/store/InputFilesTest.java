/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.cli.output.Console;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of files on the command line. */
class InputFilesTest {
    @TempDir private Path folder;
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private InputFiles files() {
        return new InputFiles(
                new Console(new PrintStream(OutputStream.nullOutputStream()), new PrintStream(err)),
                folder,
                false,
                (url, _, _, _) -> {
                    throw new AssertionError(url);
                });
    }

    @Test
    void pathsAndFileUrlsAreReadInPlace() throws Exception {
        try (InputFiles files = files()) {
            assertThat(files.local("shop.hprof")).isEqualTo(Path.of("shop.hprof"));
            assertThat(files.local("file:///evidence/shop.hprof"))
                    .isEqualTo(Path.of("/evidence/shop.hprof"));
        }
        assertThat(InputFiles.shown("https://host/a?sig=s3cr3t")).isEqualTo("https://host/a");
    }

    @Test
    void aGzipFileIsInflatedWhileTheCommandRuns() throws Exception {
        Path compressed = folder.resolve("a.jfr.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
            out.write("a recording".getBytes(UTF_8));
        }
        Path inflated;
        try (InputFiles files = files()) {
            inflated = files.inflated(compressed);
            assertThat(inflated).hasContent("a recording");
            assertThat(files.inflated(inflated)).isEqualTo(inflated);
        }
        assertThat(inflated).doesNotExist();
        assertThat(compressed).exists();
    }

    @Test
    void aFolderThatOthersMayWriteIsRefused() throws Exception {
        ObjectUrl url = ObjectUrl.parse("s3://dumps/a b/shop.hprof");
        Path copy = DownloadFolder.in(folder).fileOf(url);
        assertThat(copy.getFileName().toString()).endsWith("-shop.hprof");
        assertThat(DownloadFolder.in(folder).fileOf(url)).isEqualTo(copy);
        Files.setPosixFilePermissions(
                copy.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        ProblemException refused =
                catchThrowableOfType(ProblemException.class, () -> DownloadFolder.in(folder));
        assertThat(refused.problem().detail()).contains("no private folder");
    }
}
