/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import io.heapsight.compare.HeapClassChange.Side;
import io.heapsight.compare.Metric.Group;
import io.heapsight.compare.Metric.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Takes out of a heap summary's document what is compared. */
final class HeapSummaryReader {
    private final JsonNode json;
    private final Map<Metric, Double> figures = new LinkedHashMap<>();

    HeapSummaryReader(JsonNode json) {
        this.json = json;
    }

    HeapSummaryDocument read() {
        for (String part : List.of("all", "reachable", "unreachable", "filler")) {
            JsonNode total = json.at("totals", part);
            put(part + ".objects", part + " objects", Unit.COUNT, total.at("objects").number());
            put(part + ".bytes", part + " bytes", Unit.BYTES, total.at("bytes").number());
        }
        share();
        garbage();
        waste();
        Map<String, Side> classes = new LinkedHashMap<>();
        long listed = 0;
        for (JsonNode row : json.at("classes").elements()) {
            Side side = side(row);
            listed += side.bytes();
            classes.merge(row.at("name").text().orElse(""), side, Side::plus);
        }
        boolean allClasses = listed >= json.at("totals", "all", "bytes").number().orElse(0);
        List<String> skipped =
                json.at("skipped").elements().stream()
                        .map(row -> row.at("phase").text().orElse(""))
                        .toList();
        return new HeapSummaryDocument(
                json.at("file").text().orElse("?"),
                layout(),
                figures,
                classes,
                allClasses,
                !json.at("dump", "whole").isFalse(),
                skipped);
    }

    /** Of what a program allocated: filler is no part of it. */
    private void share() {
        OptionalDouble all = json.at("totals", "all", "bytes").number();
        OptionalDouble filler = json.at("totals", "filler", "bytes").number();
        OptionalDouble unreachable = json.at("totals", "unreachable", "bytes").number();
        double bytes = all.orElse(0) - filler.orElse(0);
        if (unreachable.isPresent() && bytes > 0) {
            put(
                    "unreachable.share",
                    "share of unreachable bytes",
                    Unit.RATIO,
                    OptionalDouble.of(unreachable.getAsDouble() / bytes));
        }
    }

    /** As an interval; a document of an older version has none. */
    private void garbage() {
        JsonNode garbage = json.at("garbage");
        JsonNode least = garbage.at("atLeast");
        JsonNode most = garbage.at("atMost");
        put(
                "garbage.min.objects",
                "garbage objects at least",
                Unit.COUNT,
                least.at("objects").number());
        put(
                "garbage.max.objects",
                "garbage objects at most",
                Unit.COUNT,
                most.at("objects").number());
        put("garbage.min.bytes", "garbage bytes at least", Unit.BYTES, least.at("bytes").number());
        put("garbage.max.bytes", "garbage bytes at most", Unit.BYTES, most.at("bytes").number());
    }

    private void waste() {
        JsonNode waste = json.at("waste");
        put(
                "waste.duplicate_strings",
                "bytes of duplicate strings",
                Unit.BYTES,
                waste.at("duplicateStrings", "wastedBytes").number());
        sum("waste.collections", "bytes of sparse collections", "collections", "savableBytes");
        sum("waste.boxed", "bytes of boxed numbers", "boxed", "bytes");
        sum("waste.arrays", "bytes of arrays of length 0", "arrays", "bytes");
    }

    private void sum(String metric, String words, String list, String field) {
        JsonNode rows = json.at("waste", list);
        if (rows.isArray()) {
            double sum =
                    rows.elements().stream()
                            .mapToDouble(row -> row.at(field).number().orElse(0))
                            .sum();
            put(metric, words, Unit.BYTES, OptionalDouble.of(sum));
        }
    }

    private void put(String name, String words, Unit unit, OptionalDouble value) {
        if (value.isPresent()) {
            figures.put(new Metric(name, words, unit, Group.OBJECTS, true), value.getAsDouble());
        }
    }

    private static Side side(JsonNode row) {
        return new Side(
                (long) row.at("objects").number().orElse(0),
                (long) row.at("bytes").number().orElse(0),
                (long) row.at("unreachableBytes").number().orElse(-1),
                (long)
                        row.at("garbageBytes")
                                .number()
                                .orElse(row.at("unreachableBytes").number().orElse(-1)),
                (long) row.at("retainedBytes").number().orElse(-1));
    }

    private String layout() {
        JsonNode layout = json.at("layout");
        return "references of %.0f bytes, headers of %.0f, alignment of %.0f"
                .formatted(
                        layout.at("referenceBytes").number().orElse(0),
                        layout.at("headerBytes").number().orElse(0),
                        layout.at("alignmentBytes").number().orElse(0));
    }
}
