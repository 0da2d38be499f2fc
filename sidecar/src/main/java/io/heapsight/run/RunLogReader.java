/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the file of a run. Skips a truncated last line, which a crash leaves; any other fault makes
 * the file unreadable.
 */
final class RunLogReader {
    /** Maximum line length; a histogram of two thousand classes has some hundred kilobytes. */
    private static final int MOST_LINE_BYTES = 16 * 1024 * 1024;

    private static final int BUFFER_BYTES = 32 * 1024;

    private final InputStream in;
    private final RunDraft draft;
    private final SampleRowReader rows = new SampleRowReader();
    private final Line line = new Line();
    private int number;

    /** The parsed parts of a line. */
    private static final class Line extends ByteArrayOutputStream {
        byte[] bytes() {
            return buf;
        }
    }

    private RunLogReader(InputStream in, RunDraft draft) {
        this.in = in;
        this.draft = draft;
    }

    /**
     * Reads a run.
     *
     * @param growing whether it is being recorded: its last line may be incomplete
     */
    static Run read(Path file, boolean growing) throws IOException {
        RunDraft draft = new RunDraft(Runtime.getRuntime().maxMemory() / 2);
        try (InputStream in = open(file)) {
            RunLogReader reader = new RunLogReader(in, draft);
            while (reader.next()) {
                reader.parse();
            }
            int cut = reader.line.size();
            Optional<String> missing = draft.missing();
            if (missing.isPresent()) {
                throw new RunFormatException(
                        "no " + missing.get(), "at line " + reader.number + " of " + file);
            }
            if (!growing && draft.stopped == null) {
                draft.warnings.add(
                        "the sidecar ended while it was recorded"
                                + (cut > 0
                                        ? ": %d bytes of a truncated last record were skipped"
                                                .formatted(cut)
                                        : ""));
            }
        }
        return draft.run();
    }

    /** Reads only the properties that were known at the start. */
    static Run readHead(Path file) throws IOException {
        RunDraft draft = new RunDraft(RunDraft.usualBytes());
        try (InputStream in = open(file)) {
            RunLogReader reader = new RunLogReader(in, draft);
            if (reader.next()) {
                reader.parse();
            }
            Optional<String> missing = draft.missing();
            if (missing.isPresent()) {
                throw new RunFormatException("no " + missing.get(), "at line 1 of " + file);
            }
        }
        return draft.run();
    }

    private static InputStream open(Path file) throws IOException {
        return new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    }

    /** Reads a line; returns false if there is no complete one. */
    private boolean next() throws IOException {
        line.reset();
        number++;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return true;
            }
            if (line.size() == MOST_LINE_BYTES) {
                throw new RunFormatException("a line without an end", "at line " + number);
            }
            line.write(b);
        }
        return false;
    }

    private void parse() throws IOException {
        RunJsonReader.readLine(line.bytes(), line.size(), "line " + number, draft, rows);
    }
}
