/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.memory.Forecast;
import io.heapsight.memory.MemoryTable;
import io.heapsight.memory.Part;
import io.heapsight.report.MemoryReport;
import io.heapsight.unit.ProblemException;
import java.util.List;

/** {@code GET /memory}: where the memory of a target's container is. */
final class MemoryResource {
    private static final Schema BYTES = Schema.integer().with("minimum", 0);
    private static final Schema INTERVAL = Schema.array(Schema.number());
    private static final Schema SCHEMA =
            Schema.document(
                    "target",
                    Schema.target(),
                    "takenAt",
                    Schema.time(),
                    "residentBytes",
                    BYTES.orNull(),
                    "parts",
                    Schema.array(
                            Schema.object(
                                    "part",
                                    Schema.choice(Part.values(), Part::label),
                                    "residentBytes",
                                    BYTES,
                                    "committedBytes",
                                    BYTES.orNull(),
                                    "source",
                                    Schema.choice(
                                            MemoryTable.Source.values(), MemoryTable.Source::label),
                                    "meaning",
                                    Schema.string())),
                    "notes",
                    Schema.array(Schema.string()),
                    "container",
                    Schema.object(
                            "limitBytes",
                            BYTES.orNull(),
                            "softLimitBytes",
                            BYTES.orNull(),
                            "usageBytes",
                            BYTES.orNull(),
                            "workingSetBytes",
                            BYTES.orNull(),
                            "anonBytes",
                            BYTES.orNull(),
                            "fileBytes",
                            BYTES.orNull(),
                            "kernelBytes",
                            BYTES.orNull(),
                            "swapBytes",
                            BYTES.orNull()),
                    "forecast",
                    Schema.object(
                            "verdict",
                            Schema.choice(Forecast.Verdict.values(), Forecast.Verdict::label),
                            "windowSeconds",
                            BYTES,
                            "bytesPerSecond",
                            Schema.number().orNull(),
                            "bytesPerSecondInterval",
                            INTERVAL.orNull(),
                            "secondsToLimit",
                            Schema.number().orNull(),
                            "secondsToLimitInterval",
                            INTERVAL.orNull(),
                            "because",
                            Schema.string()));

    private final Targets targets;
    private final Api.MemoryWatch memory;

    MemoryResource(Targets targets, Api.MemoryWatch memory) {
        this.targets = targets;
        this.memory = memory;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/memory",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "where the container's memory is, adding up to what is resident; when the"
                                + " limit is reached",
                        List.of(Targets.TARGET),
                        Produces.textOr(SCHEMA)),
                this::look);
    }

    private Reply look(Exchange exchange) throws ProblemException {
        return new Reply.Document(
                new MemoryReport(memory.look(targets.chosen(exchange), exchange.cancel())));
    }
}
