/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.hprof.BasicType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectLayoutTest {
    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25, 26, 27})
    void instancesAreAsLargeAsHotSpotSaysWhateverTheFlags(int jdk) {
        SizeTable table = SizeTable.of(jdk);
        List<String> wrong = new ArrayList<>();
        int checked = 0;
        for (int column = 0; column < table.flags().size(); column++) {
            InstanceSizes sizes = new InstanceSizes(table.layout(column));
            for (Map.Entry<SizeTable.Row, InstanceSizes.Shape> entry :
                    table.shapes(sizes).entrySet()) {
                long expected = entry.getKey().bytes().get(column);
                long computed = sizes.instanceBytes(entry.getValue());
                checked += expected < 0 ? 0 : 1;
                if (expected >= 0 && expected != computed) {
                    wrong.add(
                            "%s with %s: %d, computed %d"
                                    .formatted(
                                            entry.getKey().className(),
                                            table.flags().get(column),
                                            expected,
                                            computed));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(checked).isGreaterThan(500 * table.flags().size());
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17, 21, 25, 26, 27})
    void elementsBeginWhereHotSpotSaysWhateverTheFlags(int jdk) {
        SizeTable table = SizeTable.of(jdk);
        for (int column = 0; column < table.flags().size(); column++) {
            ObjectLayout layout = table.layout(column);
            for (SizeTable.Row row : table.rows()) {
                if (row.isArray()) {
                    assertThat(layout.arrayBase(layout.bytesOf(row.elements())))
                            .as("%s with %s", row.className(), table.flags().get(column))
                            .isEqualTo(row.bytes().get(column).intValue());
                }
            }
        }
    }

    @Test
    void arraysAreRoundedUpToTheAlignment() {
        ObjectLayout small = new ObjectLayout(4, 12, 8, 25);
        assertThat(small.arrayBytes(BasicType.BYTE, 0)).isEqualTo(16);
        assertThat(small.arrayBytes(BasicType.BYTE, 9)).isEqualTo(32);
        assertThat(small.arrayBytes(BasicType.OBJECT, 3)).isEqualTo(32);
        assertThat(small.arrayBytes(BasicType.LONG, Integer.MAX_VALUE))
                .isEqualTo(16 + 8L * Integer.MAX_VALUE);
        ObjectLayout wide = new ObjectLayout(8, 16, 256, 17);
        assertThat(wide.arrayBytes(BasicType.CHAR, 117)).isEqualTo(512);
    }

    @Test
    void staticFieldsMakeAMirrorLarger() {
        InstanceSizes sizes = new InstanceSizes(new ObjectLayout(8, 12, 8, 17));
        InstanceSizes.Shape mirror = mirrorOfJdk17(sizes);
        assertThat(sizes.mirrorBytes(mirror, FieldCounts.NONE)).isEqualTo(176);
        assertThat(sizes.mirrorBytes(mirror, new FieldCounts(1, 1, 1, 0, 1))).isEqualTo(200);
    }

    @Test
    void gapBeforeStaticLongStaysEmpty() {
        InstanceSizes sizes = new InstanceSizes(new ObjectLayout(4, 12, 8, 17));
        InstanceSizes.Shape mirror = mirrorOfJdk17(sizes);
        assertThat(sizes.mirrorBytes(mirror, FieldCounts.NONE)).isEqualTo(112);
        assertThat(sizes.mirrorBytes(mirror, new FieldCounts(1, 1, 2, 1, 0))).isEqualTo(144);
    }

    private static InstanceSizes.Shape mirrorOfJdk17(InstanceSizes sizes) {
        InstanceSizes.Shape object = sizes.shape("java/lang/Object", null, FieldCounts.NONE);
        return sizes.shape("java/lang/Class", object, FieldCounts.ofLetters("LLLLLLILLLLLLLL"));
    }

    @Test
    void stackChunkHoldsItsStackAndABitmap() {
        ObjectLayout layout = new ObjectLayout(4, 12, 8, 25);
        InstanceSizes sizes = new InstanceSizes(layout);
        InstanceSizes.Shape object = sizes.shape("java/lang/Object", null, FieldCounts.NONE);
        InstanceSizes.Shape chunk =
                sizes.shape("jdk/internal/vm/StackChunk", object, FieldCounts.ofLetters("LIII"));
        assertThat(layout.stackChunkBytes(sizes.instanceBytes(chunk), 100))
                .isEqualTo(48 + 800 + 4 * 8);
    }

    @Test
    void incompleteFlagsGiveNoLayout() {
        assertThat(ObjectLayout.of(HeapFlags.NONE, 25)).isEmpty();
        assertThat(ObjectLayout.of(HeapFlags.parse("-XX:+UseCompressedOops"), 0)).isEmpty();
    }

    @Test
    void compactHeadersAreTheDefaultFromJdk27On() {
        HeapFlags flags = HeapFlags.parse("-XX:+UseCompressedOops");
        assertThat(ObjectLayout.of(flags, 26)).contains(new ObjectLayout(4, 12, 8, 26));
        assertThat(ObjectLayout.of(flags, 27)).contains(new ObjectLayout(4, 8, 8, 27));
        assertThat(
                        ObjectLayout.of(
                                HeapFlags.parse(
                                        "-XX:+UseCompressedOops -XX:-UseCompactObjectHeaders"),
                                27))
                .contains(new ObjectLayout(4, 12, 8, 27));
    }

    /** A start script may still set the flag: the JVM ignores it. */
    @Test
    void classPointersAreAlwaysCompressedFromJdk27On() {
        HeapFlags flags =
                HeapFlags.parse(
                        "-XX:-UseCompressedOops -XX:-UseCompressedClassPointers"
                                + " -XX:-UseCompactObjectHeaders");
        assertThat(ObjectLayout.of(flags, 26)).contains(new ObjectLayout(8, 16, 8, 26));
        assertThat(ObjectLayout.of(flags, 27)).contains(new ObjectLayout(8, 12, 8, 27));
    }

    @Test
    void zgcHasNoCompressedReferences() {
        assertThat(ObjectLayout.of(HeapFlags.parse("-XX:+UseZGC"), 25))
                .contains(new ObjectLayout(8, 12, 8, 25));
    }

    @Test
    void oddAlignmentsAreRefused() {
        assertThatThrownBy(() -> new ObjectLayout(4, 12, 24, 25))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("24");
    }
}
