/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import static io.heapsight.perfdata.PerfDataBytes.littleEndian;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.heapsight.perfdata.PerfDataException.Kind;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerfDataFileTest {
    private static final int SIZE = 4096;

    @TempDir Path folder;

    @Test
    void readsNumbersAndTextOfAMappedFile() throws Exception {
        try (PerfDataFile file = open(example().build(SIZE))) {
            assertThat(file.number("a.number", 0)).isEqualTo(42);
            assertThat(file.text("a.text")).isEqualTo("größer");
            assertThat(file.find("a.missing")).isNull();
            assertThat(file.all())
                    .extracting(PerfCounter::name)
                    .containsExactly("a.number", "a.text");
            assertThat(file.find("a.number"))
                    .isInstanceOfSatisfying(
                            LongCounter.class,
                            n -> assertThat(n.units()).isEqualTo(CounterUnit.BYTES));
        }
    }

    @Test
    void readsTheOtherByteOrder() throws Exception {
        byte[] bytes =
                new PerfDataBytes(ByteOrder.BIG_ENDIAN)
                        .number("n", 0x0102030405060708L)
                        .build(SIZE);
        assertThat(PerfDataFile.of(bytes).number("n", 0)).isEqualTo(0x0102030405060708L);
    }

    @Test
    void readsARealFileOfEveryRecordedJvm() {
        assertThat(Recording.all())
                .allSatisfy(
                        recording -> {
                            try (PerfDataFile file = recording.counters()) {
                                assertThat(file.all()).hasSizeGreaterThan(100);
                                assertThat(file.text(CounterNames.JAVA_COMMAND))
                                        .startsWith("RecordedProgram");
                                assertThat(file.text(CounterNames.CAPABILITIES)).startsWith("1");
                                assertThat(file.overflowBytes()).isZero();
                            }
                        });
    }

    @Test
    void valuesMoveWithTheFile() throws Exception {
        Path path = write(example().build(SIZE));
        try (PerfDataFile file = PerfDataFile.open(path)) {
            LongCounter number = (LongCounter) Objects.requireNonNull(file.find("a.number"));
            overwrite(
                    path,
                    littleEndian().number("a.number", 43).text("a.text", "x", 16).build(SIZE));
            assertThat(number.value()).isEqualTo(43);
        }
    }

    @Test
    void countersAddedLaterAreFound() throws Exception {
        Path path = write(example().build(SIZE));
        try (PerfDataFile file = PerfDataFile.open(path)) {
            assertThat(file.find("late")).isNull();

            overwrite(path, example().number("late", 7).build(SIZE));
            assertThat(file.number("a.number", 0)).isEqualTo(42);
            assertThat(file.number("late", 0)).isEqualTo(7);
        }
    }

    @Test
    void partlyWrittenEntryIsFoundOnceComplete() throws Exception {
        byte[] whole = example().number("late", 7).build(SIZE);
        byte[] half = whole.clone();
        int late = new String(half, StandardCharsets.ISO_8859_1).indexOf("late\0") - 20;
        ByteBuffer.wrap(half).putInt(late + 16, 0); // the data offset, which the JVM sets last
        PerfDataFile file = PerfDataFile.of(half);
        assertThat(file.find("late")).isNull();
        file.replace(whole);
        assertThat(file.number("late", 0)).isEqualTo(7);
    }

    @Test
    void overflowIsReported() throws Exception {
        byte[] bytes = example().build(SIZE);
        bytes[PerfDataBytes.OVERFLOW_AT] = 24;
        assertThat(PerfDataFile.of(bytes).overflowBytes()).isEqualTo(24);
    }

    @Test
    void startingJvmIsDistinguishedFromGarbage() throws Exception {
        byte[] closed = example().build(SIZE);
        closed[PerfDataBytes.ACCESSIBLE_AT] = 0;
        assertThat(kindOf(closed)).isEqualTo(Kind.STARTING);
        assertThat(kindOf(new byte[0])).isEqualTo(Kind.STARTING);
        assertThat(kindOf(new byte[SIZE])).isEqualTo(Kind.STARTING);
        assertThat(
                        kindOf(
                                "#!/bin/sh\necho this is no hsperfdata file"
                                        .getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Kind.MALFORMED);
        assertThat(kindOf(new byte[] {1, 2, 3})).isEqualTo(Kind.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 31, 33, SIZE + 1, Integer.MAX_VALUE})
    void aHostileEntryOffsetIsRefusedOrLeadsNowhere(int offset) {
        byte[] bytes = example().build(SIZE);
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(PerfDataBytes.ENTRY_OFFSET_AT, offset);
        assertThatThrownBy(() -> PerfDataFile.of(bytes))
                .asInstanceOf(type(PerfDataException.class))
                .returns(Kind.MALFORMED, PerfDataException::kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 8, 16})
    void hostileFieldsOfAnEntryAreRefusedWithTheirOffset(int field) {
        for (int value : new int[] {Integer.MIN_VALUE, -8, 1 << 20, Integer.MAX_VALUE}) {
            byte[] bytes = littleEndian().text("t", "text", 16).build(SIZE);
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(PerfDataBytes.FIRST_ENTRY + field, value);
            assertThatThrownBy(() -> PerfDataFile.of(bytes))
                    .hasMessageContaining("offset")
                    .asInstanceOf(type(PerfDataException.class))
                    .returns((long) PerfDataBytes.FIRST_ENTRY, PerfDataException::offset);
        }
    }

    @Test
    void foldersLinksAndHugeFilesAreNotOpened() throws Exception {
        assertThatThrownBy(() -> PerfDataFile.open(folder)).isInstanceOf(PerfDataException.class);
        Path link = Files.createSymbolicLink(folder.resolve("2"), write(example().build(SIZE)));
        assertThatThrownBy(() -> PerfDataFile.open(link)).isInstanceOf(PerfDataException.class);
        Path huge = folder.resolve("3");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        assertThatThrownBy(() -> PerfDataFile.open(huge)).hasMessageContaining("too large");
        assertThatThrownBy(() -> PerfDataFile.open(folder.resolve("none")))
                .isInstanceOf(IOException.class);
    }

    @Test
    void fileTruncatedUnderTheMappingIsGone() throws Exception {
        Path path = write(example().build(SIZE));
        try (PerfDataFile file = PerfDataFile.open(path)) {
            LongCounter number = (LongCounter) Objects.requireNonNull(file.find("a.number"));
            long sum = 0;
            for (int i = 0; i < 200_000; i++) { // until the reads run in compiled code
                sum += number.value();
            }
            assertThat(sum).isEqualTo(42L * 200_000);
            try (RandomAccessFile cut = new RandomAccessFile(path.toFile(), "rw")) {
                cut.setLength(0);
            }
            assertThatThrownBy(number::value).isInstanceOf(CountersGoneException.class);
            assertThatThrownBy(file::all).isInstanceOf(CountersGoneException.class);
        }
    }

    @Test
    void fileReusedByAnotherJvmIsGone() throws Exception {
        Path path = write(example().build(SIZE));
        try (PerfDataFile file = PerfDataFile.open(path)) {
            overwrite(
                    path,
                    littleEndian()
                            .number("another", 1)
                            .number("a.number", 2)
                            .number("c", 3)
                            .build(SIZE));
            assertThatThrownBy(() -> file.find("d")).isInstanceOf(CountersGoneException.class);
        }
    }

    @Test
    void closingEndsReadsOfOtherThreads() throws Exception {
        for (int round = 0; round < 20; round++) {
            PerfDataFile file = open(example().build(SIZE));
            LongCounter number = (LongCounter) Objects.requireNonNull(file.find("a.number"));
            CountDownLatch reading = new CountDownLatch(1);
            CompletableFuture<Long> reader =
                    CompletableFuture.supplyAsync(
                            () -> {
                                long reads = 0;
                                try {
                                    for (long sum = 0; sum >= 0; sum += number.value()) {
                                        reads++;
                                        reading.countDown();
                                    }
                                } catch (CountersGoneException _) {
                                    return reads;
                                }
                                return -1L;
                            });
            assertThat(reading.await(10, TimeUnit.SECONDS)).isTrue();
            file.close();
            file.close();
            assertThat(reader.get(10, TimeUnit.SECONDS)).isPositive();
            assertThatThrownBy(() -> file.number("a.number", 0))
                    .isInstanceOf(CountersGoneException.class);
        }
    }

    private static PerfDataBytes example() {
        return littleEndian().number("a.number", 42).text("a.text", "größer", 16);
    }

    private static Kind kindOf(byte[] bytes) {
        return assertThatExceptionOfType(PerfDataException.class)
                .isThrownBy(() -> PerfDataFile.of(bytes))
                .actual()
                .kind();
    }

    private PerfDataFile open(byte[] bytes) throws Exception {
        return PerfDataFile.open(write(bytes));
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(folder.resolve("1"), bytes);
    }

    /** Writes as a JVM does: into the same file, without truncating it. */
    private static void overwrite(Path path, byte[] bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.write(bytes);
        }
    }
}
