/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.cli.heapdump.QueriedDump;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.report.Report;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Answers tool calls from a heap dump, like {@code heapsight analyze} and {@code heapsight heap}.
 */
final class DumpBackend implements ToolBackend {
    private final QueriedDump dump;

    DumpBackend(QueriedDump dump) {
        this.dump = dump;
    }

    @Override
    public String answer(Tool tool, Map<String, String> arguments, ReplyFormat format)
            throws IOException, ProblemException {
        StringWriter out = new StringWriter();
        format.write(report(tool.view().orElseThrow(), arguments, format), out);
        return out.toString();
    }

    private Report report(Tool.View view, Map<String, String> arguments, ReplyFormat format)
            throws ProblemException {
        if (view.label().equals(Tool.View.SUMMARY)) {
            return dump.summary(format == ReplyFormat.TEXT);
        }
        List<String> options = new ArrayList<>();
        List<String> asked = new ArrayList<>(List.of(view.label()));
        for (Map.Entry<String, String> each : arguments.entrySet()) {
            if (view.what().filter(each.getKey()::equals).isPresent()) {
                asked.add(each.getValue());
            } else {
                options.add("--" + each.getKey() + "=" + each.getValue());
            }
        }
        return dump.view(options, asked);
    }
}
