/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.RetainedSizes;
import io.heapsight.summary.Suspect;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The biggest objects and the leak suspects of a heap summary. */
final class RetainedJson {
    private final JsonGenerator json;

    RetainedJson(JsonGenerator json) {
        this.json = json;
    }

    void write(Optional<RetainedSizes> retained) throws IOException {
        if (retained.isEmpty()) {
            json.writeNullField("biggest");
            json.writeNullField("suspects");
            return;
        }
        nodes("biggest", retained.get().biggest());
        json.writeArrayFieldStart("suspects");
        for (Suspect suspect : retained.get().suspects()) {
            suspect(suspect);
        }
        json.writeEndArray();
    }

    void nodes(String field, List<DominatorNode> nodes) throws IOException {
        json.writeArrayFieldStart(field);
        for (DominatorNode node : nodes) {
            json.writeStartObject();
            JsonFields.address(json, "address", node.address());
            json.writeStringField("class", node.className());
            json.writeStringField("label", node.label().orElse(null));
            json.writeNumberField("instances", node.instances());
            json.writeNumberField("shallowBytes", node.shallowBytes());
            json.writeNumberField("retainedBytes", node.retainedBytes());
            nodes("children", node.children());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void suspect(Suspect suspect) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", HeapSummaryJson.lowerCase(suspect.kind()));
        JsonFields.address(json, "address", suspect.address());
        json.writeStringField("class", suspect.className());
        json.writeStringField("label", suspect.label().orElse(null));
        JsonFields.address(json, "loader", suspect.loader());
        json.writeNumberField("instances", suspect.instances());
        json.writeNumberField("retainedBytes", suspect.retainedBytes());
        json.writeNumberField("share", suspect.share());
        accumulation(suspect.accumulation());
        json.writeArrayFieldStart("path");
        for (Suspect.PathStep step : suspect.path()) {
            json.writeStartObject();
            JsonFields.address(json, "address", step.address());
            json.writeStringField("class", step.className());
            json.writeStringField("via", step.via().orElse(null));
            json.writeStringField("root", step.root().orElse(null));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeStringField("sentence", suspect.sentence());
        json.writeEndObject();
    }

    private void accumulation(Optional<Suspect.Accumulation> point) throws IOException {
        if (point.isEmpty()) {
            json.writeNullField("accumulationPoint");
            return;
        }
        json.writeObjectFieldStart("accumulationPoint");
        JsonFields.address(json, "address", point.get().address());
        json.writeStringField("class", point.get().className());
        json.writeNumberField("retainedBytes", point.get().retainedBytes());
        json.writeEndObject();
    }
}
