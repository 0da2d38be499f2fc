/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.http.route.ReplyFormat;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.Map;

/** Answers tool calls: from one sidecar, from the sidecars of several pods, or from a heap dump. */
@FunctionalInterface
interface ToolBackend {
    /**
     * Answers a call.
     *
     * @param arguments checked, without format parameters
     * @param format text or JSON
     * @return the document of the API or the command line
     */
    String answer(Tool tool, Map<String, String> arguments, ReplyFormat format)
            throws IOException, ProblemException;
}
