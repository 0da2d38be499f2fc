/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes samples as JSON objects; looks up the position of each figure once. */
final class SampleWriter {
    private final RunSamples samples;
    private final List<RunColumn> fields = new ArrayList<>();
    private final Map<String, Map<String, List<RunColumn>>> groups = new LinkedHashMap<>();

    SampleWriter(RunSamples samples) {
        this.samples = samples;
        for (RunColumn column : samples.columns()) {
            if (column.group() == RunColumn.Group.FIELD) {
                fields.add(column);
            } else {
                groups.computeIfAbsent(column.group().label(), _ -> new LinkedHashMap<>())
                        .computeIfAbsent(column.owner(), _ -> new ArrayList<>())
                        .add(column);
            }
        }
    }

    void write(JsonGenerator json, int index) throws IOException {
        json.writeStartObject();
        json.writeStringField("at", Instant.ofEpochMilli(samples.epochMillis(index)).toString());
        figures(json, fields, index);
        for (Map.Entry<String, Map<String, List<RunColumn>>> group : groups.entrySet()) {
            json.writeObjectFieldStart(group.getKey());
            for (Map.Entry<String, List<RunColumn>> owner : group.getValue().entrySet()) {
                json.writeObjectFieldStart(owner.getKey());
                figures(json, owner.getValue(), index);
                json.writeEndObject();
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void figures(JsonGenerator json, List<RunColumn> columns, int index)
            throws IOException {
        for (RunColumn column : columns) {
            double value = samples.value(column, index);
            if (Double.isFinite(value)) {
                json.writeFieldName(column.figure());
                RunJsonFormat.writeNumber(json, value);
            }
        }
    }
}
