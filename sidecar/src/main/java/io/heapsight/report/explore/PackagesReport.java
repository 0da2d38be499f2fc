/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.explore.PackageList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** One level of the top of the dominator tree, grouped by package. */
public record PackagesReport(PackageList list) implements Report {
    private static final Shape<PackageList.Row> PACKAGE =
            Shape.<PackageList.Row>of()
                    .field("name", TEXT, PackageList.Row::name)
                    .field("package", FLAG, PackageList.Row::isPackage)
                    .field("objects", COUNT, PackageList.Row::objects)
                    .field("shallowBytes", BYTES, PackageList.Row::shallowBytes)
                    .field("retainedBytes", BYTES, PackageList.Row::retainedBytes);

    public static final Shape<PackagesReport> SHAPE =
            Shape.<PackagesReport>of()
                    .field("of", PACKAGE, it -> it.list.of())
                    .field("total", COUNT, it -> it.list.total())
                    .field("packages", JsonValueCodec.list(PACKAGE), it -> it.list.rows());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        PackageList.Row of = list.of();
        String where = of.name().isEmpty() ? "" : " of " + of.name();
        String retained =
                of.objects() == 0
                        ? "."
                        : ", and retain %s bytes:".formatted(bytes(of.retainedBytes()));
        TextWrapper.wrap(
                out,
                "",
                "%s objects%s are dominated only by the roots together%s"
                        .formatted(bytes(of.objects()), where, retained));
        if (list.rows().isEmpty()) {
            return out.toString();
        }
        TextTable table = new TextTable("retained bytes", "shallow", "objects", "package or class");
        table.alignRight(List.of(0, 1, 2));
        for (PackageList.Row row : list.rows()) {
            table.add(
                    bytes(row.retainedBytes()),
                    bytes(row.shallowBytes()),
                    bytes(row.objects()),
                    row.name() + (row.isPackage() ? ".*" : ""));
        }
        out.append('\n').append(table.text());
        out.append(ObjectRowText.more(list.rows(), list.total(), ""));
        return out.toString();
    }

    private static String bytes(long bytes) {
        return ObjectRowText.bytes(bytes);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
