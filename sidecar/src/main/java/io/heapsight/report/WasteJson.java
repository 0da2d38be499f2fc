/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.summary.CollectionWaste;
import io.heapsight.summary.DuplicateStrings;
import io.heapsight.summary.Waste;
import io.heapsight.summary.WasteAt;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The bytes that could be saved, of a heap summary. */
final class WasteJson {
    private final JsonGenerator json;

    WasteJson(JsonGenerator json) {
        this.json = json;
    }

    void write(Optional<Waste> waste) throws IOException {
        if (waste.isEmpty()) {
            json.writeNullField("waste");
            return;
        }
        json.writeObjectFieldStart("waste");
        strings(waste.get().strings());
        collections(waste.get().collections());
        HeapSummaryJson.classes(json, "boxed", waste.get().boxed());
        HeapSummaryJson.classes(json, "arrays", waste.get().emptyArrays());
        places(waste.get().places());
        json.writeEndObject();
    }

    private void strings(Optional<DuplicateStrings> strings) throws IOException {
        if (strings.isEmpty()) {
            json.writeNullField("duplicateStrings");
            return;
        }
        json.writeObjectFieldStart("duplicateStrings");
        json.writeNumberField("strings", strings.get().strings());
        json.writeNumberField("distinct", strings.get().distinct());
        json.writeNumberField("wastedBytes", strings.get().wastedBytes());
        json.writeArrayFieldStart("top");
        for (DuplicateStrings.Group group : strings.get().top()) {
            json.writeStartObject();
            json.writeNumberField("count", group.count());
            json.writeNumberField("bytesEach", group.bytesEach());
            json.writeNumberField("length", group.length());
            json.writeStringField("content", group.content().orElse(null));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void places(List<WasteAt> rows) throws IOException {
        json.writeArrayFieldStart("places");
        for (WasteAt row : rows) {
            json.writeStartObject();
            json.writeStringField("kind", RetainedJson.word(row.kind()));
            json.writeStringField("place", row.place().name());
            json.writeStringField("placeKind", RetainedJson.word(row.place().kind()));
            json.writeStringField("class", row.className());
            json.writeNumberField("objects", row.objects());
            json.writeNumberField("bytes", row.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void collections(List<CollectionWaste> rows) throws IOException {
        json.writeArrayFieldStart("collections");
        for (CollectionWaste row : rows) {
            json.writeStartObject();
            json.writeStringField("name", row.className());
            json.writeNumberField("collections", row.collections());
            json.writeNumberField("empty", row.empty());
            json.writeNumberField("singleton", row.singleton());
            json.writeNumberField("sparse", row.sparse());
            json.writeNumberField("savableBytes", row.savableBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
