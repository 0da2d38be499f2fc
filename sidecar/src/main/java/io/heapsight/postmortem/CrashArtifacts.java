/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.postmortem.Evidence.CountersFate;
import io.heapsight.postmortem.HeldFolders.Place;
import io.heapsight.proc.ProcFs;
import io.heapsight.target.TargetJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the small files that a JVM leaves in its own file system when it dies: its counters file
 * and crash log. Not thread-safe.
 */
final class CrashArtifacts implements AutoCloseable {
    private static final String TMP = "/tmp";
    private static final int PIECE_BYTES = 64 * 1024;

    private final HeldFolders folders;
    private final List<Place> crashLogs = new ArrayList<>();
    private @Nullable Place counters;

    /** What can't be opened is not looked at later. */
    CrashArtifacts(ProcFs procFs, TargetJvm jvm) {
        folders = new HeldFolders(procFs, jvm);
        String crashLog = "hs_err_pid" + jvm.nsPid() + ".log";
        jvm.flags()
                .value("-XX:ErrorFile=")
                .flatMap(file -> folders.file(file.replace("%p", Integer.toString(jvm.nsPid()))))
                .ifPresent(crashLogs::add);
        folders.inWorkingFolder(crashLog).ifPresent(crashLogs::add);
        folders.in(TMP, crashLog).ifPresent(crashLogs::add);
    }

    /** The counters file is found a while after the JVM's start. */
    void lookForCounters(TargetJvm now) {
        if (counters == null) {
            counters =
                    now.countersFile()
                            .toOptional()
                            .flatMap(file -> folders.at(file.path()))
                            .orElse(null);
        }
    }

    /** What became of the counters file. */
    CountersFate counters() {
        Place place = counters;
        if (place == null) {
            return CountersFate.UNKNOWN;
        }
        try {
            return place.attributes().isPresent() ? CountersFate.LEFT : CountersFate.UNKNOWN;
        } catch (NoSuchFileException _) {
            return CountersFate.REMOVED;
        } catch (IOException _) {
            return CountersFate.UNKNOWN;
        }
    }

    /** The account of a fatal error that this process wrote. */
    Optional<CrashFile> crashLog(Instant since) {
        return crashLogs.stream()
                .filter(place -> place.writtenSince(since).isPresent())
                .flatMap(place -> read(place).stream())
                .findFirst();
    }

    private static Optional<CrashFile> read(Place place) {
        try (FileChannel in = place.open()) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
            while (text.size() < CrashFile.MOST_BYTES && in.read(piece.clear()) > 0) {
                text.write(piece.array(), 0, piece.position());
            }
            return Optional.of(
                    new CrashFile(place.name().toString(), text.toString(StandardCharsets.UTF_8)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        folders.close();
    }
}
