/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads an answer of {@code /api/v1/query} and {@code /api/v1/query_range} as a stream:
 *
 * <pre>{@code
 * {"status": "success", "warnings": ["…"], "data": {"resultType": "matrix", "result": [
 *   {"metric": {"pod": "shop-1"}, "values": [[1435781430.781, "1"], …]}, …]}}
 * }</pre>
 *
 * A vector has {@code "value": […]} instead of {@code values}; a scalar is one such pair. The order
 * of fields is arbitrary, unknown ones are skipped.
 */
final class QueryReplyReader {
    private static final int DEEPEST = 16;
    private static final int LONGEST_TEXT = 64 * 1024;
    private static final int MOST_LABELS = 200;
    private static final int MOST_WARNINGS = 20;
    private static final double MILLIS = 1e3;
    private static final JsonFactory JSON =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNestingDepth(DEEPEST)
                                    .maxStringLength(LONGEST_TEXT)
                                    .build())
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build();

    private final JsonParser json;
    private final QueryResultLimits bounds;
    private final List<MetricSeries> series = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private String status = "";
    private String errorType = "";
    private String error = "";
    private long points;
    private long notFinite;
    private int histograms;

    private QueryReplyReader(JsonParser json, QueryResultLimits bounds) {
        this.json = json;
        this.bounds = bounds;
    }

    /**
     * Reads an answer; {@code in} stays open.
     *
     * @throws QueryResultTooLargeException if it exceeds the bounds
     * @throws IOException if it is cut, or not such a document
     */
    static QueryReply read(InputStream in, QueryResultLimits bounds) throws IOException {
        try (JsonParser json = JSON.createParser(in)) {
            json.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
            return new QueryReplyReader(json, bounds).reply();
        }
    }

    private QueryReply reply() throws IOException {
        expect(json.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "status" -> status = text();
                case "errorType" -> errorType = text();
                case "error" -> error = text();
                case "warnings" -> warnings();
                case "isPartial" -> partial();
                case "data" -> data();
                default -> json.skipChildren();
            }
        }
        return new QueryReply(status, errorType, error, series, warnings, notFinite, histograms);
    }

    private void warnings() throws IOException {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            String warning = text();
            if (warnings.size() < MOST_WARNINGS) {
                warnings.add(warning);
            }
        }
    }

    /** Reads VictoriaMetrics' flag of an answer that lacks data of some storage nodes. */
    private void partial() throws IOException {
        if (json.currentToken() == JsonToken.VALUE_TRUE) {
            warnings.add("the result is partial");
        }
        json.skipChildren();
    }

    private void data() throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            if (name.equals("result") && json.currentToken() == JsonToken.START_ARRAY) {
                results();
            } else {
                json.skipChildren();
            }
        }
    }

    private void results() throws IOException {
        JsonToken first = json.nextToken();
        if (first != null && first.isNumeric()) {
            SeriesBuilder scalar = new SeriesBuilder();
            pairAfterTime(scalar);
            expect(json.nextToken() == JsonToken.END_ARRAY, "a scalar is not a pair");
            add(Map.of(), scalar);
            return;
        }
        while (json.currentToken() != JsonToken.END_ARRAY) {
            expect(json.currentToken() == JsonToken.START_OBJECT, "a result is not an object");
            result();
            json.nextToken();
        }
    }

    private void result() throws IOException {
        Map<String, String> labels = Map.of();
        SeriesBuilder found = new SeriesBuilder();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "metric" -> labels = labels();
                case "values" -> values(found);
                case "value" -> pair(found);
                case "histogram", "histograms" -> {
                    histograms++;
                    json.skipChildren();
                }
                default -> json.skipChildren();
            }
        }
        add(labels, found);
    }

    private void add(Map<String, String> labels, SeriesBuilder found) throws IOException {
        if (found.size() == 0) {
            return;
        }
        if (series.size() == bounds.series()) {
            throw new QueryResultTooLargeException(
                    "more than %,d series".formatted(bounds.series()));
        }
        series.add(found.build(labels));
    }

    private Map<String, String> labels() throws IOException {
        Map<String, String> labels = new HashMap<>();
        expect(json.currentToken() == JsonToken.START_OBJECT, "the labels are not an object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            labels.put(name, text());
            expect(labels.size() <= MOST_LABELS, "a series has more than 200 labels");
        }
        return labels;
    }

    private void values(SeriesBuilder to) throws IOException {
        expect(json.currentToken() == JsonToken.START_ARRAY, "the values are not an array");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            pair(to);
        }
    }

    private void pair(SeriesBuilder to) throws IOException {
        expect(json.currentToken() == JsonToken.START_ARRAY, "a point is not a pair");
        json.nextToken();
        pairAfterTime(to);
        expect(json.nextToken() == JsonToken.END_ARRAY, "a point is not a pair");
    }

    /** Reads a pair of time and value; the parser is at the time. */
    private void pairAfterTime(SeriesBuilder to) throws IOException {
        JsonToken token = json.currentToken();
        expect(token != null && token.isNumeric(), "the time of a point is not a number");
        long at = Math.round(json.getDoubleValue() * MILLIS);
        expect(json.nextToken() == JsonToken.VALUE_STRING, "the value of a point is not a text");
        double value = number(json.getText());
        if (!Double.isFinite(value)) {
            notFinite++;
            return;
        }
        points++;
        if (points > bounds.points()) {
            throw new QueryResultTooLargeException(
                    "more than %,d points".formatted(bounds.points()));
        }
        to.add(at, value);
    }

    private static double number(String text) throws IOException {
        return switch (text) {
            case "NaN" -> Double.NaN;
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> {
                try {
                    yield Double.parseDouble(text);
                } catch (NumberFormatException e) {
                    throw new IOException("the value of a point is not a number", e);
                }
            }
        };
    }

    private String text() throws IOException {
        JsonToken token = json.currentToken();
        expect(token != null && token.isScalarValue(), "a text is expected");
        return json.getText();
    }

    private void expect(boolean condition, String otherwise) throws IOException {
        if (!condition) {
            boolean cut = json.currentToken() == null;
            throw new IOException(
                    (cut ? "it ends in the middle" : otherwise)
                            + " (byte "
                            + json.currentLocation().getByteOffset()
                            + ")");
        }
    }
}
