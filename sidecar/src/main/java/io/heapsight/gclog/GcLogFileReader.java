/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads the files of one GC log: a rotated log in any order, plain or compressed by gzip. Reads
 * each file once, in pieces, so the use of memory does not depend on the file size.
 */
public final class GcLogFileReader {
    private static final int CHUNK_BYTES = 256 * 1024;

    private final GcLogAnalyzer analysis = new GcLogAnalyzer();
    private final Progress progress;
    private LineSplitter splitter = new LineSplitter(this::line);
    private long lines;
    private long bytes;
    private long doneBytes;
    private long totalBytes;

    private GcLogFileReader(Progress progress) {
        this.progress = progress;
    }

    /**
     * Reads and summarises a log.
     *
     * @throws ProblemException if a file can't be read, or none has a collection
     */
    public static GcLogSummary read(List<Path> files, Progress progress) throws ProblemException {
        return new GcLogFileReader(progress).read(files, true);
    }

    /**
     * Reads and summarises a log that was switched on in a running JVM, so that it has no header.
     * The log may contain no collection, or be empty.
     *
     * @param maxHeapBytes maximum heap size of that JVM; empty if unknown
     * @throws ProblemException if a file can't be read
     */
    public static GcLogSummary readRecorded(
            List<Path> files, OptionalLong maxHeapBytes, Progress progress)
            throws ProblemException {
        GcLogFileReader reader = new GcLogFileReader(progress);
        maxHeapBytes.ifPresent(reader.analysis::maxHeap);
        return reader.read(files, false);
    }

    private GcLogSummary read(List<Path> files, boolean mustShowIt) throws ProblemException {
        List<GcLogFileStart> heads = new ArrayList<>();
        for (Path file : files) {
            heads.add(GcLogFileStart.of(file));
            totalBytes += file.toFile().length();
        }
        heads.sort(GcLogFileStart.ORDER);
        for (GcLogFileStart head : heads) {
            read(head.file());
        }
        if (mustShowIt && !analysis.isGcLog()) {
            throw noLog(heads);
        }
        List<String> names = heads.stream().map(head -> head.file().toString()).toList();
        return analysis.summary(names, lines, bytes);
    }

    private void read(Path file) throws ProblemException {
        analysis.file(String.valueOf(file.getFileName()));
        splitter = new LineSplitter(this::line);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (ByteCountingInput counted = new ByteCountingInput(Files.newInputStream(file));
                InputStream in = GcLogFileStart.plain(counted)) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                splitter.take(chunk, count);
                bytes += count;
                progress.at("reading", doneBytes + counted.count(), totalBytes);
            }
            doneBytes += counted.count();
        } catch (IOException e) {
            // A compressed file that was cut is read as far as possible.
            if (splitter.ended() == 0) {
                throw GcLogFileStart.unreadable(file, e);
            }
            analysis.damaged(
                    splitter.ended() + 1, "the file can't be read further: " + IoReason.of(e));
        }
        splitter.finish();
        if (splitter.skipped() > 0) {
            analysis.damaged(splitter.firstSkipped(), "a line is longer than 8 KiB");
        }
        lines += splitter.ended();
    }

    private void line(String line) {
        analysis.line(line, splitter.ended());
    }

    private ProblemException noLog(List<GcLogFileStart> heads) {
        GcLogFileStart first = heads.getFirst();
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "Not a GC log",
                "%s: none of its %d lines is of a GC log. Line 1 is: %s"
                        .formatted(first.file(), lines, first.shownFirstLine()),
                "Name a file that -Xlog:gc*:file=… or, on JDK 8, -Xloggc:… has written.");
    }
}
