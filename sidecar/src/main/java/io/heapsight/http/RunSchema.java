/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.run.RunName;
import java.util.List;
import java.util.Map;

/** The shape of a run: what {@code GET /runs/NAME} gives is what an import takes. */
final class RunSchema {
    private static final Schema AMOUNT = Schema.number().with("minimum", 0);
    // In UTC, as all of our times: java.time does not take every offset that a date-time may have.
    private static final Schema TIME = Schema.time().with("pattern", "Z$");
    private static final Schema MARK =
            Schema.object("at", TIME)
                    .withOptional("records", AMOUNT, "jobs", AMOUNT, "lines", AMOUNT)
                    .with(
                            "anyOf",
                            List.of(
                                    Map.of("required", List.of("records")),
                                    Map.of("required", List.of("jobs")),
                                    Map.of("required", List.of("lines"))));

    /** All of the document's fields that are always there. */
    static final Schema DOCUMENT =
            Schema.document(
                    "name",
                    Schema.pattern("^" + RunName.PATTERN + "$"),
                    "target",
                    Schema.object(
                            "pid", Schema.integer(0, Integer.MAX_VALUE), "name", Schema.string()),
                    "flags",
                    Schema.array(Schema.string()),
                    "limits",
                    Schema.map(Schema.number()),
                    "labels",
                    Schema.map(Schema.string()),
                    "started",
                    TIME,
                    "marks",
                    Schema.array(MARK),
                    "warnings",
                    Schema.array(Schema.string()),
                    "samples",
                    Schema.array(Schema.object("at", TIME)));

    private RunSchema() {}
}
