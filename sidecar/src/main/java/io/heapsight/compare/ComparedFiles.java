/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.heapsight.compare.HeapSummaryReader.HeapSummaryDocument;
import io.heapsight.json.Shape;
import io.heapsight.run.Run;
import io.heapsight.run.RunFormatException;
import io.heapsight.run.RunJsonReader;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and compares saved documents: exported runs, or heap summaries. Opens each file once. */
public final class ComparedFiles {
    /** The type of a file. */
    public enum Kind {
        RUN,
        HEAP_SUMMARY
    }

    private static final long MOST_SUMMARY_BYTES = 256L << 20;
    private static final JsonFactory JSON =
            JsonFactory.builder().disable(StreamReadFeature.AUTO_CLOSE_SOURCE).build();

    private final List<Path> base;
    private final boolean alone;
    private final List<MeasuredRun> runs = new ArrayList<>();
    private final List<HeapSummaryDocument> summaries = new ArrayList<>();

    /**
     * Reads the files of both sides.
     *
     * @throws ProblemException if one is neither a run nor a summary, differs in type, or is
     *     unreadable
     */
    public ComparedFiles(List<Path> base, List<Path> candidate) throws ProblemException {
        this.base = base;
        this.alone = base.size() == 1 && candidate.size() == 1;
        for (Path file : base) {
            read(file);
        }
        for (Path file : candidate) {
            read(file);
        }
    }

    /** Returns the common type of all files. */
    public Kind kind() {
        return runs.isEmpty() ? Kind.HEAP_SUMMARY : Kind.RUN;
    }

    /** Compares exported runs. */
    public Comparison compareRuns(Comparison.Terms terms) throws ProblemException {
        return Comparison.between(
                Arm.of(runs.subList(0, base.size())),
                Arm.of(runs.subList(base.size(), runs.size())),
                terms);
    }

    /** Compares two heap summaries. */
    public HeapComparison compareSummaries() {
        return HeapComparison.between(summaries.getFirst(), summaries.getLast());
    }

    private void read(Path file) throws ProblemException {
        try (FileChannel open = FileChannel.open(file)) {
            Kind found = kind(file, open);
            if (found != kind() && !(runs.isEmpty() && summaries.isEmpty())) {
                throw refused(
                        "Runs and heap summaries can't be compared with each other",
                        base.getFirst() + " and " + file + " have different types.",
                        "Compare two runs, or two summaries.");
            }
            InputStream in = Channels.newInputStream(open.position(0));
            switch (found) {
                case RUN -> runs.add(measured(RunJsonReader.read(in)));
                case HEAP_SUMMARY -> summaries.add(summary(file, open.size(), in));
            }
        } catch (RunFormatException e) {
            throw refused(
                    "This release cannot read the run",
                    file + ": " + e.getMessage() + ".",
                    "Export it again: heapsight run show NAME --format json > FILE.");
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private MeasuredRun measured(Run run) {
        return alone ? MeasuredRun.alone(run) : MeasuredRun.repeated(run);
    }

    private static HeapSummaryDocument summary(Path file, long bytes, InputStream in)
            throws ProblemException, IOException {
        if (bytes > MOST_SUMMARY_BYTES) {
            throw refused(
                    "The summary is too large",
                    file + " has " + bytes + " bytes.",
                    "Make it again with --top 1000.");
        }
        try {
            HeapSummaryDocument summary = HeapSummaryReader.read(in);
            checkVersion(file, summary.version());
            return summary;
        } catch (IOException e) {
            if (e.getCause() instanceof JsonProcessingException json) {
                throw notJson(file, json);
            }
            throw e;
        }
    }

    /** Determines the type by the names of fields; reads no further than necessary. */
    private static Kind kind(Path file, FileChannel open) throws ProblemException, IOException {
        try (JsonParser json = JSON.createParser(Channels.newInputStream(open))) {
            if (json.nextToken() == JsonToken.START_OBJECT) {
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    switch (json.currentName()) {
                        case "layout", "garbageRoots" -> {
                            return Kind.HEAP_SUMMARY;
                        }
                        case "started", "samples" -> {
                            return Kind.RUN;
                        }
                        default -> {
                            json.nextToken();
                            json.skipChildren();
                        }
                    }
                }
            }
        } catch (JsonProcessingException e) {
            throw notJson(file, e);
        }
        throw refused(
                "Neither a run nor a heap summary",
                file + " is JSON, but has neither samples nor a heap layout.",
                "Export a run (heapsight run show NAME --format json), or make a summary (heapsight"
                        + " analyze FILE --format json).");
    }

    private static void checkVersion(Path file, long version) throws ProblemException {
        if (version != Shape.SCHEMA_VERSION) {
            throw refused(
                    "The schema version of the summary is unknown",
                    "%s has schemaVersion %d; this release reads %d."
                            .formatted(file, version, Shape.SCHEMA_VERSION),
                    "Use the release of heapsight that wrote it, or a newer one.");
        }
    }

    private static ProblemException notJson(Path file, JsonProcessingException e) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Not JSON",
                "%s: %s%s.".formatted(file, IoReason.why(e), place(e.getLocation())),
                "Give a run (heapsight run show NAME --format json) or a summary (heapsight"
                        + " analyze FILE --format json).",
                e);
    }

    /** Returns the position for a message; empty if unknown. */
    private static String place(@Nullable JsonLocation at) {
        return at == null ? "" : ", line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }

    private static ProblemException unreadable(Path file, IOException e) {
        return new ProblemException(
                Problem.Kind.NOT_FOUND,
                "The file can't be read",
                file + ": " + IoReason.why(e),
                "Check that the file exists and is readable.",
                e);
    }

    private static ProblemException refused(String title, String detail, String remedy) {
        return new ProblemException(Problem.Kind.BAD_REQUEST, title, detail, remedy);
    }
}
