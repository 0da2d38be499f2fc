/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import io.heapsight.histogram.GarbageByClass;
import io.heapsight.histogram.Histograms;
import io.heapsight.report.GarbageReport;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.ProblemException;

import java.util.List;

/** {@code POST /garbage}: unreachable objects by class. */
final class GarbageResource {
    private static final Schema COUNTED =
            Schema.object("objects", Schema.integer(), "bytes", Schema.integer());
    private static final Schema SCHEMA =
            Schema.document(
                    "target",
                    Schema.target(),
                    "takenAt",
                    Schema.time(),
                    "totals",
                    Schema.object(
                            "all",
                            COUNTED,
                            "live",
                            COUNTED,
                            "unreachable",
                            COUNTED,
                            "filler",
                            COUNTED),
                    "unreachableRatio",
                    Schema.number(),
                    "classes",
                    Schema.array(
                            Schema.object(
                                    "name",
                                    Schema.string(),
                                    "module",
                                    Schema.string().orNull(),
                                    "unreachableObjects",
                                    Schema.integer(),
                                    "unreachableBytes",
                                    Schema.integer(),
                                    "liveObjects",
                                    Schema.integer(),
                                    "liveBytes",
                                    Schema.integer())));

    private final Targets targets;
    private final Histograms histograms;

    GarbageResource(Targets targets, Histograms histograms) {
        this.targets = targets;
        this.histograms = histograms;
    }

    Route route() {
        return new Route(
                Method.POST,
                "/garbage",
                Access.PROTECTED,
                Cost.COSTLY,
                new Route.About(
                        "unreachable objects by class, from two histograms: runs a full GC",
                        List.of(HistogramResource.TOP, Targets.TARGET),
                        Produces.textOr(SCHEMA)),
                this::garbage);
    }

    private Reply garbage(Exchange exchange) throws ProblemException {
        TargetConnection target = targets.chosen(exchange);
        GarbageByClass garbage =
                histograms.garbage(target, exchange.callerName(), exchange.cancel());
        return new Reply.Document(new GarbageReport(garbage, exchange.get(HistogramResource.TOP)));
    }
}
