/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.ThreadList;
import io.heapsight.explore.ThreadStack;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextTable;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** The stack of a thread with the objects that it refers to. */
public record ThreadStackReport(ThreadStack stack) implements Report {
    private static final Shape<ThreadStack.Frame> FRAME =
            Shape.<ThreadStack.Frame>of()
                    .field("frame", TEXT, ThreadStack.Frame::text)
                    .field(
                            "locals",
                            JsonValueCodec.list(ObjectRowText.SHAPE),
                            ThreadStack.Frame::locals);

    public static final Shape<ThreadStackReport> SHAPE =
            Shape.<ThreadStackReport>of()
                    .field("thread", ThreadListReport.THREAD, it -> it.stack.of())
                    .field("totalFrames", COUNT, it -> it.stack.totalFrames())
                    .field("frames", JsonValueCodec.list(FRAME), it -> it.stack.frames());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(out, "", title());
        if (stack.frames().isEmpty()) {
            return out.toString();
        }
        TextTable table =
                new TextTable("retained bytes", "shallow", "address", "frame, and its locals");
        table.alignRight(List.of(0, 1));
        for (ThreadStack.Frame frame : stack.frames()) {
            table.add("", "", "", "at " + frame.text());
            for (ObjectRow local : frame.locals()) {
                table.add(
                        ObjectRowText.retained(local),
                        ObjectRowText.bytes(local.shallowBytes()),
                        ObjectRowText.address(local.address()),
                        "  " + ObjectRowText.name(local) + kind(local));
            }
        }
        out.append('\n').append(table.text());
        return out.toString();
    }

    private String title() {
        ThreadList.Row of = stack.of();
        long shown = stack.shownLocals();
        return "%s at %s retains %s bytes; its stack has %s frames and %s locals%s"
                .formatted(
                        ObjectRowText.name(of.thread()),
                        ObjectRowText.address(of.thread().address()),
                        ObjectRowText.retained(of.thread()),
                        ObjectRowText.bytes(stack.totalFrames()),
                        ObjectRowText.bytes(of.locals()),
                        shown < of.locals()
                                ? "; the %s that retain most:".formatted(ObjectRowText.bytes(shown))
                                : stack.frames().isEmpty() ? "." : ":");
    }

    /** Returns the kind of a stack reference; empty for local variables, the most common kind. */
    private static String kind(ObjectRow local) {
        return local.via()
                .filter(kind -> !kind.equals("local variable"))
                .map(kind -> ", " + kind)
                .orElse("");
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
