/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.perfdata.Counters;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorded counters file that is damaged while it is followed. */
class CountersFileReaderTest {
    private static final int HEADER = 32;

    @TempDir private Path folder;
    private Path file;
    private CountersFileReader source;
    private TargetAccess access;

    @BeforeEach
    void follow() throws IOException {
        file = folder.resolve("1");
        try (InputStream in =
                Objects.requireNonNull(
                        getClass()
                                .getResourceAsStream(
                                        "/hsperfdata/jdk17-g1-concurrent.hsperfdata.gz"))) {
            Files.copy(new GZIPInputStream(in), file);
        }
        source = new CountersFileReader(jvm(new CountersFile(file, 1)));
        access = new TargetAccess.Direct(new ProcFs(folder));
        assertThat(source.read(access)).isInstanceOf(Reading.Present.class);
    }

    @Test
    void headerOfZerosIsDamage() throws IOException {
        overwrite(new byte[HEADER]);

        assertThat(reason()).startsWith(CountersFileReader.DAMAGED);
    }

    @Test
    void randomBytesAreDamage() throws IOException {
        byte[] random = new byte[20 << 10];
        new Random(1).nextBytes(random);
        overwrite(random);

        assertThat(reason()).startsWith(CountersFileReader.DAMAGED);
    }

    @Test
    void emptiedFileIsDamage() throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(0);
        }

        assertThat(reason()).startsWith(CountersFileReader.DAMAGED);
    }

    private void overwrite(byte[] bytes) throws IOException {
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.write(bytes);
        }
    }

    private String reason() {
        return switch (source.read(access)) {
            case Reading.Missing<Counters>(String reason) -> reason;
            case Reading.Present<Counters> _ -> "it is read";
        };
    }

    private static TargetJvm jvm(CountersFile counters) {
        return MadeJvm.named("Recorded").pid(1).jdkVersion("17.0.15").counters(counters).jvm();
    }
}
