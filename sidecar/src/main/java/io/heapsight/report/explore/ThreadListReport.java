/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.COUNT;

import io.heapsight.explore.ThreadList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Threads of a dump with their retained sizes. */
public record ThreadListReport(ThreadList list) implements Report {
    static final Shape<ThreadList.Row> THREAD =
            Shape.<ThreadList.Row>of()
                    .field("number", COUNT, ThreadList.Row::number)
                    .field("locals", COUNT, ThreadList.Row::locals)
                    .and(ObjectRowText.SHAPE, ThreadList.Row::thread);

    public static final Shape<ThreadListReport> SHAPE =
            Shape.<ThreadListReport>of()
                    .field("total", COUNT, it -> it.list.total())
                    .field("threads", JsonValueCodec.list(THREAD), it -> it.list.rows());

    @Override
    public String text() {
        TextTable table = new TextTable("retained bytes", "locals", "number", "address", "thread");
        table.alignRight(List.of(0, 1, 2));
        for (ThreadList.Row row : list.rows()) {
            table.add(
                    ObjectRowText.retained(row.thread()),
                    ObjectRowText.bytes(row.locals()),
                    Long.toString(row.number()),
                    ObjectRowText.address(row.thread().address()),
                    ObjectRowText.name(row.thread()));
        }
        return table.text() + ObjectRowText.more(list.rows(), list.total(), " threads");
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
