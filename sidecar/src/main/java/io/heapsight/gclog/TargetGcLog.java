/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.FileAccess;
import io.heapsight.proc.FileStatus;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The GC log that a target writes by its own options, with the files that rotations have renamed.
 *
 * @param path in the options
 * @param files oldest first; the last one is the current one
 */
public record TargetGcLog(String path, List<LogPart> files) {
    /** Maximum number of renamed files, more than a rotation usually keeps. */
    private static final int MOST_FILES = 100;

    private static final int FIRST_LINES_BYTES = 16 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;

    /** Receives the bytes of a log. */
    @FunctionalInterface
    public interface Sink {
        void write(byte[] bytes) throws IOException;
    }

    /**
     * A file of the log.
     *
     * @param file as seen by the sidecar
     * @param bytes size when it was found
     * @param seconds stamp of its first line, for the order; NaN if it has none
     */
    public record LogPart(Path file, long bytes, double seconds) {}

    public TargetGcLog {
        files = List.copyOf(files);
    }

    /**
     * Finds the files; Missing with the reason if the target writes no log or it can't be read.
     *
     * @param procFs with the rights to the target's files
     */
    public static Reading<TargetGcLog> find(TargetJvm jvm, ProcFs procFs) {
        Optional<GcLogOption> option = GcLogOption.of(jvm.flags());
        if (option.isEmpty()) {
            return Reading.missing(GcLogTailer.NO_LOG);
        }
        String path = option.get().path();
        try {
            Path current = GcLogName.locate(jvm, procFs, option.get());
            FileAccess files = procFs.files();
            List<LogPart> parts =
                    new ArrayList<>(rotated(files, current, option.get().isNumbered()));
            part(files, current).ifPresent(parts::add);
            return parts.isEmpty()
                    ? Reading.missing("the GC log %s is not a regular file".formatted(path))
                    : Reading.of(new TargetGcLog(path, parts));
        } catch (IOException | InvalidPathException e) {
            return Reading.missing(
                    "the GC log %s can't be read: %s".formatted(path, IoReason.of(e)));
        }
    }

    /** Finds the renamed files, in the order of their first lines. */
    private static List<LogPart> rotated(FileAccess files, Path current, boolean isNumbered)
            throws IOException {
        Path folder = current.resolveSibling("");
        String name = current.getFileName().toString();
        String base = isNumbered ? name.replaceFirst("\\.\\d+\\.current$", "") : name;
        Pattern pattern = Pattern.compile(Pattern.quote(base) + "\\.\\d{1,3}");
        List<LogPart> parts = new ArrayList<>();
        for (String each :
                files.list(folder).stream()
                        .filter(it -> pattern.matcher(it).matches())
                        .sorted()
                        .limit(MOST_FILES)
                        .toList()) {
            part(files, folder.resolve(each)).ifPresent(parts::add);
        }
        parts.sort(Comparator.comparingDouble(LogPart::seconds));
        return parts;
    }

    private static Optional<LogPart> part(FileAccess files, Path file) {
        try {
            FileStatus status = files.status(file);
            return status.isRegular()
                    ? Optional.of(
                            new LogPart(
                                    file,
                                    status.bytes(),
                                    stamp(files.read(file, 0, FIRST_LINES_BYTES))))
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // renamed or deleted in the meantime
        }
    }

    /** Returns the first stamp; JDK 8 begins each file with lines that have none. */
    private static double stamp(byte[] begin) {
        GcLogStamp stamp = new GcLogStamp();
        return new String(begin, StandardCharsets.ISO_8859_1)
                .lines()
                .mapToDouble(
                        line -> {
                            stamp.parse(line);
                            return Double.isNaN(stamp.epochSeconds())
                                    ? stamp.uptimeSeconds()
                                    : stamp.epochSeconds();
                        })
                .filter(seconds -> !Double.isNaN(seconds))
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The size of all files. */
    public long bytes() {
        return files.stream().mapToLong(LogPart::bytes).sum();
    }

    /**
     * Copies the log, without the oldest lines beyond a maximum size.
     *
     * @throws IOException if a file can't be read, or the copy can't be written
     */
    public void copy(FileAccess access, long mostBytes, Sink sink) throws IOException {
        long skip = Math.max(0, bytes() - mostBytes);
        boolean isCut = skip > 0;
        for (LogPart part : files) {
            if (skip >= part.bytes()) {
                skip -= part.bytes();
                continue;
            }
            long at = skip;
            skip = 0;
            while (at < part.bytes()) {
                int wanted = (int) Math.min(CHUNK_BYTES, part.bytes() - at);
                byte[] bytes = access.read(part.file(), at, wanted);
                if (bytes.length == 0) {
                    break; // the target began this file anew
                }
                at += bytes.length;
                int from = isCut ? afterFirstLine(bytes) : 0;
                isCut &= from < 0;
                if (from >= 0) {
                    sink.write(from == 0 ? bytes : Arrays.copyOfRange(bytes, from, bytes.length));
                }
            }
        }
    }

    /** Returns the beginning of the second line; -1 if there is none. */
    private static int afterFirstLine(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return -1;
    }
}
