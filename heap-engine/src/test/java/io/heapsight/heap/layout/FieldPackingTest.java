/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares field packing with HotSpot's sizes of random classes: see layout/record-random.sh. */
class FieldPackingTest {
    private static final int FIRST_COLUMN = 5;
    private static final String JDK = "jdk=";

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25, 26, 27})
    void randomClassesAreAsLargeAsHotSpotMakesThem(int jdk) throws IOException {
        List<List<String>> table = table();
        List<String> header = table.getFirst();
        int columns = 0;
        for (int column = FIRST_COLUMN; column < header.size(); column++) {
            if (header.get(column).startsWith(JDK + jdk + " ")) {
                ObjectLayout layout =
                        ObjectLayout.of(HeapFlags.parse(header.get(column)), jdk).orElseThrow();
                assertSizes(table.subList(1, table.size()), column, layout, header.get(column));
                columns++;
            }
        }
        assertThat(columns).isEqualTo(jdk < 25 ? 2 : 4);
    }

    private static void assertSizes(
            List<List<String>> rows, int column, ObjectLayout layout, String flags) {
        FieldPacking packing = FieldPacking.of(layout.jdk());
        Map<String, FieldSpace> spaces = new HashMap<>();
        List<String> wrong = new ArrayList<>();
        for (List<String> row : rows) {
            FieldSpace above = spaces.get(row.get(1));
            FieldSpace space =
                    packing.add(
                            above == null ? new FieldSpace(layout.headerBytes()) : above,
                            declared(row),
                            layout.referenceBytes());
            spaces.put(row.getFirst(), space);
            long computed = layout.align(Alignment.up((long) space.end(), Long.BYTES));
            if (computed != Long.parseLong(row.get(column))) {
                wrong.add(
                        row.subList(0, FIRST_COLUMN)
                                + ": computed "
                                + computed
                                + ", is "
                                + row.get(column));
            }
        }
        assertThat(wrong).as(flags).isEmpty();
    }

    private static DeclaredFields declared(List<String> row) {
        String groups = row.get(4);
        return new DeclaredFields(
                FieldCounts.ofLetters(row.get(2).replace("-", "")),
                groups.equals("-")
                        ? List.of()
                        : Arrays.stream(groups.split(",", -1)).map(FieldCounts::ofLetters).toList(),
                row.get(3).equals("yes"),
                false);
    }

    private static List<List<String>> table() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        FieldPackingTest.class.getResourceAsStream("/layout/random.tsv"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> List.of(line.split("\t", -1)))
                    .toList();
        }
    }

    /** AccessibleObject ends with a reference, so the references of Field follow directly. */
    @Test
    void referencesFollowThoseOfTheSuperClassFromJdk25On() {
        ObjectLayout layout = new ObjectLayout(4, 12, 8, 25);
        FieldSpace above = space(layout, new FieldSpace(12), "LL");
        FieldSpace below = space(layout, above, "LB");
        assertThat(below.end()).isEqualTo(12 + 3 * 4 + 1);
        ObjectLayout before = new ObjectLayout(4, 12, 8, 21);
        assertThat(space(before, space(before, new FieldSpace(12), "LL"), "LB").end())
                .isEqualTo(12 + 2 * 4 + 4 + 4);
    }

    private static FieldSpace space(ObjectLayout layout, FieldSpace above, String fields) {
        return FieldPacking.of(layout.jdk())
                .add(
                        above,
                        new DeclaredFields(FieldCounts.ofLetters(fields), List.of(), false, false),
                        layout.referenceBytes());
    }
}
