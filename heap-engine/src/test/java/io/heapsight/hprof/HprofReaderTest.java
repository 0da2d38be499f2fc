/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps of all shapes, read record by record. */
class HprofReaderTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(ints = {4, 8})
    void everyKindOfRecordIsRead(int idBytes) {
        DumpBuilder dump = everything(idBytes);

        List<String> lines = DumpWalk.of(dump.bytes());

        for (RootKind kind : RootKind.values()) {
            assertThat(lines).anyMatch(line -> line.startsWith(tag(kind) + " c0"));
        }
        assertThat(lines).anyMatch(line -> line.startsWith("21 ")); // instances
        assertThat(lines).anyMatch(line -> line.startsWith("22 ")); // arrays of references
        assertThat(lines.stream().filter(line -> line.startsWith("23 "))).hasSize(8);
        assertThat(lines.stream().filter(line -> line.startsWith("c3 "))).hasSize(1);
        assertThat(lines).contains("name com/acme/Node", "name next", "name COUNT");
        assertThat(lines).contains("name [I", "name [Lcom/acme/Node;");
        assertThat(lines)
                .contains(
                        "stack [Frame[className=com/acme/Node, method=run, sourceFile=Node.java,"
                                + " line=7]]");
    }

    private static String tag(RootKind kind) {
        return Integer.toHexString(kind.record(4, 0, 0, 0)[0] & 0xFF);
    }

    @ParameterizedTest
    @EnumSource
    void framingChangesNothing(Framing framing) {
        for (int idBytes : new int[] {4, 8}) {
            List<String> expected = DumpWalk.of(everything(idBytes).bytes());
            for (int segmentBytes : new int[] {1, 100, 1_000_000}) {
                DumpFormat format = DumpFormat.HOTSPOT.framing(framing).segmentBytes(segmentBytes);
                DumpBuilder dump = everything(idBytes).format(format.version("1.0.1"));
                try (HprofFile file = dump.open()) {
                    assertThat(DumpWalk.of(file)).isEqualTo(expected);
                    assertThat(file.warnings()).isEmpty();
                    assertThat(file.version()).isEqualTo("1.0.1");
                }
            }
        }
    }

    @Test
    void valuesOfAllTypesAreReadWithTheirSign() {
        DumpBuilder dump = new DumpBuilder();
        dump.addClass("Statics")
                .staticField("a", BasicType.BOOLEAN, true)
                .staticField("b", BasicType.CHAR, '\uFFFF')
                .staticField("c", BasicType.BYTE, -2)
                .staticField("d", BasicType.SHORT, -3)
                .staticField("e", BasicType.INT, Integer.MIN_VALUE)
                .staticField("f", BasicType.LONG, Long.MIN_VALUE)
                .staticField("g", BasicType.FLOAT, -1.5f)
                .staticField("h", BasicType.DOUBLE, Math.PI);

        assertThat(DumpWalk.of(dump.bytes()))
                .anyMatch(
                        line ->
                                line.endsWith(
                                        " 4=1 5=65535 8=-2 9=-3 10=-2147483648"
                                                + " 11=-9223372036854775808 6="
                                                + Float.floatToIntBits(-1.5f)
                                                + " 7="
                                                + Double.doubleToLongBits(Math.PI)));
    }

    @ParameterizedTest
    @EnumSource
    void truncatedDumpIsReadUpToTheCut(Framing framing) {
        DumpFormat format = DumpFormat.HOTSPOT.framing(framing).segmentBytes(150);
        byte[] whole = everything(8).format(format).bytes();
        List<String> all = records(DumpWalk.of(whole));
        int most = 0;
        int first = firstWithHeap(whole);
        for (int length = first; length < whole.length; length++) {
            try (HprofFile file = DumpBuilder.open(Arrays.copyOf(whole, length))) {
                List<String> some = records(DumpWalk.of(file));

                assertThat(some).as("cut at %d", length).isEqualTo(all.subList(0, some.size()));
                assertThat(some.size()).isGreaterThanOrEqualTo(most);
                most = some.size();
                if (framing.isSegmented() && !some.isEmpty()) {
                    assertThat(file.warnings()).isNotEmpty();
                }
            }
        }
        assertThat(most).isGreaterThanOrEqualTo(all.size() - 1);
    }

    /** The minimum length of a readable dump; shorter ones are refused. */
    private static int firstWithHeap(byte[] whole) {
        int length = 31;
        while (length < whole.length) {
            byte[] cut = Arrays.copyOf(whole, length);
            try (HprofFile _ = DumpBuilder.open(cut)) {
                return length;
            } catch (HprofFormatException e) {
                assertThat(e).hasMessageContaining("ends before the first object of the heap");
                length++;
            }
        }
        throw new AssertionError("nothing of the heap");
    }

    private static List<String> records(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.startsWith("name") && !line.startsWith("stack"))
                .toList();
    }

    @Test
    void truncatedOrForeignHeaderIsAFormatError() {
        byte[] whole = new DumpBuilder().bytes();
        for (int length = 0; length < 31; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(HprofFormatException.class)
                    .isThrownBy(() -> DumpBuilder.open(cut));
        }
        whole[22] = 3;
        assertThatExceptionOfType(HprofFormatException.class)
                .isThrownBy(() -> DumpBuilder.open(whole))
                .withMessage("identifiers have 4 or 8 bytes, not 3 (offset 19)");
    }

    @Test
    void objectsBeyondTwoGibibytesAreRead() throws IOException {
        long length = 5L << 29; // 2.5 GiB of bytes, which the sparse file does not hold
        DumpBuilder dump = new DumpBuilder().format(DumpFormat.HOTSPOT.segmentBytes(1));
        DumpClass node = dump.addClass("com.acme.Node").field("value", BasicType.INT);
        dump.instance(node, "value", 0x7777_7777);
        byte[] small = dump.bytes();
        // The segment of the last instance: 9 bytes of header and 29 of the record, then the end.
        int lastSegment = small.length - 9 - 29 - 9;
        byte[] array =
                new BigEndianBytes(8)
                        .u1(0x1C)
                        .u4(0)
                        .u4(18 + length)
                        .u1(0x23)
                        .id(0x1_0000)
                        .u4(0)
                        .u4(length)
                        .u1(BasicType.BYTE.code())
                        .toByteArray();

        Path file = directory.resolve("sparse.hprof");
        try (FileChannel out =
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.SPARSE)) {
            out.write(ByteBuffer.wrap(small, 0, lastSegment));
            out.write(ByteBuffer.wrap(array));
            out.position(out.position() + length);
            out.write(ByteBuffer.wrap(small, lastSegment, small.length - lastSegment));
        }

        try (HprofFile read = HprofFile.open(file)) {
            List<String> lines = records(DumpWalk.of(read));
            assertThat(lines.get(lines.size() - 2)).startsWith("23 10000 " + length + " [0, 0,");
            assertThat(lines.getLast()).startsWith("21 c").endsWith(" 4 [119, 119, 119, 119]");
            assertThat(read.warnings()).isEmpty();
        }
    }

    /** A dump with every kind of record. */
    private static DumpBuilder everything(int idBytes) {
        DumpBuilder dump = new DumpBuilder(idBytes);
        DumpClass node =
                dump.addClass("com.acme.Node")
                        .reference("next")
                        .field("value", BasicType.INT)
                        .constant(1, BasicType.LONG, 5)
                        .constant(2, BasicType.OBJECT, 0)
                        .staticField("COUNT", BasicType.SHORT, 3);
        long first = dump.instance(node, "value", 1);
        long second = dump.instance(node, "next", first, "value", 2);
        node.staticReference("FIRST", first).loadedBy(second).signedBy(first).protectedBy(second);
        for (BasicType type : BasicType.values()) {
            if (type != BasicType.OBJECT) {
                dump.array(type, 1, 0, 1);
            }
        }
        dump.array(node, first, second, 0);
        dump.heapInfo(3, "app");
        dump.arrayWithoutData(BasicType.DOUBLE, 1000);
        for (RootKind kind : RootKind.values()) {
            if (kind != RootKind.THREAD_OBJECT) {
                dump.root(kind, second);
            }
        }
        dump.thread(first, new StackTraces.Frame("com/acme/Node", "run", "Node.java", 7));
        return dump.unreachable(first).stickyBootClasses();
    }
}
