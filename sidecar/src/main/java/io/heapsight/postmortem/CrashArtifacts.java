/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.postmortem.Evidence.CountersFate;
import io.heapsight.postmortem.Evidence.WrittenDump;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import io.heapsight.target.TargetJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files that a JVM leaves in its own file system when it dies: its counters file, crash
 * log and heap dump. Their folders are held open, because paths to them end with the process, while
 * an open folder keeps its file system. Links are not followed: they would lead into our own file
 * system. Not thread-safe.
 */
final class CrashArtifacts implements AutoCloseable {
    private static final String TMP = "/tmp";

    /**
     * A file in an open folder.
     *
     * @param before when it had been written, if it was there when we first looked
     */
    private record Place(SecureDirectoryStream<Path> folder, Path name, Optional<FileTime> before) {
        static Place of(SecureDirectoryStream<Path> folder, Path name) {
            Place place = new Place(folder, name, Optional.empty());
            return new Place(
                    folder,
                    name,
                    place.written(_ -> true).map(BasicFileAttributes::lastModifiedTime));
        }

        /** Of a regular file; links and FIFOs of a hostile target are none. */
        Optional<BasicFileAttributes> attributes() throws IOException {
            BasicFileAttributes found =
                    folder.getFileAttributeView(
                                    name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes();
            return found.isRegularFile() ? Optional.of(found) : Optional.empty();
        }

        /**
         * One that was written since, by its time or for it is another than we saw first: the clock
         * may have been set back. What can't be looked at is none.
         */
        Optional<BasicFileAttributes> writtenSince(Instant since) {
            return written(
                    time -> !time.toInstant().isBefore(since) || !before.equals(Optional.of(time)));
        }

        private Optional<BasicFileAttributes> written(Predicate<FileTime> when) {
            try {
                return attributes().filter(file -> when.test(file.lastModifiedTime()));
            } catch (IOException _) {
                return Optional.empty();
            }
        }
    }

    private final ProcFs procFs;
    private final TargetJvm jvm;
    private final List<DirectoryStream<Path>> open = new ArrayList<>();
    private final List<Place> crashLogs = new ArrayList<>();
    private final List<Place> heapDumps = new ArrayList<>();
    private @Nullable Place counters;

    /** What can't be opened is not looked at later. */
    CrashArtifacts(ProcFs procFs, TargetJvm jvm) {
        this.procFs = procFs;
        this.jvm = jvm;
        String crashLog = "hs_err_pid" + jvm.nsPid() + ".log";
        jvm.flags()
                .value("-XX:ErrorFile=")
                .flatMap(file -> file(file.replace("%p", Integer.toString(jvm.nsPid()))))
                .ifPresent(crashLogs::add);
        workingFolder().map(cwd -> place(cwd, crashLog)).ifPresent(crashLogs::add);
        folder(TMP).map(tmp -> place(tmp, crashLog)).ifPresent(crashLogs::add);
        if (jvm.flags().switchedOn("HeapDumpOnOutOfMemoryError").isPresent()) {
            heapDump("java_pid" + jvm.nsPid() + ".hprof");
        }
    }

    private void heapDump(String usualName) {
        Optional<String> named = jvm.flags().value("-XX:HeapDumpPath=");
        if (named.isEmpty()) {
            workingFolder().map(cwd -> place(cwd, usualName)).ifPresent(heapDumps::add);
            return;
        }
        folder(named.get()).map(in -> place(in, usualName)).ifPresent(heapDumps::add);
        file(named.get()).ifPresent(heapDumps::add);
    }

    /** The counters file is found a while after the JVM's start. */
    void lookForCounters(TargetJvm now) {
        if (counters == null) {
            counters =
                    now.countersFile().toOptional().flatMap(file -> at(file.path())).orElse(null);
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
    Optional<CrashLog> crashLog(Instant since) {
        return crashLogs.stream()
                .filter(place -> place.writtenSince(since).isPresent())
                .flatMap(place -> head(place).stream())
                .findFirst();
    }

    /** The heap dump that this process wrote by itself. */
    Optional<WrittenDump> heapDump(Instant since) {
        for (Place place : heapDumps) {
            Optional<BasicFileAttributes> file = place.writtenSince(since);
            if (file.isPresent()) {
                return Optional.of(new WrittenDump(place.name().toString(), file.get().size()));
            }
        }
        return Optional.empty();
    }

    private static Optional<CrashLog> head(Place place) {
        try (SeekableByteChannel in =
                place.folder()
                        .newByteChannel(
                                place.name(),
                                Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            ByteBuffer bytes = ByteBuffer.allocate(CrashLog.MOST_BYTES);
            int count = 0;
            while (count >= 0 && bytes.hasRemaining()) {
                count = in.read(bytes);
            }
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            return Optional.of(CrashLog.of(place.name().toString(), text));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static Place place(SecureDirectoryStream<Path> folder, String name) {
        return Place.of(folder, Path.of(name));
    }

    /** A file as the target names it. */
    private Optional<Place> file(String path) {
        Path named;
        try {
            named = Path.of(path);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
        Path name = named.getFileName();
        if (name == null) {
            return Optional.empty();
        }
        Path parent = named.getParent();
        Optional<SecureDirectoryStream<Path>> folder =
                parent == null ? workingFolder() : folder(parent.toString());
        return folder.map(in -> Place.of(in, name));
    }

    /** A file as we reach it. */
    private Optional<Place> at(Path path) {
        Path parent = path.getParent();
        Path name = path.getFileName();
        return parent == null || name == null
                ? Optional.empty()
                : opened(parent).map(in -> Place.of(in, name));
    }

    private Optional<SecureDirectoryStream<Path>> workingFolder() {
        return opened(procFs.of(jvm.pid()).resolve("cwd"));
    }

    /** A folder as the target names it; relative to its working directory. */
    private Optional<SecureDirectoryStream<Path>> folder(String path) {
        try {
            String absolute = path.startsWith("/") ? path : procFs.cwd(jvm.pid()) + "/" + path;
            return opened(RootedPath.resolve(procFs.files(), procFs.rootOf(jvm.pid()), absolute));
        } catch (IOException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("StreamResourceLeak") // closed with this
    private Optional<SecureDirectoryStream<Path>> opened(Path folder) {
        try {
            DirectoryStream<Path> stream = Files.newDirectoryStream(folder);
            open.add(stream);
            return stream instanceof SecureDirectoryStream<Path> secure
                    ? Optional.of(secure)
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // not there, or not for us
        }
    }

    @Override
    public void close() {
        open.forEach(CrashArtifacts::close);
    }

    private static void close(DirectoryStream<Path> folder) {
        try {
            folder.close();
        } catch (IOException _) {
            return; // nothing was written
        }
    }
}
