/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jstat.HeapInfo.Space;
import io.heapsight.jstat.HeapInfo.Usage;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded answers of real JVMs with a heap of 256 MB. */
class HeapInfoTest {
    @ParameterizedTest
    @CsvSource({
        "jdk-8-serial, 0x2bb9d8, 69952",
        "jdk-8-parallel, 0x28f748, 65536",
        "jdk-11-serial, 0x5771a0, 69952",
        "jdk-17-parallel, 0x3d70f0, 65536",
        "jdk-21-serial, 0x6d4d20, 69952",
        "jdk-25-serial, 0x5770f0, 69952",
        "jdk-25-parallel, 0x51ebd0, 65536",
    })
    void edenOfSerialAndParallelIsExactToTheByte(String file, String used, long committedKib)
            throws IOException {
        assertThat(info(file).usage(Space.EDEN))
                .isEqualTo(Reading.of(new Usage(Long.decode(used), committedKib << 10)));
    }

    @ParameterizedTest
    @CsvSource({
        "jdk-8-g1, 0, 262144",
        "jdk-11-z, 4096, 262144",
        "jdk-11-shenandoah, 1536, 262144",
        "jdk-17-g1, 1439, 262144",
        "jdk-21-z, 4096, 262144",
        "jdk-25-g1, 2180, 262144",
        "jdk-25-z, 4096, 262144",
        "jdk-25-shenandoah, 2048, 262144",
    })
    void wholeHeapIsThereForEveryCollector(String file, long usedKib, long committedKib)
            throws IOException {
        assertThat(info(file).usage(Space.HEAP))
                .isEqualTo(Reading.of(new Usage(usedKib << 10, committedKib << 10)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdk-8-g1",
                "jdk-8-parallel",
                "jdk-8-serial",
                "jdk-11-g1",
                "jdk-11-serial",
                "jdk-11-shenandoah",
                "jdk-17-parallel",
                "jdk-21-g1",
                "jdk-21-shenandoah",
                "jdk-25-g1",
                "jdk-25-parallel",
                "jdk-25-serial",
                "jdk-25-shenandoah"
            })
    void addressesAreThoseOfTheWholeHeap(String file) throws IOException {
        assertThat(info(file).reserved())
                .isEqualTo(Reading.of(new HeapInfo.Range(0xf0000000L, 0x100000000L)));
    }

    @Test
    void zgcShowsNoAddresses() throws IOException {
        assertThat(info("jdk-25-z").reserved().toOptional()).isEmpty();
    }

    @Test
    void heapOfSerialIsTheSumOfItsSpaces() throws IOException {
        long used = 0x5770f0 + 0x121278;
        long committed = (69952L + 8704 + 8704 + 174784) << 10;

        assertThat(info("jdk-25-serial").usage(Space.HEAP))
                .isEqualTo(Reading.of(new Usage(used, committed)));
    }

    @Test
    void edenOfG1IsItsYoungRegionsLessSurvivors() throws IOException {
        assertThat(info("jdk-11-g1").usage(Space.EDEN))
                .isEqualTo(Reading.of(new Usage(2048 << 10, 2048 << 10)));
    }

    @Test
    void metaspaceIsPresentUntilJdk25() throws IOException {
        assertThat(info("jdk-8-g1").usage(Space.METASPACE))
                .isEqualTo(Reading.of(new Usage(2806 << 10, 4864 << 10)));
        assertThat(info("jdk-21-serial").usage(Space.CLASS_SPACE))
                .isEqualTo(Reading.of(new Usage(5 << 10, 128 << 10)));
        assertThat(info("jdk-25-g1").usage(Space.METASPACE)).isInstanceOf(Reading.Missing.class);
    }

    @Test
    void unexpectedAnswerGivesNothing() {
        assertThat(HeapInfo.parse("java.lang.IllegalArgumentException").usage(Space.HEAP))
                .isInstanceOf(Reading.Missing.class);
    }

    private static HeapInfo info(String file) throws IOException {
        try (InputStream in =
                HeapInfoTest.class.getResourceAsStream("/heapinfo/" + file + ".txt")) {
            if (in == null) {
                throw new IOException("not recorded: " + file);
            }
            return HeapInfo.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Its bytes were negative, which reports showed as a bug. */
    @Test
    void impossiblyLargeSpaceIsSkipped() {
        HeapInfo info =
                HeapInfo.parse(
                        " ZHeap           used 1M, capacity 999999999999999G, max capacity 1M\n"
                                + " Metaspace       used 8589934593G, committed 9K, reserved 1M\n");
        assertThat(info.usage(Space.HEAP).toOptional()).isEmpty();
        assertThat(info.usage(Space.METASPACE).toOptional()).isEmpty();
    }
}
