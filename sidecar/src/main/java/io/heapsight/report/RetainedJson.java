/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.summary.ClassCopies;
import io.heapsight.summary.DominatorNode;
import io.heapsight.summary.Holding;
import io.heapsight.summary.LinkedShape;
import io.heapsight.summary.Place;
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
            json.writeNullField("loaderCopies");
            json.writeNullField("linkedObjects");
            return;
        }
        nodes("biggest", retained.get().biggest());
        json.writeArrayFieldStart("suspects");
        for (Suspect suspect : retained.get().suspects()) {
            suspect(suspect);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("loaderCopies");
        for (ClassCopies each : retained.get().copies()) {
            json.writeStartObject();
            json.writeStringField("class", each.className());
            json.writeStringField("loaderClass", each.loaderClass());
            json.writeNumberField("loaders", each.loaders());
            json.writeNumberField("classes", each.classes());
            json.writeNumberField("bytes", each.bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("linkedObjects");
        for (LinkedShape each : retained.get().linked()) {
            json.writeStartObject();
            json.writeStringField("class", each.className());
            json.writeNumberField("longest", each.longest());
            json.writeNumberField("objects", each.objects());
            json.writeNumberField("bytes", each.bytes());
            json.writeEndObject();
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
        holding(suspect.found());
        json.writeEndObject();
    }

    private void holding(Holding found) throws IOException {
        json.writeStringField("severity", HeapSummaryJson.lowerCase(found.severity()));
        json.writeStringField("pattern", word(found.pattern()));
        places("places", found.places());
        places("within", found.within());
        json.writeNumberField("holders", found.holders());
        JsonFields.number(json, "elements", found.elements());
        content("content", found.content());
        if (found.inner().isPresent()) {
            json.writeObjectFieldStart("inner");
            place(found.inner().get().place());
            content("content", Optional.of(found.inner().get().content()));
            json.writeEndObject();
        } else {
            json.writeNullField("inner");
        }
        HeapSummaryJson.classes(json, "classes", found.classes());
        json.writeArrayFieldStart("others");
        for (Holding.Other other : found.others()) {
            json.writeStartObject();
            place(other.place());
            json.writeNumberField("retainedBytes", other.retainedBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("mergedPaths");
        for (Holding.MergedStep step : found.mergedPaths()) {
            json.writeStartObject();
            json.writeNumberField("depth", step.depth());
            json.writeNumberField("objects", step.objects());
            json.writeStringField("class", step.className());
            json.writeStringField("via", step.via().isEmpty() ? null : step.via());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void content(String field, Optional<Holding.Content> content) throws IOException {
        if (content.isEmpty()) {
            json.writeNullField(field);
            return;
        }
        json.writeObjectFieldStart(field);
        json.writeStringField("class", content.get().className());
        json.writeNumberField("objects", content.get().objects());
        json.writeEndObject();
    }

    private void places(String field, List<Place> places) throws IOException {
        json.writeArrayFieldStart(field);
        for (Place place : places) {
            json.writeStartObject();
            place(place);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void place(Place place) throws IOException {
        json.writeStringField("kind", word(place.kind()));
        json.writeStringField("name", place.name());
        json.writeStringField("thread", place.thread().isEmpty() ? null : place.thread());
        json.writeBooleanField("jdk", place.jdk());
    }

    /** "thread-local". */
    static String word(Enum<?> value) {
        return HeapSummaryJson.lowerCase(value).replace('_', '-');
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
