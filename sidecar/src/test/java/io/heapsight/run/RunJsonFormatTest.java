/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.jstat.SampleField;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run as a document, and invalid documents. */
class RunJsonFormatTest {
    @Test
    void runRoundTrips() throws IOException {
        Run run = SampleRun.withEverything();
        Run read = read(write(run));
        assertThat(read).usingRecursiveComparison().ignoringFields("samples").isEqualTo(run);
        assertThat(read.samples().columns()).isEqualTo(run.samples().columns());
        assertThat(read.samples().size()).isEqualTo(3);
        for (RunColumn column : run.samples().columns()) {
            assertThat(read.samples().values(column)).isEqualTo(run.samples().values(column));
        }
        assertThat(read.samples().at(2)).isEqualTo(run.samples().at(2));
        assertThat(write(read)).isEqualTo(write(run));
    }

    @Test
    void absentFigureIsOmittedAndReadAsAbsent() throws IOException {
        String text = write(SampleRun.withEverything());
        assertThat(text).contains("\"heapUsedBytes\":1000000,").doesNotContain("NaN", "null");
        RunSamples samples = read(text).samples();
        assertThat(samples.value(SampleField.GC_OVERHEAD_RATIO, 0)).isNaN();
        assertThat(samples.value(SampleField.GC_OVERHEAD_RATIO, 2)).isEqualTo(0.05);
        assertThat(samples.values(SampleField.CPU_SECONDS))
                .containsExactly(Double.NaN, Double.NaN, Double.NaN);
        assertThat(samples.collectors()).containsExactly("Copy");
        assertThat(samples.pools()).containsExactly("Eden Space");
    }

