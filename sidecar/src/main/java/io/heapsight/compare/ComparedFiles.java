/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.heapsight.json.Shape;
import io.heapsight.run.RunFormatException;
import io.heapsight.run.RunJsonReader;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares documents that were saved: exported runs, or heap summaries. */
public final class ComparedFiles {
    /** What a file holds. */
    public enum Kind {
        RUN,
        HEAP_SUMMARY
    }

    private static final long MOST_SUMMARY_BYTES = 256L << 20;

    private ComparedFiles() {}

    /**
     * What all of the files hold.
     *
     * @throws ProblemException when one is neither a run nor a summary, or not what the others are
     */
    public static Kind kind(List<Path> files) throws ProblemException {
        Kind kind = kind(files.getFirst());
        for (Path file : files) {
            if (kind(file) != kind) {
                throw refused(
                        "Runs and heap summaries can't be compared with each other",
                        files.getFirst() + " and " + file + " are of two kinds.",
                        "Give two runs, or two summaries.");
            }
        }
        return kind;
    }

    /** Compares exported runs. */
    public static Comparison runs(List<Path> base, List<Path> candidate, Comparison.Terms terms)
            throws ProblemException {
        boolean alone = base.size() == 1 && candidate.size() == 1;
        return Comparison.between(arm(base, alone), arm(candidate, alone), terms);
    }

    private static Arm arm(List<Path> files, boolean alone) throws ProblemException {
        List<MeasuredRun> runs = new ArrayList<>();
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                runs.add(
                        alone
                                ? MeasuredRun.alone(RunJsonReader.read(in))
                                : MeasuredRun.repeated(RunJsonReader.read(in)));
            } catch (RunFormatException e) {
                throw refused(
                        "Not a run that this release can read",
                        file + ": " + e.getMessage() + ".",
                        "Export it again: heapsight run show NAME --format json > FILE.");
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }
        return Arm.of(runs);
    }

    /** Compares two heap summaries. */
    public static HeapComparison summaries(Path base, Path candidate) throws ProblemException {
        return HeapComparison.between(summary(base), summary(candidate));
    }

    private static HeapSummaryDocument summary(Path file) throws ProblemException {
        try {
            if (Files.size(file) > MOST_SUMMARY_BYTES) {
                throw refused(
                        "The summary is too large",
                        file + " has " + Files.size(file) + " bytes.",
                        "Make it again with --top 1000.");
            }
            try (InputStream in = Files.newInputStream(file)) {
                HeapSummaryDocument summary = HeapSummaryReader.read(in);
                checkVersion(file, summary.version());
                return summary;
            }
        } catch (IOException e) {
            throw e.getCause() instanceof JsonProcessingException json
                    ? notJson(file, json)
                    : unreadable(file, e);
        }
    }

    /** By the names of its fields, read no further than it takes. */
    private static Kind kind(Path file) throws ProblemException {
        try (InputStream in = Files.newInputStream(file);
                JsonParser json = new JsonFactory().createParser(in)) {
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
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        throw refused(
                "Neither a run nor a heap summary",
                file + " is JSON, but has neither samples nor a heap's layout.",
                "Export a run (heapsight run show NAME --format json), or make a summary (heapsight"
                        + " analyze FILE --format json).");
    }

    private static void checkVersion(Path file, long version) throws ProblemException {
        if (version != Shape.SCHEMA_VERSION) {
            throw refused(
                    "The summary's schema version is not known",
                    "%s has schemaVersion %d; this release reads %d."
                            .formatted(file, version, Shape.SCHEMA_VERSION),
                    "Use the release of heapsight that wrote it, or a newer one.");
        }
    }

    private static ProblemException notJson(Path file, JsonProcessingException e) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.BAD_REQUEST,
                        "Not JSON",
                        "%s: %s%s.".formatted(file, IoReason.why(e), place(e.getLocation())),
                        "Give a run (heapsight run show NAME --format json) or a summary (heapsight"
                                + " analyze FILE --format json)."),
                e);
    }

    /** What is nested too deeply has no place. */
    private static String place(@Nullable JsonLocation at) {
        return at == null ? "" : ", line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }

    private static ProblemException unreadable(Path file, IOException e) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.NOT_FOUND,
                        "The file can't be read",
                        file + ": " + IoReason.why(e),
                        "Look whether it is there and readable."),
                e);
    }

    private static ProblemException refused(String title, String detail, String remedy) {
        return new ProblemException(new Problem(Problem.Kind.BAD_REQUEST, title, detail, remedy));
    }
}
