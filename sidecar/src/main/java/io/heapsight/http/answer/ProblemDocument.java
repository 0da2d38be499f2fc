/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http.answer;

import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.unit.Problem;
import io.heapsight.unit.VisibleText;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * A problem as {@code application/problem+json}, or as text if the caller requests it, with {@code
 * remedy} in addition to the standard fields.
 *
 * @param retryAfter when a retry makes sense
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>
 */
public record ProblemDocument(Problem problem, Optional<Duration> retryAfter) {
    public static final String MEDIA_TYPE = "application/problem+json";

    /** The name of the schema among the OpenAPI document's components. */
    public static final String COMPONENT = "Problem";

    static final Shape<ProblemDocument> SHAPE =
            Shape.<ProblemDocument>of()
                    .field("type", TEXT, it -> "urn:heapsight:problem:" + kind(it.problem))
                    .field("title", TEXT, it -> it.problem.title())
                    .field(
                            "status",
                            INTEGER.as(Schema.integer(400, 599)),
                            it -> it.problem.kind().httpStatus())
                    .field("detail", TEXT, it -> it.problem.detail())
                    .field("remedy", TEXT, it -> it.problem.remedy())
                    .optional(
                            "retryAfterSeconds",
                            COUNT,
                            it -> it.retryAfter.map(ProblemDocument::seconds));

    public static Schema schema() {
        return SHAPE.document().with("description", "The error and its remedy (RFC 9457).");
    }

    public String json() {
        return SHAPE.documentText(this);
    }

    private static String kind(Problem problem) {
        return problem.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The problem as three lines for a terminal. */
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
