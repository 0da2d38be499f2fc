/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.compare.HeapClassChange.Side;
import io.heapsight.compare.Metric.Group;
import io.heapsight.compare.Metric.Unit;
import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.SummaryJson;
import io.heapsight.summary.Total;
import io.heapsight.summary.TotalJson;
import io.heapsight.summary.Totals;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the parts of a heap summary's JSON document that are compared. Older documents have fewer
 * parts.
 */
final class HeapSummaryReader {
    /**
     * The compared parts of a heap summary's JSON document.
     *
     * @param version of the document's schema; 0 if missing
     * @param name of the dump's file
     * @param layout in words: objects have different sizes in different layouts
     * @param figures by metric, without those that the analysis skipped
     * @param classes by name, merged over loaders
     * @param allClasses whether the document contains all classes
     * @param whole whether the dump is complete
     */
    record HeapSummaryDocument(
            long version,
            String name,
            String layout,
            Map<Metric, Double> figures,
            Map<String, HeapClassChange.Side> classes,
            boolean allClasses,
            boolean whole,
            List<String> skipped) {}

    private static final Shape<HeapSummary> READ =
            SummaryJson.ALL.only(
                    "file", "dump", "layout", "totals", "garbage", "classes", "waste", "skipped");

    private final Map<String, Side> classes = new LinkedHashMap<>();
    private final Map<Metric, Double> figures = new LinkedHashMap<>();
    private long listedBytes;

    private HeapSummaryReader() {}

    /**
     * Reads a document without holding all classes in memory.
     *
     * @throws IOException if it is not a heap summary
     */
    static HeapSummaryDocument read(InputStream in) throws IOException {
        HeapSummaryReader reader = new HeapSummaryReader();
        return reader.document(JsonObject.parse(in, READ, "classes", reader::addClass));
    }

    private void addClass(JsonObject row) throws IOException {
        long unreachable = row.optionalInteger("unreachableBytes").orElse(-1);
        Side side =
                new Side(
                        row.optionalInteger("objects").orElse(0),
                        row.optionalInteger("bytes").orElse(0),
                        unreachable,
                        row.optionalInteger("garbageBytes").orElse(unreachable),
                        row.optionalInteger("retainedBytes").orElse(-1));
        listedBytes += side.bytes();
        classes.merge(row.optionalText("name").orElse(""), side, Side::plus);
    }

    private HeapSummaryDocument document(JsonObject json) throws IOException {
        JsonObject totals = json.optionalObject("totals").orElse(JsonObject.EMPTY);
        for (String part : List.of("all", "reachable", "unreachable", "filler")) {
            total(part, part, TotalJson.total(totals, part));
        }
        share(totals);
        JsonObject garbage = json.optionalObject("garbage").orElse(JsonObject.EMPTY);
        Optional<Total> least = TotalJson.total(garbage, "atLeast");
        Optional<Total> most = TotalJson.total(garbage, "atMost");
        objects("garbage.min", "garbage objects at least", least);
        objects("garbage.max", "garbage objects at most", most);
        bytes("garbage.min", "garbage bytes at least", least);
        bytes("garbage.max", "garbage bytes at most", most);
        Optional<JsonObject> waste = json.optionalObject("waste");
        if (waste.isPresent()) {
            waste(waste.get());
        }
        long all = TotalJson.total(totals, "all").orElse(Total.NONE).bytes();
        JsonObject dump = json.optionalObject("dump").orElse(JsonObject.EMPTY);
        return new HeapSummaryDocument(
                json.optionalInteger("schemaVersion").orElse(0),
                json.optionalText("file").orElse("?"),
                layout(json.optionalObject("layout").orElse(JsonObject.EMPTY)),
                figures,
                classes,
                listedBytes >= all,
                dump.optionalFlag("whole").orElse(true),
                skipped(json));
    }

    private static List<String> skipped(JsonObject json) throws IOException {
        List<String> phases = new ArrayList<>();
        for (JsonObject each : json.optionalItems(JsonObject.class, "skipped")) {
            phases.add(each.optionalText("phase").orElse(""));
        }
        return phases;
    }

    private void total(String name, String words, Optional<Total> total) {
        objects(name, words + " objects", total);
        bytes(name, words + " bytes", total);
    }

    private void objects(String name, String words, Optional<Total> total) {
        total.ifPresent(it -> put(name + ".objects", words, Unit.COUNT, it.objects()));
    }

    private void bytes(String name, String words, Optional<Total> total) {
        total.ifPresent(it -> put(name + ".bytes", words, Unit.BYTES, it.bytes()));
    }

    /** Bytes allocated by the program, without filler. */
    private void share(JsonObject totals) throws IOException {
        Optional<Total> unreachable = TotalJson.total(totals, "unreachable");
        Total all = TotalJson.total(totals, "all").orElse(Total.NONE);
        Total filler = TotalJson.total(totals, "filler").orElse(Total.NONE);
        long heapBytes = all.bytes() - filler.bytes();
        if (unreachable.isPresent() && heapBytes > 0) {
            put(
                    "unreachable.share",
                    "share of unreachable bytes",
                    Unit.RATIO,
                    Totals.unreachableShare(unreachable.get().bytes(), heapBytes));
        }
    }

    private void waste(JsonObject waste) throws IOException {
        Optional<JsonObject> strings = waste.optionalObject("duplicateStrings");
        if (strings.isPresent()) {
            put(
                    "waste.duplicate_strings",
                    "bytes of duplicate strings",
                    Unit.BYTES,
                    strings.get().optionalInteger("wastedBytes").orElse(0));
        }
        sum(waste, "collections", "savableBytes", "waste.collections", "sparse collections");
        sum(waste, "boxed", "bytes", "waste.boxed", "boxed numbers");
        sum(waste, "arrays", "bytes", "waste.arrays", "arrays of length 0");
    }

    private void sum(JsonObject waste, String list, String field, String metric, String of)
            throws IOException {
        if (waste.fields().containsKey(list)) {
            double sum = 0;
            for (JsonObject row : waste.items(JsonObject.class, list)) {
                sum += row.optionalNumber(field).orElse(0);
            }
            put(metric, "bytes of " + of, Unit.BYTES, sum);
        }
    }

    private void put(String name, String words, Unit unit, double value) {
        figures.put(new Metric(name, words, unit, Group.OBJECTS, true), value);
    }

    private static String layout(JsonObject layout) throws IOException {
        return "references of %d bytes, headers of %d, alignment of %d"
                .formatted(
                        layout.optionalInteger("referenceBytes").orElse(0),
                        layout.optionalInteger("headerBytes").orElse(0),
                        layout.optionalInteger("alignmentBytes").orElse(0));
    }
}
