/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.INTEGER;
import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.KeptFolder;
import io.heapsight.kept.StorageRetention;
import io.heapsight.kept.SummaryFormat;
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
import java.time.Instant;
import java.util.List;

/**
 * The reports of one kind that rules have captured, each as text and as JSON, in a folder of the
 * data directory.
 *
 * @param retention of stored reports
 */
public record KeptReports(Kind kind, StorageRetention<KeptReport> retention) {
    /** The kind of a report, captured by the action of that name. */
    public enum Kind {
        THREADS(TriggerAction.THREADS, "threads", "thread dump", "thread dumps"),
        HISTOGRAM(TriggerAction.HISTOGRAM, "histograms", "class histogram", "class histograms"),
        GARBAGE(TriggerAction.GARBAGE, "garbage", "garbage summary", "garbage summaries");

        private final TriggerAction action;
        private final String folder;
        private final String noun;
        private final String plural;

        Kind(TriggerAction action, String folder, String noun, String plural) {
            this.action = action;
            this.folder = folder;
            this.noun = noun;
            this.plural = plural;
        }

        public TriggerAction action() {
            return action;
        }

        /** Returns the noun for one report. */
        public String noun() {
            return noun;
        }

        public String plural() {
            return plural;
        }

        /** Returns the path of the list: "/threads/kept". */
        public String path() {
            return "/" + action.label() + "/kept";
        }
    }

    /**
     * The subject of a report.
     *
     * @param takenAt time of the capture
     */
    public record Subject(Instant takenAt, int pid, String target) {}

    /** Writes a report as text or as JSON. */
    @FunctionalInterface
    public interface Writing {
        void write(SummaryFormat form, Writer out) throws IOException;
    }

    private static final List<SummaryFormat> FORMS =
            List.of(SummaryFormat.TEXT, SummaryFormat.JSON);

    private static final Shape<KeptReport> RECORD =
            Shape.<KeptReport>of()
                    .field("id", TEXT, KeptReport::id)
                    .field("takenAt", TIME, KeptReport::takenAt)
                    .field("pid", INTEGER, KeptReport::pid)
                    .field("target", TEXT, KeptReport::target)
                    .field("bytes", BYTES, KeptReport::bytes)
                    .field("caller", TEXT, KeptReport::caller);

    /** Opens the folder, which may be missing; the JSON is the main file of a report. */
    public static KeptFiles<KeptReport> open(Path dataDirectory, Kind kind) throws IOException {
        return KeptFiles.open(
                KeptFolder.in(dataDirectory, kind.folder, kind.plural),
                new KeptFiles.Kind<>(
                        "a " + kind.noun, SummaryFormat.JSON.end(), RECORD, KeptReports::read));
    }

    private static KeptReport read(JsonObject record) throws IOException {
        return new KeptReport(
                record.text("id"),
                record.time("takenAt"),
                (int) record.integer("pid"),
                record.text("target"),
                record.integer("bytes"),
                record.text("caller"));
    }

    /** Returns the stored reports. */
    public KeptFiles<KeptReport> files() {
        return retention.files();
    }

    /**
     * Stores a report.
     *
     * @param caller for the record
     * @return its path in the API
     */
    public String keep(Subject subject, String caller, Writing writing) throws ProblemException {
        files().prepare();
        String id = files().newId(subject.takenAt(), subject.pid());
        try {
            for (SummaryFormat form : FORMS) {
                try (Writer out =
                        Channels.newWriter(
                                DurableFiles.create(part(id, form)), StandardCharsets.UTF_8)) {
                    writing.write(form, out);
                }
            }
            Path json = part(id, SummaryFormat.JSON);
            Path text = part(id, SummaryFormat.TEXT);
            KeptReport report =
                    new KeptReport(
                            id,
                            subject.takenAt(),
                            subject.pid(),
                            subject.target(),
                            Files.size(json),
                            caller);
            retention.make(1, report.bytes() + Files.size(text), "");
            DurableFiles.publish(text, files().summary(report, SummaryFormat.TEXT));
            files().add(report, json);
            return kind.path() + "/" + id;
        } catch (IOException e) {
            retention.removeUnkept(id);
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "The " + kind.noun + " could not be stored",
                    "The %s of %d (%s): %s"
                            .formatted(kind.noun, subject.pid(), subject.target(), IoReason.of(e)),
                    "Check the free space and permissions of HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }

    private Path part(String id, SummaryFormat form) {
        return files().beside(id, form.end() + DurableFiles.PART);
    }
}
