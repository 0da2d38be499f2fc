/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.recording.reader.EventFilter;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads profile recordings and collapsed stacks, and converts them to other formats. The target
 * controls the content of a recording, and reading it may need much memory, so the sidecar runs
 * this in a child process.
 */
public final class ProfileConverter {
    /** The files derived from a recording. */
    public enum Form {
        /** A flame graph. */
        HTML,
        /** One line per stack. */
        COLLAPSED,
        /** The methods with most weight, in the format of {@link ProfileTop}. */
        TOP,
        /**
         * The methods over blocks of time, in the format of {@link ProfileFrames}, which a run
         * stores.
         */
        FRAMES,
        /** The format of Go's pprof, Pyroscope and others: protobuf, compressed. */
        PPROF,
        /** The profiles of OpenTelemetry, in development there: protobuf. */
        OTLP;

        /** The suffix of the file's name. */
        public String end() {
            return "." + name().toLowerCase(Locale.ROOT) + (this == PPROF ? ".gz" : "");
        }
    }

    private static final byte[] MAGIC = {'F', 'L', 'R', 0};

    private ProfileConverter() {}

    /**
     * Reads a recording or collapsed stacks.
     *
     * @param event the sampled event; empty: as in the file
     * @param collectedAt start of the last collection before its end, if known: see {@link
     *     LiveSamples}
     * @throws ProblemException if it is neither, or damaged
     */
    public static SampledProfile read(
            Path file, Optional<ProfileEvent> event, Optional<Instant> collectedAt)
            throws ProblemException {
        try {
            if (isRecording(file)) {
                ProfileEvent sampled =
                        event.isPresent() ? event.get() : JfrProfileReader.eventOf(file);
                return JfrProfileReader.read(file, sampled, collectedAt);
            }
            try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                return CollapsedStacks.read(in, event.orElse(ProfileEvent.CPU));
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /** Reads a file; the time of its last collection is unknown. */
    public static SampledProfile read(Path file, Optional<ProfileEvent> event)
            throws ProblemException {
        return read(file, event, Optional.empty());
    }

    private static boolean isRecording(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        }
    }

    /**
     * Removes events of other types from a recording of Flight Recorder.
     *
     * @param events names of types, most important first; empty: keeps all
     * @throws ProblemException if the recording is damaged, or the target lacks the first type
     */
    public static void keepOnly(Path recording, List<String> events) throws ProblemException {
        if (events.isEmpty()) {
            return;
        }
        Path kept = recording.resolveSibling(recording.getFileName() + ".kept" + DurableFiles.PART);
        try {
            Files.deleteIfExists(kept);
            EventFilter.keep(recording, kept, events);
            Files.move(kept, recording, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unreadable(recording, e);
        } finally {
            boolean _ = kept.toFile().delete();
        }
    }

    /** Writes all forms of a recording into one folder. */
    public static void makeAll(
            Path recording,
            ProfileEvent event,
            Optional<Instant> collectedAt,
            Path folder,
            String id)
            throws ProblemException {
        SampledProfile profile = read(recording, Optional.of(event), collectedAt);
        for (Form form : List.of(Form.TOP, Form.FRAMES, Form.COLLAPSED, Form.HTML)) {
            if (form != Form.FRAMES || event.isRate()) {
                write(profile, id + ": " + event.label(), form, folder.resolve(id + form.end()));
            }
        }
        pprof(recording, event, collectedAt, folder.resolve(id + Form.PPROF.end()));
        otlp(recording, event, collectedAt, folder.resolve(id + Form.OTLP.end()));
    }

    /**
     * Writes a profile into a file in one form.
     *
     * @param title of a page
     */
    public static void write(SampledProfile profile, String title, Form form, Path to)
            throws ProblemException {
        writeWhole(
                to,
                out -> {
                    switch (form) {
                        case HTML -> FlameGraphPage.write(profile, title, out);
                        case COLLAPSED -> write(out, text -> CollapsedStacks.write(profile, text));
                        case TOP -> write(out, text -> ProfileTop.of(profile).write(text));
                        case FRAMES -> write(out, text -> ProfileFrames.of(profile).write(text));
                        case PPROF, OTLP ->
                                throw new IllegalArgumentException("of a recording only");
                    }
                });
    }

    /** Writes a page that shows the difference of two profiles. */
    public static void writeDifference(
            SampledProfile base, SampledProfile candidate, String title, OutputStream out)
            throws IOException {
        FlameGraphPage.writeDifference(base, candidate, title, out);
    }

    /** Writes the pprof format of a recording. */
    public static void pprof(
            Path recording, ProfileEvent event, Optional<Instant> collectedAt, Path to)
            throws ProblemException {
        try {
            writeWhole(to, ProfileExports.pprof(recording, event, collectedAt)::writeTo);
        } catch (IOException e) {
            throw unreadable(recording, e);
        }
    }

    /** Writes the profiles of OpenTelemetry of a recording. */
    public static void otlp(
            Path recording, ProfileEvent event, Optional<Instant> collectedAt, Path to)
            throws ProblemException {
        try {
            writeWhole(to, ProfileExports.otlp(recording, event, collectedAt)::writeTo);
        } catch (IOException e) {
            throw unreadable(recording, e);
        }
    }

    @FunctionalInterface
    private interface Content {
        void to(OutputStream out) throws IOException;
    }

    @FunctionalInterface
    private interface Text {
        void to(Writer out) throws IOException;
    }

    private static void write(OutputStream out, Text text) throws IOException {
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        text.to(writer);
        writer.flush();
    }

    private static void writeWhole(Path to, Content content) throws ProblemException {
        Path part = to.resolveSibling(to.getFileName() + DurableFiles.PART);
        try {
            Files.deleteIfExists(part);
            try (OutputStream out =
                    new BufferedOutputStream(Channels.newOutputStream(DurableFiles.create(part)))) {
                content.to(out);
            }
            DurableFiles.publish(part, to);
        } catch (IOException e) {
            boolean _ = part.toFile().delete();
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "The profile could not be written",
                    to + ": " + IoReason.of(e),
                    "Check the free space and permissions of that folder.",
                    e);
        }
    }

    private static ProblemException unreadable(Path file, Exception e) {
        String reason = e instanceof IOException io ? IoReason.of(io) : "it is damaged";
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The profile can't be read",
                file + ": " + reason,
                "Give a profile: a recording (.jfr) of async-profiler or Flight Recorder, or"
                        + " collapsed stacks.",
                e);
    }
}
