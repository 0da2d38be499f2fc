/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static io.heapsight.json.JsonType.BYTES;
import static io.heapsight.json.JsonType.INTEGER;
import static io.heapsight.json.JsonType.TEXT;
import static io.heapsight.json.JsonType.TIME;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.KeptFolder;
import io.heapsight.kept.StorageRetention;
import io.heapsight.kept.SummaryForm;
import io.heapsight.target.TargetConnection;
import io.heapsight.thread.ThreadDumps;
import io.heapsight.thread.ThreadSeries;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Takes the thread dumps that triggers want, and keeps them in the folder {@code threads} of the
 * data directory, each as text and as JSON: nobody was there to read them when they were taken. The
 * last histogram of the target is beside it, so that it leaves the pod with it.
 *
 * @param dumps takes them through the gate
 * @param retention of those that are kept
 * @param writing of one
 * @param histograms the last one of a process
 */
public record KeptThreads(
        ThreadDumps dumps,
        StorageRetention<ThreadDumpRecord> retention,
        Writing writing,
        IntFunction<Optional<Document>> histograms) {
    /** Writes a dump as text or as JSON. */
    @FunctionalInterface
    public interface Writing {
        void write(ThreadSeries series, SummaryForm form, Writer out) throws IOException;
    }

    /** Something that can be written. */
    @FunctionalInterface
    public interface Document {
        void write(Writer out) throws IOException;
    }

    /** The end of the name of the histogram that is beside one. */
    private static final String HISTOGRAM = ".histogram.json";

    /** As {@code GET /threads} takes it. */
    private static final ThreadDumps.Plan ONE = new ThreadDumps.Plan(1, Duration.ZERO);

    private static final List<SummaryForm> FORMS = List.of(SummaryForm.TEXT, SummaryForm.JSON);

    private static final Shape<ThreadDumpRecord> RECORD =
            Shape.<ThreadDumpRecord>of()
                    .field("id", TEXT, ThreadDumpRecord::id)
                    .field("takenAt", TIME, ThreadDumpRecord::takenAt)
                    .field("pid", INTEGER, ThreadDumpRecord::pid)
                    .field("target", TEXT, ThreadDumpRecord::target)
                    .field("bytes", BYTES, ThreadDumpRecord::bytes)
                    .field("caller", TEXT, ThreadDumpRecord::caller);

    /** The JSON is the file itself, the text is beside it. */
    private static final KeptFiles.Kind<ThreadDumpRecord> KIND =
            new KeptFiles.Kind<>(
                    "a thread dump", _ -> SummaryForm.JSON.end(), RECORD, KeptThreads::read);

    /** Opens the folder, which need not be there. */
    public static KeptFiles<ThreadDumpRecord> open(Path dataDirectory) throws IOException {
        return KeptFiles.open(KeptFolder.in(dataDirectory, "threads", "thread dumps"), KIND);
    }

    private static ThreadDumpRecord read(JsonObject record) throws IOException {
        return new ThreadDumpRecord(
                record.text("id"),
                record.time("takenAt"),
                (int) record.integer("pid"),
                record.text("target"),
                record.integer("bytes"),
                record.text("caller"));
    }

    /** Those that are kept. */
    public KeptFiles<ThreadDumpRecord> files() {
        return retention.files();
    }

    /**
     * Takes one, and keeps it.
     *
     * @param caller for the audit log
     * @return where it is served
     */
    public String take(TargetConnection target, String caller, CancelSignal cancel)
            throws ProblemException {
        files().prepare();
        ThreadSeries series = dumps.take(target, ONE, caller, cancel);
        Instant takenAt = series.last().takenAt();
        String id = files().newId(takenAt, series.pid());
        try {
            for (SummaryForm form : FORMS) {
                write(part(id, form.end()), out -> writing.write(series, form, out));
            }
            ThreadDumpRecord record =
                    new ThreadDumpRecord(
                            id,
                            takenAt,
                            series.pid(),
                            series.name(),
                            Files.size(part(id, SummaryForm.JSON.end())),
                            caller);
            Path text = part(id, SummaryForm.TEXT.end());
            retention.make(1, record.bytes() + Files.size(text), "");
            DurableFiles.publish(text, files().summary(record, SummaryForm.TEXT));
            Optional<Document> histogram = histograms.apply(series.pid());
            if (histogram.isPresent()) {
                write(part(id, HISTOGRAM), histogram.get());
                DurableFiles.publish(part(id, HISTOGRAM), histogram(record));
            }
            files().add(record, part(id, SummaryForm.JSON.end()));
            return "/threads/kept/" + id;
        } catch (IOException e) {
            retention.removeUnkept(id);
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "The thread dump could not be kept",
                    "The thread dump of %s: %s".formatted(target.jvm().label(), IoReason.of(e)),
                    "Look at room and rights of HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }

    /** Where the histogram beside a dump is, or would be. */
    public Path histogram(ThreadDumpRecord dump) {
        return files().beside(dump.id(), HISTOGRAM);
    }

    private Path part(String id, String end) {
        return files().beside(id, end + DurableFiles.PART);
    }

    private static void write(Path part, Document document) throws IOException {
        try (Writer out = Channels.newWriter(DurableFiles.create(part), StandardCharsets.UTF_8)) {
            document.write(out);
        }
    }
}
