/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The GC logs among the test resources. */
final class GcLogs {
    private static final Path FOLDER = Path.of("src/test/resources/gclog");

    private GcLogs() {}

    /** Every log: names such as collected/jdk25-g1-all. */
    static List<String> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.map(file -> FOLDER.relativize(file).toString())
                    .filter(name -> name.endsWith(".log.gz"))
                    .map(name -> name.substring(0, name.length() - ".log.gz".length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path file(String name) {
        return FOLDER.resolve(name + ".log.gz");
    }

    static String text(String name) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file(name)))) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    static GcLogSummary read(Path... files) throws ProblemException {
        return GcLogFileReader.read(Arrays.asList(files), Progress.SILENT);
    }

    static GcLogSummary read(String name) throws ProblemException {
        return read(file(name));
    }
}
