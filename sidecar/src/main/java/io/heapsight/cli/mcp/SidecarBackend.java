/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.cli.remote.SidecarApi;
import io.heapsight.http.route.ReplyFormat;
import io.heapsight.report.section.TerminalEscapingWriter;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Answers tool calls from the API of a running sidecar. */
final class SidecarBackend implements ToolBackend {
    /** Maximum size of an answer, which may come from another server. */
    private static final int MOST_BYTES = 8 << 20;

    private final SidecarApi api;

    SidecarBackend(SidecarApi api) {
        this.api = api;
    }

    @Override
    public String answer(Tool tool, Map<String, String> arguments, ReplyFormat format)
            throws IOException, ProblemException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        api.call(
                tool.endpoint().method().name(),
                path(tool, arguments) + "format=" + format.label(),
                "*/*",
                (body, _) -> answer.writeBytes(body.readNBytes(MOST_BYTES + 1)));
        if (answer.size() > MOST_BYTES) {
            throw new ProblemException(
                    Problem.Kind.PAYLOAD_TOO_LARGE,
                    "The answer is too long",
                    "It exceeds " + new ByteSize(MOST_BYTES) + ".",
                    "Ask for fewer rows.");
        }
        String text = answer.toString(StandardCharsets.UTF_8);
        return format == ReplyFormat.JSON ? text : visible(text);
    }

    /** Returns the path with its query, without the format. */
    private static String path(Tool tool, Map<String, String> arguments) {
        String path = tool.endpoint().path();
        StringBuilder query = new StringBuilder("?");
        for (Map.Entry<String, String> each : arguments.entrySet()) {
            String place = "{" + each.getKey() + "}";
            String value = SidecarApi.encoded(each.getValue()).replace("+", "%20");
            if (path.contains(place)) {
                path = path.replace(place, value);
            } else {
                query.append(each.getKey()).append('=').append(value).append('&');
            }
        }
        return path + query;
    }

    /**
     * Escapes control characters. A sidecar has escaped them already, but another server may not.
     */
    private static String visible(String text) throws IOException {
        StringWriter out = new StringWriter();
        new TerminalEscapingWriter(out).write(text);
        return out.toString();
    }
}
