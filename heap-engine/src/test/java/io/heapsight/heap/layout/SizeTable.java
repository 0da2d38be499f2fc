/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.layout;

import io.heapsight.heap.classes.ClassNameTranslator;
import io.heapsight.hprof.BasicType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * HotSpot's sizes of its JDK's classes, by flags: recorded by {@code layout/record.sh} in the test
 * resources.
 */
record SizeTable(int jdk, List<String> flags, List<Row> rows) {
    private static final int FIRST_COLUMN = 3;

    /**
     * A class.
     *
     * @param bytes of an instance by set of flags, -1 if unknown; for an array class the offset of
     *     its elements
     */
    record Row(String className, String superName, String fields, List<Long> bytes) {
        boolean isArray() {
            return className.startsWith("[");
        }

        BasicType elements() {
            String name = ClassNameTranslator.javaName(className).replace("[]", "");
            for (BasicType type : BasicType.values()) {
                if (type.javaName().equals(name)) {
                    return type;
                }
            }
            return BasicType.OBJECT;
        }

        FieldCounts declared() {
            return FieldCounts.ofLetters(fields);
        }
    }

    static SizeTable of(int jdk) {
        try (InputStream in =
                Objects.requireNonNull(
                        SizeTable.class.getResourceAsStream("/layout/jdk-" + jdk + ".tsv"))) {
            List<String> lines =
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
            List<String> header = List.of(lines.getFirst().split("\t"));
            List<Row> rows = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                rows.add(row(List.of(line.split("\t"))));
            }
            return new SizeTable(jdk, header.subList(FIRST_COLUMN, header.size()), rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Row row(List<String> cells) {
        return new Row(
                cells.get(0),
                cells.get(1),
                cells.get(2).equals("-") ? "" : cells.get(2),
                cells.subList(FIRST_COLUMN, cells.size()).stream()
                        .map(cell -> cell.equals("-") ? -1 : Long.parseLong(cell))
                        .toList());
    }

    ObjectLayout layout(int column) {
        return ObjectLayout.of(HeapFlags.parse(flags.get(column)), jdk).orElseThrow();
    }

    /** The shape of each class in a layout, in the order of the rows. */
    Map<Row, InstanceSizes.Shape> shapes(InstanceSizes sizes) {
        Map<String, InstanceSizes.Shape> byName = new LinkedHashMap<>();
        Map<Row, InstanceSizes.Shape> shapes = new LinkedHashMap<>();
        for (Row row : rows) {
            if (!row.isArray()) {
                InstanceSizes.@Nullable Shape superShape = byName.get(row.superName);
                InstanceSizes.Shape shape = sizes.shape(row.className, superShape, row.declared());
                byName.put(row.className, shape);
                shapes.put(row, shape);
            }
        }
        return shapes;
    }
}
