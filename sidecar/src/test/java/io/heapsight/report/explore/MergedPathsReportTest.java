/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.explore.MergedPaths;
import io.heapsight.explore.MergedPaths.Row;
import io.heapsight.explore.MergedPaths.Tree;
import io.heapsight.explore.ObjectRow;
import io.heapsight.summary.Total;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MergedPathsReportTest {
    private static final int LENGTH = 50_000;

    private static ObjectRow object(String className, String via) {
        return new ObjectRow(
                0x1000, className, Optional.empty(), Optional.of(via), 16, OptionalLong.of(16));
    }

    private static Total total(long objects) {
        return new Total(objects, 16 * objects);
    }

    private static Row row(int depth, ObjectRow object, long below, long more) {
        return new Row(depth, Optional.empty(), object, total(below), more, more);
    }

    @Test
    void rowsNameTheOtherRowsBelowThem() {
        Tree strong =
                new Tree(
                        total(3),
                        List.of(
                                row(0, object("com.acme.Shop", "static ORDERS"), 3, 0),
                                row(1, object("com.acme.Order[]", "all"), 3, 2)),
                        0,
                        0);
        Tree weak =
                new Tree(
                        total(1),
                        List.of(row(0, object("com.acme.Weak", "static WEAK"), 1, 0)),
                        0,
                        0);

        assertThat(
                        new MergedPathsReport(new MergedPaths("com.acme.Order", 1, 1, strong, weak))
                                .text())
                .contains("GC roots reach 3 instances of com.acme.Order")
                .contains("2 more below it lead to 2 objects")
                .contains(".static WEAK  com.acme.Weak");
    }

    @Test
    void rowsOfALongPathShowTheirDepth() {
        ObjectRow node = object("com.acme.Node", "next");
        List<Row> rows =
                IntStream.range(0, LENGTH)
                        .mapToObj(depth -> row(depth, node, LENGTH - depth, 0))
                        .toList();
        MergedPathsReport report =
                new MergedPathsReport(
                        new MergedPaths(
                                "com.acme.Node",
                                0,
                                0,
                                new Tree(total(LENGTH), rows, 0, 0),
                                Tree.NONE));

        assertThat(report.text()).contains("(49999) .next  com.acme.Node");
        assertThat(report.json()).contains("\"depth\":49999,");
    }
}
