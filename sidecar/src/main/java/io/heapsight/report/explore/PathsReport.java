/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.explore;

import static io.heapsight.json.JsonValueCodec.FLAG;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;

import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.PathList;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.report.section.TextWrapper;
import java.io.IOException;
import java.io.Writer;

/** The paths from GC roots to an object. */
public record PathsReport(PathList list) implements Report {
    private static final Shape<PathList.Path> PATH =
            Shape.<PathList.Path>of()
                    .field("root", TEXT, PathList.Path::root)
                    .field("strong", FLAG, PathList.Path::isStrong)
                    .field("steps", JsonValueCodec.list(ObjectRowText.SHAPE), PathList.Path::steps);

    public static final Shape<PathsReport> SHAPE =
            Shape.<PathsReport>of()
                    .field("of", ObjectRowText.SHAPE, it -> it.list.of())
                    .field("paths", JsonValueCodec.list(PATH), it -> it.list.paths())
                    .field("notes", TEXTS, it -> it.list.notes());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        list.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        for (PathList.Path path : list.paths()) {
            out.append(out.isEmpty() ? "" : "\n");
            out.append("GC root: ").append(path.root());
            out.append(path.isStrong() ? "" : ", through a soft, weak or phantom reference");
            out.append('\n');
            for (ObjectRow step : path.steps()) {
                out.append("  ");
                step.via().ifPresent(via -> out.append('.').append(via).append("  "));
                out.append(ObjectRowText.name(step)).append("  ");
                out.append(ObjectRowText.address(step.address()));
                out.append(", retains ").append(ObjectRowText.retained(step)).append(" bytes\n");
            }
        }
        return out.toString();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
