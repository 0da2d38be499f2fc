/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.ADDRESS;
import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.number;

import io.heapsight.explore.ObjectRow;
import io.heapsight.json.Shape;
import io.heapsight.report.section.TextTable;
import java.util.List;
import java.util.Locale;

/** One object as a JSON object, and as a line of a table. */
final class ObjectRowText {
    static final Shape<ObjectRow> SHAPE =
            Shape.<ObjectRow>of()
                    .field("address", ADDRESS, ObjectRow::address)
                    .field("class", TEXT, ObjectRow::className)
                    .optional("label", TEXT, ObjectRow::label)
                    .optional("via", TEXT, ObjectRow::via)
                    .field("reachable", FLAG, ObjectRow::isReachable)
                    .field("shallowBytes", BYTES, ObjectRow::shallowBytes)
                    .nullable("retainedBytes", BYTES, it -> number(it.retainedBytes()));

    private ObjectRowText() {}

    static String address(long address) {
        return "0x" + Long.toHexString(address);
    }

    /** "com.acme.Cache", "class com.acme.Shop", "java.lang.Thread main". */
    static String name(ObjectRow row) {
        return row.label()
                .map(label -> label.startsWith("class ") ? label : row.className() + " " + label)
                .orElse(row.className());
    }

    static String bytes(long bytes) {
        return String.format(Locale.ROOT, "%,d", bytes);
    }

    /** Returns a note that a list has more rows; empty if it is complete. */
    static String more(List<?> shown, long total, String noun) {
        return total > shown.size()
                ? "%s of %s%s\n".formatted(bytes(shown.size()), bytes(total), noun)
                : "";
    }

    static String retained(ObjectRow row) {
        return row.isReachable() ? bytes(row.retainedBytes().getAsLong()) : "unreachable";
    }

    /**
     * A table of objects.
     *
     * @param via the heading of the column of fields and elements; "" for none
     */
    static String table(List<ObjectRow> rows, String via) {
        TextTable table =
                via.isEmpty()
                        ? new TextTable("retained bytes", "shallow", "address", "object")
                        : new TextTable("retained bytes", "shallow", "address", via, "object");
        table.alignRight(List.of(0, 1));
        for (ObjectRow row : rows) {
            String retained = retained(row);
            String shallow = bytes(row.shallowBytes());
            String address = address(row.address());
            if (via.isEmpty()) {
                table.add(retained, shallow, address, name(row));
            } else {
                table.add(retained, shallow, address, row.via().orElse(""), name(row));
            }
        }
        return table.text();
    }
}
