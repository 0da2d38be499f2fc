/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Compares the bytes of built dumps with handwritten ones. */
class DumpBuilderTest {
    @Test
    void writesTheHeaderAndTheNamesFirst() {
        byte[] bytes = new DumpBuilder(4).format(DumpFormat.HOTSPOT.version("1.0.1")).bytes();

        assertThat(hex(bytes, 0, 19)).isEqualTo("4a4156412050524f46494c4520312e302e3100");
        assertThat(hex(bytes, 19, 12)).isEqualTo("000000040000018bcfe56800");
        // The name "java/lang/Object": 16 characters and an identifier.
        assertThat(hex(bytes, 31, 13)).isEqualTo("01000000000000001400010000");
    }

    @Test
    void writesAnInstanceWithItsOwnFieldsBeforeThoseOfItsSuperClass() {
        DumpBuilder dump = new DumpBuilder(4);
        DumpClass base = dump.addClass("Base").field("id", BasicType.SHORT);
        DumpClass node =
                dump.addClass("Node", base).reference("next").field("value", BasicType.BYTE);
        dump.at(0x1000).instance(node, "id", 0x0102, "next", 0x1000, "value", -1);

        byte[] bytes = dump.bytes();

        String record = "21" + "00001000" + "00000000" + address(node) + "00000007";
        assertThat(hex(bytes, 0, bytes.length)).endsWith(record + "00001000ff0102" + END);
    }

    @Test
    void writesAClassWithConstantsStaticsAndFields() {
        DumpBuilder dump = new DumpBuilder(4);
        DumpClass type =
                dump.at(0x2000)
                        .addClass("Config")
                        .constant(3, BasicType.INT, 7)
                        .staticField("CHAR", BasicType.CHAR, 'A')
                        .staticReference("SELF", 0x2000)
                        .reference("field");

        String all = hex(dump.bytes(), 0, dump.bytes().length);

        assertThat(all)
                .contains("20" + "00002000" + "00000000" + "c0000000" + "00000000".repeat(5));
        assertThat(all).contains("00000004" + "0001" + "0003" + "0a" + "00000007" + "0002");
        assertThat(all).contains("050041").contains("0200002000" + "0001").endsWith("02" + END);
        assertThat(type.address()).isEqualTo(0x2000);
    }

    @Test
    void writesOpenEndedSegmentWithLengthZero() {
        DumpFormat runningOn = DumpFormat.HOTSPOT.framing(Framing.SEGMENTS_RUNNING_ON);
        DumpBuilder dump = new DumpBuilder(4).format(runningOn.segmentBytes(1));
        dump.root(RootKind.MONITOR_USED, 0x1234);

        String all = hex(dump.bytes(), 0, dump.bytes().length);

        assertThat(all).endsWith("1c" + "00000000" + "00000000" + "07" + "00001234" + END);
    }

    @Test
    void placesObjectsAsHotSpotDoes() {
        DumpBuilder dump = new DumpBuilder();
        DumpClass base = dump.addClass("Base").field("flag", BasicType.BOOLEAN);
        DumpClass sub =
                dump.addClass("Sub", base).field("wide", BasicType.LONG).field("n", BasicType.INT);

        dump.classNamed("byte[]");
        // Header 0-12, flag at 12, the long at 16, the int at 24.
        long first = dump.instance(sub);
        long second = dump.zeroes(BasicType.BYTE, 3);
        long third = dump.instance(base);

        assertThat(second - first).isEqualTo(32);
        assertThat(third - second).isEqualTo(24);
    }

    private static final String END = "2c" + "00000000".repeat(2);

    private static String address(DumpClass type) {
        return String.format("%08x", type.address());
    }

    private static String hex(byte[] bytes, int from, int length) {
        return HexFormat.of().formatHex(bytes, from, from + length);
    }
}
