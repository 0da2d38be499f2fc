/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.ClassTotal;
import io.heapsight.summary.DumpFacts;
import io.heapsight.summary.Finding;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.HeldOnlyBy;
import io.heapsight.summary.LayoutFacts;
import io.heapsight.summary.LoaderRow;
import io.heapsight.summary.Skipped;
import io.heapsight.summary.ThreadRow;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The fields of a heap summary. What isn't known is null; a list that nobody made is null, too, and
 * an empty one says that there is nothing. Every dump has threads and loaders: none means that
 * nobody looked. Addresses are "0x…"; the boot loader is "0x0".
 */
final class HeapSummaryJson {
    private final JsonGenerator json;

    HeapSummaryJson(JsonGenerator json) {
        this.json = json;
    }

    void write(HeapSummary summary, int topClasses) throws IOException {
        file(summary.file());
        json.writeStringField("jdk", summary.jdk().orElse(null));
        json.writeStringField("collector", summary.collector().orElse(null));
        layout(summary.layout());
        json.writeObjectFieldStart("totals");
        totals(summary.totals());
        json.writeEndObject();
        garbage(summary.garbage());
        findings(summary.findings());
        heldOnlyBy(summary.heldOnlyBy());
        json.writeArrayFieldStart("classes");
        for (int i = 0; i < Math.min(topClasses, summary.classes().size()); i++) {
            classRow(summary.classes().get(i));
        }
        json.writeEndArray();
        garbageRoots(summary.garbageRoots());
        new RetainedJson(json).write(summary.retained());
        new WasteJson(json).write(summary.waste());
        threads(summary.threads());
        loaders(summary.loaders());
        skipped(summary.skipped());
        json.writeNumberField("seconds", summary.seconds());
        json.writeNumberField("peakBytes", summary.peakBytes());
    }

    private void file(DumpFacts file) throws IOException {
        json.writeStringField("file", file.name());
        json.writeObjectFieldStart("dump");
        json.writeStringField("formatVersion", file.formatVersion());
        json.writeNumberField("idBytes", file.idBytes());
        json.writeStringField("takenAt", file.takenAt().toString());
        json.writeBooleanField("gzip", file.gzip());
        json.writeNumberField("bytes", file.bytes());
        json.writeBooleanField("whole", file.whole());
        json.writeEndObject();
        json.writeArrayFieldStart("warnings");
        for (String warning : file.warnings()) {
            json.writeString(warning);
        }
        json.writeEndArray();
    }

    private void layout(LayoutFacts layout) throws IOException {
        json.writeObjectFieldStart("layout");
        json.writeNumberField("referenceBytes", layout.referenceBytes());
        json.writeNumberField("headerBytes", layout.headerBytes());
        json.writeNumberField("alignmentBytes", layout.alignmentBytes());
        json.writeStringField("source", lowerCase(layout.source()));
        json.writeBooleanField("compressedClassPointers", layout.compressedClassPointers());
        json.writeBooleanField("compactHeaders", layout.compactHeaders());
        json.writeStringField("evidence", layout.evidence());
        json.writeEndObject();
    }

    private void totals(Totals totals) throws IOException {
        JsonFields.total(json, "all", Optional.of(totals.all()));
        JsonFields.total(json, "reachable", totals.split().map(Totals.Split::reachable));
        JsonFields.total(json, "unreachable", totals.split().map(Totals.Split::unreachable));
        JsonFields.total(json, "filler", totals.split().map(Totals.Split::filler));
    }

