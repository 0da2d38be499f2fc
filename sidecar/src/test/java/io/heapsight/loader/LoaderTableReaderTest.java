/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.loader;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.loader.MetaspaceByLoaderClass.Row;
import io.heapsight.unit.Reading;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Recorded answers to {@code VM.classloader_stats}, and damaged ones. */
class LoaderTableReaderTest {
    private static final String LINE =
            "0x000000001b1c97e8  0x000000001b1c9d08  0x00007f5e98099c70  %6d  %8d  %8d  %s\n";

    @Test
    void hiddenClassesBelongToTheirLoader() throws IOException {
        MetaspaceByLoaderClass table = read(recorded("jdk-25")).toOptional().orElseThrow();

        assertThat(table.total()).isEqualTo(new Row("all", 3, 978, 673_856, 4_487_168));
        assertThat(table.rows())
                .containsExactly(
                        new Row(
                                "<boot class loader>",
                                1,
                                976,
                                655_056 + 12_896,
                                4_456_448 + 20_480),
                        new Row(
                                "jdk.internal.loader.ClassLoaders$AppClassLoader",
                                1,
                                2,
                                5_904,
                                10_240),
                        new Row(
                                "jdk.internal.loader.ClassLoaders$PlatformClassLoader",
                                1,
                                0,
                                0,
                                0));
    }

    @Test
    void rowsOfJdk8AddUpToTheTotal() throws IOException {
        MetaspaceByLoaderClass table = read(recorded("jdk-8")).toOptional().orElseThrow();

        assertThat(table.total().classes()).isEqualTo(706);
        assertThat(table.rows().stream().mapToLong(Row::classes).sum()).isEqualTo(706);
        assertThat(table.rows().stream().mapToLong(Row::chunkBytes).sum())
                .isEqualTo(table.total().chunkBytes());
    }

    @Test
    void loadersOfOneClassAreOneRow() throws IOException {
        String text =
                LINE.formatted(10, 4096, 2048, "com.acme.Plugins").repeat(3000)
                        + "Total = 3000  30000  12288000  6144000\n";

        assertThat(read(text).toOptional().orElseThrow().rows())
                .containsExactly(new Row("com.acme.Plugins", 3000, 30_000, 6_144_000, 12_288_000));
    }

    @Test
    void manyClassesOfLoadersAreBounded() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            text.append(LINE.formatted(1, 100, 50, "com.acme.Loader" + i));
        }
        text.append("Total = 5000  5000  500000  250000\n");

        MetaspaceByLoaderClass table = read(text.toString()).toOptional().orElseThrow();
        assertThat(table.rows()).hasSize(MetaspaceByLoaderClass.MOST_ROWS);
        assertThat(table.rows().getFirst())
                .isEqualTo(new Row("other loaders", 3000, 3000, 150_000, 300_000));
    }

    @Test
    void answerWithoutItsEndIsMissing() throws IOException {
        String text = recorded("jdk-25");

        for (int length = 0; length < text.indexOf("Total"); length += 7) {
            assertThat(read(text.substring(0, length)).toOptional()).isEmpty();
        }
        assertThat(read("Unknown diagnostic command\n").toOptional()).isEmpty();
        assertThat(read("x".repeat(1 << 20)).toOptional()).isEmpty();
    }

    @Test
    void damagedAnswersAreReadOrMissing() throws IOException {
        byte[] bytes = recorded("jdk-8").getBytes(StandardCharsets.UTF_8);
        Random random = new Random(37);
        for (int i = 0; i < 2000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            read(new String(damaged, StandardCharsets.UTF_8))
                    .toOptional()
                    .ifPresent(
                            table ->
                                    assertThat(table.rows())
                                            .allMatch(row -> row.chunkBytes() >= 0));
        }
    }

    private static Reading<MetaspaceByLoaderClass> read(String answer) throws IOException {
        return LoaderTableReader.read(
                new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)));
    }

    private static String recorded(String jdk) throws IOException {
        try (InputStream in =
                LoaderTableReaderTest.class.getResourceAsStream("/loader/" + jdk + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
