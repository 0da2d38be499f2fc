/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.util.List;

/** {@code GET /targets}: the JVMs in sight, and what works on each. */
final class TargetsResource {
    /** Other fields ("found", "remedy") are there when it doesn't. */
    private static final Schema WORKS = Schema.object("ok", Schema.bool());

    private static final Schema SCHEMA =
            Schema.document(
                    "targets",
                    Schema.array(
                            Schema.object(
                                    "pid", Schema.integer(),
                                    "nsPid", Schema.integer(),
                                    "uid", Schema.integer(),
                                    "gid", Schema.integer(),
                                    "name", Schema.string(),
                                    "mainClass", Schema.string().orNull(),
                                    "vm", Schema.string(),
                                    "jdkVersion", Schema.string().orNull(),
                                    "vendor", Schema.string().orNull(),
                                    "collector", Schema.string().orNull(),
                                    "works",
                                            Schema.object("counters", WORKS, "histogram", WORKS))));

    private final Api.InSight inSight;

    TargetsResource(Api.InSight inSight) {
        this.inSight = inSight;
    }

    Route route() {
        return new Route(
                Method.GET,
                "/targets",
                Access.PROTECTED,
                Cost.CHEAP,
                new Route.About(
                        "the JVMs in sight, and what works on each",
                        List.of(),
                        Produces.textOr(SCHEMA)),
                _ -> new Reply.Document(inSight.report()));
    }
}