    private void findings(List<Finding> findings) throws IOException {
        json.writeArrayFieldStart("findings");
        for (Finding each : findings) {
            json.writeStartObject();
            json.writeStringField("kind", RetainedJson.word(each.kind()));
            json.writeStringField("severity", lowerCase(each.severity()));
            json.writeNumberField("bytes", each.bytes());
            json.writeNumberField("share", each.share());
            json.writeStringField("place", each.place().isEmpty() ? null : each.place());
            json.writeStringField("text", each.text());
            json.writeStringField("remedy", each.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void garbage(Optional<Garbage> garbage) throws IOException {
        if (garbage.isEmpty()) {
            json.writeNullField("garbage");
            return;
        }
        json.writeObjectFieldStart("garbage");
        json.writeStringField("source", garbage.get().source().label());
        JsonFields.total(json, "atLeast", Optional.of(garbage.get().atLeast()));
        JsonFields.total(json, "atMost", Optional.of(garbage.get().atMost()));
        json.writeArrayFieldStart("undecided");
        for (Garbage.Undecided row : garbage.get().undecided()) {
            json.writeStartObject();
            json.writeStringField("holder", row.holder().id());
            objects(row.total());
            JsonFields.total(json, "perhapsGarbage", Optional.of(row.perhapsGarbage()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void heldOnlyBy(List<HeldOnlyBy> rows) throws IOException {
        if (rows.isEmpty()) {
            json.writeNullField("heldOnlyBy");
            return;
        }
        json.writeArrayFieldStart("heldOnlyBy");
        for (HeldOnlyBy row : rows) {
            json.writeStartObject();
            json.writeStringField("strength", lowerCase(row.strength()));
            objects(row.total());
            classes(json, "classes", row.top());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static void classes(JsonGenerator json, String field, List<ClassTotal> rows)
            throws IOException {
        json.writeArrayFieldStart(field);
        for (ClassTotal row : rows) {
            json.writeStartObject();
            json.writeStringField("name", row.className());
            json.writeNumberField("objects", row.total().objects());
            json.writeNumberField("bytes", row.total().bytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Objects and bytes count filler, too; it has fields of its own where there is some. */
    private void classRow(ClassRow row) throws IOException {
        Optional<Total> unreachable = row.totals().split().map(Totals.Split::unreachable);
        json.writeStartObject();
        json.writeStringField("name", row.name());
        JsonFields.address(json, "address", row.address());
        JsonFields.address(json, "loader", row.loader());
        objects(row.totals().all());
        if (unreachable.isPresent()) {
            json.writeNumberField("unreachableObjects", unreachable.get().objects());
            json.writeNumberField("unreachableBytes", unreachable.get().bytes());
        } else {
            json.writeNullField("unreachableObjects");
            json.writeNullField("unreachableBytes");
        }
        Optional<Total> garbage = row.totals().split().map(Totals.Split::garbage);
        if (garbage.isPresent()) {
            json.writeNumberField("garbageObjects", garbage.get().objects());
            json.writeNumberField("garbageBytes", garbage.get().bytes());
        } else {
            json.writeNullField("garbageObjects");
            json.writeNullField("garbageBytes");
        }
        Total filler = row.totals().split().map(Totals.Split::filler).orElse(Total.NONE);
        if (filler.objects() > 0) {
            json.writeNumberField("fillerObjects", filler.objects());
            json.writeNumberField("fillerBytes", filler.bytes());
        }
        JsonFields.number(json, "retainedBytes", row.retainedBytes());
        json.writeEndObject();
    }

    private void objects(Total total) throws IOException {
        json.writeNumberField("objects", total.objects());
        json.writeNumberField("bytes", total.bytes());
    }

    private void garbageRoots(Optional<GarbageRoots> roots) throws IOException {
        if (roots.isEmpty()) {
            json.writeNullField("garbageRoots");
            json.writeNullField("garbageRootClasses");
            json.writeNullField("garbageOnCycles");
            return;
        }
        json.writeArrayFieldStart("garbageRoots");
        for (GarbageRoots.Root root : roots.get().single()) {
            json.writeStartObject();
            JsonFields.address(json, "address", root.address());
            json.writeStringField("class", root.className());
            objects(root.below());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("garbageRootClasses");
        for (GarbageRoots.RootClass row : roots.get().byClass()) {
            json.writeStartObject();
            json.writeStringField("class", row.className());
            json.writeNumberField("roots", row.roots());
            objects(row.below());
            json.writeEndObject();
        }
        json.writeEndArray();
        JsonFields.total(json, "garbageOnCycles", Optional.of(roots.get().onCycles()));
    }

    private void threads(List<ThreadRow> threads) throws IOException {
        if (threads.isEmpty()) {
            json.writeNullField("threads");
            return;
        }
        json.writeArrayFieldStart("threads");
        for (ThreadRow thread : threads) {
            json.writeStartObject();
            json.writeStringField("name", thread.name());
            JsonFields.address(json, "address", thread.address());
            json.writeStringField("class", thread.className());
            if (thread.daemon().isPresent()) {
                json.writeBooleanField("daemon", thread.daemon().get());
            } else {
                json.writeNullField("daemon");
            }
            JsonFields.number(json, "retainedBytes", thread.retainedBytes());
            json.writeArrayFieldStart("locals");
            for (ThreadRow.Local local : thread.locals()) {
                json.writeStartObject();
                json.writeStringField("frame", local.frame());
                json.writeStringField("class", local.className());
                JsonFields.address(json, "address", local.address());
                JsonFields.number(json, "retainedBytes", local.retainedBytes());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void loaders(List<LoaderRow> loaders) throws IOException {
        if (loaders.isEmpty()) {
            json.writeNullField("loaders");
            return;
        }
        json.writeArrayFieldStart("loaders");
        for (LoaderRow loader : loaders) {
            json.writeStartObject();
            JsonFields.address(json, "address", loader.address());
            json.writeStringField("class", loader.className());
            json.writeStringField("name", loader.name().orElse(null));
            JsonFields.address(json, "parent", loader.parent());
            json.writeNumberField("classes", loader.classes());
            json.writeNumberField("instances", loader.instances().objects());
            json.writeNumberField("bytes", loader.instances().bytes());
            JsonFields.number(json, "retainedBytes", loader.retainedBytes());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void skipped(List<Skipped> skipped) throws IOException {
        json.writeArrayFieldStart("skipped");
        for (Skipped phase : skipped) {
            json.writeStartObject();
            json.writeStringField("phase", phase.phase());
            json.writeStringField("reason", phase.reason());
            json.writeStringField("remedy", phase.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
