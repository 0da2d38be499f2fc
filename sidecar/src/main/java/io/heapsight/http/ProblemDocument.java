/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.unit.Problem;
import io.heapsight.unit.VisibleText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A problem as {@code application/problem+json}, or as text for who asks for it by name, with
 * {@code remedy} beside the standard fields.
 *
 * @param retryAfter when it is worth asking again
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>
 */
record ProblemDocument(Problem problem, Optional<Duration> retryAfter) {
    static final String MEDIA_TYPE = "application/problem+json";

    /** The name of the schema among the OpenAPI document's components. */
    static final String COMPONENT = "Problem";

    static Schema schema() {
        return Schema.object(
                        "schemaVersion",
                        Schema.integer(),
                        "type",
                        Schema.string(),
                        "title",
                        Schema.string(),
                        "status",
                        Schema.integer(400, 599),
                        "detail",
                        Schema.string(),
                        "remedy",
                        Schema.string())
                .with("description", "What went wrong, and what mends it (RFC 9457).");
    }

    String json() {
        Map<String, Object> tree = new LinkedHashMap<>();
        String kind = problem.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        tree.put("schemaVersion", 1);
        tree.put("type", "urn:heapsight:problem:" + kind);
        tree.put("title", problem.title());
        tree.put("status", problem.kind().httpStatus());
        tree.put("detail", problem.detail());
        tree.put("remedy", problem.remedy());
        retryAfter.ifPresent(wait -> tree.put("retryAfterSeconds", seconds(wait)));
        return JsonTree.write(tree);
    }

    /** Three lines for a terminal. */
    String text() {
        return VisibleText.of(problem.title())
                + ".\n  "
                + VisibleText.of(problem.detail())
                + "\n  "
                + VisibleText.of(problem.remedy())
                + "\n";
    }

    /** The {@code Retry-After} header, rounded up. */
    Optional<String> retryAfterHeader() {
        return retryAfter.map(wait -> Long.toString(seconds(wait)));
    }

    private static long seconds(Duration wait) {
        return Math.max(1, wait.plusMillis(999).toSeconds());
    }
}
