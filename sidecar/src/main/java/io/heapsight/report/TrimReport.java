/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.COUNT;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.NUMBER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TEXTS;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.choice;
import static io.heapsight.json.JsonValueCodec.number;
import static io.heapsight.report.SharedJsonShapes.TARGET;

import io.heapsight.compare.Metric;
import io.heapsight.json.Shape;
import io.heapsight.memory.MallocInfo;
import io.heapsight.proc.ResidentMemory;
import io.heapsight.report.SharedJsonShapes.Target;
import io.heapsight.report.section.TextWrapper;
import io.heapsight.trim.NativeHeapTrim;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.Writer;
import java.util.OptionalLong;

/** The resident memory of a target before and after a trim of its native heap. */
public record TrimReport(NativeHeapTrim trim) implements Report {
    private static final Shape<ResidentMemory> RESIDENT =
            Shape.<ResidentMemory>of()
                    .field("residentBytes", BYTES, ResidentMemory::bytes)
                    .nullable("swapBytes", BYTES, it -> number(it.swapBytes()))
                    .field(
                            "source",
                            choice(ResidentMemory.Source.values(), ResidentMemory.Source::label),
                            ResidentMemory::source);

    private static final Shape<MallocInfo> MALLOC =
            Shape.<MallocInfo>of()
                    .field("arenas", COUNT, MallocInfo::arenas)
                    .field("systemBytes", BYTES, MallocInfo::systemBytes)
                    .field("freeBytes", BYTES, MallocInfo::freeBytes)
                    .field("mappedBytes", BYTES, MallocInfo::mappedBytes);

    public static final Shape<TrimReport> SHAPE =
            Shape.<TrimReport>of()
                    .field("target", TARGET, it -> new Target(it.trim.pid(), it.trim.name()))
                    .field("trimmedAt", TIME, it -> it.trim.trimmedAt())
                    .nullable("before", RESIDENT, it -> it.trim.before().toOptional())
                    .nullable("after", RESIDENT, it -> it.trim.after().toOptional())
                    .nullable("returnedBytes", INTEGER, it -> number(it.trim.returnedBytes()))
                    .field("seconds", NUMBER, it -> it.trim.seconds())
                    .field("answer", TEXT, it -> it.trim.answer())
                    .nullable("malloc", MALLOC, it -> it.trim.malloc().toOptional())
                    .field("notes", TEXTS, it -> it.trim.notes());

    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        TextWrapper.wrap(
                out,
                "",
                "%d (%s): %s in %s"
                        .formatted(
                                trim.pid(),
                                trim.name(),
                                result(),
                                Amount.of(trim.seconds(), Metric.Unit.SECONDS)));
        out.append('\n');
        TextWrapper.wrap(out, "resident before: ", words(trim.before()));
        TextWrapper.wrap(out, "resident after:  ", words(trim.after()));
        trim.malloc()
                .toOptional()
                .ifPresent(malloc -> TextWrapper.wrap(out, "malloc before:   ", words(malloc)));
        TextWrapper.wrap(out, "the JVM's words: ", trim.answer());
        trim.notes().forEach(note -> TextWrapper.wrap(out, "note: ", note));
        return out.toString();
    }

    private String result() {
        OptionalLong returned = trim.returnedBytes();
        if (returned.isEmpty()) {
            return "trimmed, result unknown,";
        }
        ByteSize size = new ByteSize(Math.abs(returned.getAsLong()));
        return returned.getAsLong() >= 0
                ? "gave back " + size
                : "grew by %s although trimmed".formatted(size);
    }

    private static String words(Reading<ResidentMemory> resident) {
        return resident.map(
                        memory ->
                                new ByteSize(memory.bytes())
                                        + (memory.swapBytes().orElse(0) == 0
                                                ? ""
                                                : ", and %s in swap"
                                                        .formatted(
                                                                new ByteSize(
                                                                        memory.swapBytes()
                                                                                .getAsLong()))))
                .orDash();
    }

    private static String words(MallocInfo malloc) {
        return "%s in %d arenas, %s of it freed by the program; %s in large blocks"
                .formatted(
                        new ByteSize(malloc.systemBytes()),
                        malloc.arenas(),
                        new ByteSize(malloc.freeBytes()),
                        new ByteSize(malloc.mappedBytes()));
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
