/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import io.heapsight.recording.JmcRuleVerdicts;
import io.heapsight.recording.RecordingSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Summarises a recording without verdicts, in one pass, one event at a time. Memory: one chunk of
 * the recording, and the names in the tables.
 */
public final class RecordingSummarizer {
    private static final int ROWS = 25;
    private static final int EVENTS_BETWEEN_LOOKS = 4096;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /**
     * Timeout between two events: the names and stacks of a chunk are read before its first event.
     */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Path file;
    private final Progress progress;
    private final Duration longestPause;
    private final EventTables tables = new EventTables();
    private final OldObjectPaths oldObjects = new OldObjectPaths();
    private final List<String> notes = new ArrayList<>();
    private @Nullable String jvm;
    private @Nullable Instant first;
    private @Nullable Instant last;
    private long events;
    private boolean ended;

    private RecordingSummarizer(Path file, Progress progress, Duration longestPause) {
        this.file = file;
        this.progress = progress;
        this.longestPause = longestPause;
    }

    /**
     * Reads a recording. Events before a damaged place are summarised, with a note.
     *
     * @throws ProblemException if nothing of it can be read
     */
    public static RecordingSummary read(Path file, Progress progress)
            throws IOException, ProblemException {
        return read(file, progress, LONGEST_PAUSE);
    }

    /** Reads a recording. If no event arrives for this time, the rest counts as damaged. */
    public static RecordingSummary read(Path file, Progress progress, Duration longestPause)
            throws IOException, ProblemException {
        return new RecordingSummarizer(file, progress, longestPause).read();
    }

    private RecordingSummary read() throws IOException, ProblemException {
        long bytes = Files.size(file);
        try {
            readEventsInTime();
        } catch (OutOfMemoryError e) {
            throw tooLittleMemory(e);
        } catch (CancellationException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            // The JDK's parser trusts the offsets, lengths and types in a recording.
            if (events == 0) {
                throw unreadable(e);
            }
            notes.add(
                    "The file is damaged or truncated: events after the first %d could not be read."
                            .formatted(events));
        }
        tables.note().ifPresent(notes::add);
        return new RecordingSummary(
                String.valueOf(file.getFileName()),
                bytes,
                Optional.ofNullable(jvm),
                Optional.ofNullable(first),
                first == null || last == null ? Duration.ZERO : Duration.between(first, last),
                events,
                tables.tables(ROWS),
                oldObjects.found(ROWS),
                notes,
                JmcRuleVerdicts.leftOut("the rules have not run."));
    }

    /**
     * Reads in a separate thread, because a damaged recording can send the JDK's parser into an
     * endless loop.
     */
    private void readEventsInTime() throws IOException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread reader =
                Thread.ofPlatform()
                        .daemon()
                        .name("recording reader")
                        .start(
                                () -> {
                                    try {
                                        readEvents();
                                    } catch (IOException | RuntimeException | Error e) {
                                        failure.set(e);
                                    }
                                });
        try {
            long before = -1;
            while (!reader.join(longestPause)) {
                before = endUnlessMoreThan(before);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
        switch (failure.get()) {
            case null -> {
                return;
            }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    /** Returns the current number of events; if it has stopped growing, the rest is unreadable. */
    private synchronized long endUnlessMoreThan(long before) throws IOException {
        ended = events <= before;
        if (ended) {
            throw new IOException("a part of it has no end");
        }
        return events;
    }

    private void readEvents() throws IOException {
        ChunkHeaderCheck.ensureComplete(file);
        long deadline = System.nanoTime() + LONGEST.toNanos();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                add(recording.readEvent());
                if (events % EVENTS_BETWEEN_LOOKS == 0) {
                    progress.at("reading events", events, 0);
                    if (System.nanoTime() - deadline >= 0) {
                        notes.add(
                                "Reading stopped after %d minutes: events after the first %d were skipped."
                                        .formatted(LONGEST.toMinutes(), events));
                        return;
                    }
                }
            }
        }
    }

    private synchronized void add(RecordedEvent event) {
        if (ended) {
            throw new CancellationException("took too long");
        }
        tables.add(event);
        switch (event.getEventType().getName()) {
            case "jdk.JVMInformation" -> {
                String version = EventGroupKeys.text(event, "jvmVersion");
                int build = version.indexOf(" for ");
                jvm = build < 0 ? version : version.substring(0, build);
            }
            case "jdk.OldObjectSample" -> oldObjects.add(event);
            default -> {}
        }
        Instant start = event.getStartTime();
        Instant end = event.getEndTime();
        first = first == null || start.isBefore(first) ? start : first;
        last = last == null || end.isAfter(last) ? end : last;
        events++;
    }

    private ProblemException unreadable(Throwable cause) {
        String why =
                cause instanceof IOException e
                        ? IoReason.why(e)
                        : "an offset or a length is out of range";
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The file is not a readable recording",
                file + ": " + why,
                "Record it again, or copy it again and compare the sizes; the JDK's own jfr summary"
                        + " FILE shows whether that JDK can read it. Recordings of Oracle's JDK 7"
                        + " and"
                        + " 8 are of an older format, which JDK Mission Control reads.",
                cause);
    }

    private ProblemException tooLittleMemory(OutOfMemoryError cause) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "Not enough memory for this recording",
                "%s: a chunk did not fit into %s of Java heap, after %d events."
                        .formatted(file, new ByteSize(Runtime.getRuntime().maxMemory()), events),
                "Raise the heap size: _JAVA_OPTIONS=-Xmx512m heapsight jfr summary FILE; in a"
                        + " sidecar,"
                        + " a larger memory limit of its container.",
                cause);
    }
}