    @Test
    void truncatedDocumentIsRefusedWithThePosition() throws IOException {
        byte[] whole = write(SampleRun.withEverything()).getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RunJsonReader.read(new ByteArrayInputStream(cut)))
                    .as("the first %d bytes", length)
                    .isInstanceOf(RunFormatException.class)
                    .hasMessageContaining("column");
        }
    }

    @Test
    void otherSchemaVersionIsRefused() throws IOException {
        String text = write(SampleRun.withEverything());
        assertThatThrownBy(() -> read(text.replace("\"schemaVersion\":1", "\"schemaVersion\":2")))
                .hasMessageContaining("schemaVersion 2 is not known")
                .hasMessageContaining("a newer release wrote it")
                .hasMessageContaining("/schemaVersion");
        assertThatThrownBy(() -> read(text.replace("\"schemaVersion\":1", "\"schemaVersion\":0")))
                .hasMessageContaining("schemaVersion 0 is not known");
        assertThatThrownBy(() -> read(text.replace("\"schemaVersion\":1,", "")))
                .hasMessageContaining("no schemaVersion");
    }

    @Test
    void fieldsOfALaterReleaseAreSkipped() throws IOException {
        String text = write(SampleRun.withEverything());
        Run read =
                read(
                        text.replace("\"limits\":{", "\"limits\":{\"gpus\":[{\"n\":2}],")
                                .replace(
                                        "\"samples\":[{",
                                        "\"more\":{},\"samples\":[{\"tag\":[1],"));
        assertThat(write(read)).isEqualTo(text);
    }

    @Test
    void figureWithASlashInItsNameIsSkipped() throws IOException {
        String text = write(SampleRun.withEverything());
        String slashed =
                text.replace("\"heapUsedBytes\":2000000", "\"heapUsedBytes\":2000000,\"a/b\":1");
        assertThat(slashed).isNotEqualTo(text);
        assertThat(write(read(slashed))).isEqualTo(text);
    }

    @Test
    void wrongValueIsNamedWithItsPosition() throws IOException {
        String text = write(SampleRun.withEverything());
        assertThatThrownBy(() -> read(text.replace("\"heapUsedBytes\":2000000", "\"at\":\"soon\"")))
                .hasMessageContaining("/samples/1/at")
                .hasMessageContaining("soon");
        assertThatThrownBy(() -> read(text.replace("INFO#1", "../x")))
                .hasMessageContaining("/name")
                .hasMessageContaining("../x");
        assertThatThrownBy(() -> read(text.replace("\"records\":100000", "\"records\":-1")))
                .hasMessageContaining("records=-1");
        assertThatThrownBy(() -> read(text + "{}")).hasMessageContaining("trailing data");
    }

    @Test
    void integerMayHaveADecimalPoint() throws IOException {
        String text = write(SampleRun.withEverything());
        String version = "\"schemaVersion\":1";
        assertThat(write(read(text.replace(version, version + ".0")))).isEqualTo(text);
        assertThatThrownBy(() -> read(text.replace(version, version + ".5")))
                .hasMessageContaining("not a whole number of 64 bits, at /schemaVersion");
        assertThatThrownBy(() -> read(text.replace(version, version + "e999999999")))
                .hasMessageContaining("not a whole number of 64 bits, at /schemaVersion");
    }

    @Test
    void oversizedDocumentIsRefusedWithThePosition() throws IOException {
        byte[] text = write(SampleRun.withEverything()).getBytes(StandardCharsets.UTF_8);
        assertThat(RunJsonReader.read(new ByteArrayInputStream(text), 200).samples().size())
                .isEqualTo(3);
        assertThatThrownBy(() -> RunJsonReader.read(new ByteArrayInputStream(text), 150))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("3 samples of 7 figures don't fit into 150 B of memory")
                .hasMessageContaining("/samples/2");
    }

    @Test
    void oversizedProfileIsRefusedAndIncompleteOneIsEmpty() throws IOException {
        String text = write(SampleRun.withEverything());
        assertThatThrownBy(
                        () ->
                                read(
                                        text.replace(
                                                "\"blocks\":[4,3]",
                                                "\"blocks\":[4" + ",3".repeat(100) + "]")))
                .hasMessageContaining("more than 100 blocks of time");
        String frame = "{\"name\":\"com.acme.Export.main\",\"self\":[0,0],\"total\":[4,3]}";
        assertThat(text).contains(frame);
        assertThatThrownBy(() -> read(text.replace(frame, frame + ("," + frame).repeat(1000))))
                .hasMessageContaining("more than 1000 methods");
        assertThatThrownBy(() -> read(text.replace("com.acme.Export.main", "m".repeat(1001))))
                .hasMessageContaining("longer than 1000 characters");
        assertThatThrownBy(() -> read(text.replace("\"seconds\":1,", "\"seconds\":0,")))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("a profile of 0.0 s");

        RunProfile read =
                read(text.replace("\"self\":[4,1]", "\"self\":[4]").replace(frame, "{}"))
                        .profile()
                        .orElseThrow();
        assertThat(read.frames().frames().getFirst().total()).containsExactly(0, 0);
        assertThat(read.frames().frames().getLast().self()).containsExactly(4, 0);
    }

    private static String write(Run run) {
        return RunJsonFormat.RUN.documentText(run).strip();
    }

    private static Run read(String text) throws IOException {
        return RunJsonReader.read(bytes(text));
    }

    private static ByteArrayInputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    /** They were read, and failed as a bug when they were shown. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-22T03:00:03.500Z | +1000000000-12-31T23:59:59Z | /stopped",
                "2026-11-22T03:00:00.500Z | -1000000000-01-01T00:00:00Z | /started",
                "2026-11-22T03:00:03.500Z | tomorrow | /stopped",
                "\"memoryBytes\":536870912 | \"memoryBytes\":-1 | /limits/memoryBytes",
                "\"bytes\":4800 | \"bytes\":-4800 | /heapAtStart/totals/bytes",
                "\"bytes\":4800 | \"bytes\":9223372036854775807 | /heapAtStart/totals/bytes",
                "\"pid\":7 | \"pid\":2147483648 | /target/pid",
                "\"event\":\"cpu\" | \"event\":\"gpu\" | /profile/event",
                "\"blocks\":[4,3] | \"blocks\":[4,-3] | /profile/blocks/1",
                "\"self\":[4,1] | \"self\":[4,9007199254740993] | /profile/frames/1/self/1",
                "\"self\":[4,1] | \"self\":[4,[1]] | /profile/frames/1/self/1"
            })
    void whatCannotBeIsRefusedWithThePlace(String good, String bad, String place)
            throws IOException {
        String text = write(SampleRun.withEverything());
        assertThat(text).contains(good);
        assertThatThrownBy(() -> read(text.replace(good, bad)))
                .isInstanceOf(RunFormatException.class)
                .hasMessageContaining("at " + place + " (");
    }
}
