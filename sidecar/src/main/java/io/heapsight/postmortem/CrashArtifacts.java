/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.postmortem.DeathEvidence.CountersFate;
import io.heapsight.postmortem.HeldFolders.Place;
import io.heapsight.proc.ProcFs;
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

    private final HeldFolders folders;
    private final List<Place> crashLogs = new ArrayList<>();
    private @Nullable Place counters;

    /** Opens the folders; a file is not found later if its folder can't be opened now. */
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

    /** Looks for the counters file, which appears some time after the JVM's start. */
    void lookForCounters(TargetJvm now) {
        if (counters == null) {
            counters =
                    now.countersFile()
                            .toOptional()
                            .flatMap(file -> folders.at(file.path()))
                            .orElse(null);
        }
    }

    /** Returns the state of the counters file. */
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

    /** Returns the crash log that this process wrote. */
    Optional<OpenCrashLog> crashLog(Instant since) {
        return crashLogs.stream()
                .filter(place -> place.writtenSince(since).isPresent())
                .flatMap(place -> open(place).stream())
                .findFirst();
    }

    private static Optional<OpenCrashLog> open(Place place) {
        try {
            FileChannel content = place.open();
            ByteBuffer head = ByteBuffer.allocate(CrashLog.MOST_READ);
            int read = 0;
            while (read >= 0 && head.hasRemaining()) {
                read = content.read(head, head.position());
            }
            String text = new String(head.array(), 0, head.position(), StandardCharsets.UTF_8);
            return Optional.of(
                    new OpenCrashLog(CrashLog.of(place.name().toString(), text), content));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        folders.close();
    }
}
