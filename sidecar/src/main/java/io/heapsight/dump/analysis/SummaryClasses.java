/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.SummaryJson;
import io.heapsight.summary.Total;
import io.heapsight.summary.TotalJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The classes of a stored heap summary.
 *
 * @param all every object, filler included
 * @param unreachable without filler
 * @param atLeast garbage, as an interval; empty in summaries of older versions
 * @param classes each with its loader
 */
public record SummaryClasses(
        Total all,
        Total unreachable,
        Total filler,
        Optional<Total> atLeast,
        Optional<Total> atMost,
        List<Row> classes) {
    private static final Shape<HeapSummary> READ =
            SummaryJson.ALL.only("totals", "garbage", "classes");

    /**
     * A class.
     *
     * @param name as in Java source
     * @param retainedBytes 0 if dominators were skipped
     */
    public record Row(String name, Total all, Total unreachable, long retainedBytes) {}

    /** Reads the classes from the summary of an analysed dump. */
    public static SummaryClasses of(DumpStore store, DumpRecord dump) throws IOException {
        return read(store.summary(dump, SummaryFormat.JSON));
    }

    static SummaryClasses read(Path summary) throws IOException {
        List<Row> classes = new ArrayList<>();
        try (InputStream in = Files.newInputStream(summary)) {
            JsonObject read =
                    JsonObject.parse(in, READ, "classes", row -> classes.add(classOf(row)));
            Optional<JsonObject> totals = read.optionalObject("totals");
            Optional<JsonObject> garbage = read.optionalObject("garbage");
            return new SummaryClasses(
                    total(totals, "all").orElse(Total.NONE),
                    total(totals, "unreachable").orElse(Total.NONE),
                    total(totals, "filler").orElse(Total.NONE),
                    total(garbage, "atLeast"),
                    total(garbage, "atMost"),
                    classes);
        }
    }

    private static Optional<Total> total(Optional<JsonObject> of, String part) throws IOException {
        return of.isEmpty() ? Optional.empty() : TotalJson.total(of.get(), part);
    }

    private static Row classOf(JsonObject row) throws IOException {
        return new Row(
                row.optionalText("name").orElse("?"),
                TotalJson.total(row, "objects", "bytes"),
                TotalJson.total(row, "unreachableObjects", "unreachableBytes"),
                row.optionalInteger("retainedBytes").orElse(0));
    }
}
