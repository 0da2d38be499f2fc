/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Shape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * Writes the lines of a run's file. Each line except rows of samples is an object with some fields
 * of the document {@link RunJsonFormat}; all lines together form the document.
 *
 * <pre>
 * {"schemaVersion":1,"name":"INFO#1","target":{…},"flags":[…],"limits":{…},"labels":{…},"started":"…"}
 * {"columns":["heapUsedBytes","gcPauseSeconds","pools/G1 Eden Space/usedBytes"]}
 * [1763776200120,52428800,0.013,null]
 * {"marks":[{"at":"…","records":100000}]}
 * {"stopped":"…"}
 * </pre>
 */
final class RunLineWriter {
    private static final JsonFactory FORMAT = new JsonFactory();
    private static final Shape<List<RunColumn>> COLUMNS =
            Shape.<List<RunColumn>>of()
                    .field(
                            SampleRowReader.COLUMNS,
                            JsonValueCodec.list(JsonValueCodec.TEXT.from(RunColumn::path)),
                            columns -> columns);
    private static final String STOPPED = "{\"stopped\":\"";

    private RunLineWriter() {}

    static byte[] head(Run run) {
        return bytes(RunJsonFormat.head(run));
    }

    static byte[] columns(List<RunColumn> columns) {
        return bytes(COLUMNS.text(columns));
    }

    /** Writes a sample; NaN becomes null. */
    static byte[] row(long epochMillis, double[] values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FORMAT.createGenerator(out)) {
            json.writeStartArray();
            json.writeNumber(epochMillis);
            for (double value : values) {
                if (Double.isFinite(value)) {
                    RunJsonFormat.writeNumber(json, value);
                } else {
                    json.writeNull();
                }
            }
            json.writeEndArray();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] mark(ProgressMark mark) {
        return bytes(RunJsonFormat.marks(List.of(mark)));
    }

    static byte[] heapAtStart(RunHistogram census) {
        return bytes(RunJsonFormat.heapAtStart(census));
    }

    static byte[] heapAtStop(RunHistogram census) {
        return bytes(RunJsonFormat.heapAtStop(census));
    }

    static byte[] profile(RunProfile profile) {
        return bytes(RunJsonFormat.profile(profile));
    }

    static byte[] warning(String warning) {
        return bytes(RunJsonFormat.warnings(List.of(warning)));
    }

    static byte[] stopped(Instant when) {
        return bytes(STOPPED + when + "\"}\n");
    }

    /** Returns whether a line is complete and contains the stop time. */
    static boolean isStopped(byte[] line) {
        String text = new String(line, StandardCharsets.UTF_8);
        return text.startsWith(STOPPED) && text.endsWith("\n");
    }

    private static byte[] bytes(String line) {
        return line.getBytes(StandardCharsets.UTF_8);
    }
}
