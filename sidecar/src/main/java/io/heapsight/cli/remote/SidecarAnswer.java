/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.cli.output.RequestsAsCommands;
import io.heapsight.report.Report;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A sidecar's answer to one request, in the requested format.
 *
 * @param body text, or a JSON document
 */
record SidecarAnswer(String body) implements Report {
    /**
     * Sends a GET request.
     *
     * @param path with its query, which names the format
     */
    static SidecarAnswer to(String path, SidecarApi api, Console console)
            throws IOException, ProblemException {
        AtomicReference<String> body = new AtomicReference<>("");
        try (ProgressLine _ = ProgressLine.waiting(console, SidecarApi.WAITING)) {
            api.call("GET", path, "*/*", (in, _) -> body.set(read(in)));
        }
        return new SidecarAnswer(body.get());
    }

    private static String read(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public String text() {
        return RequestsAsCommands.of(body);
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        out.write(body);
    }
}
