/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.http.route.Format;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.Map;

/** Who answers tools: a sidecar, or a dump. */
@FunctionalInterface
interface Answers {
    /**
     * Answers.
     *
     * @param arguments checked, without those of the answer's form
     * @param format text or JSON
     * @return the document, as the API or the command line has it
     */
    String answer(Tool tool, Map<String, String> arguments, Format format)
            throws IOException, ProblemException;
}
