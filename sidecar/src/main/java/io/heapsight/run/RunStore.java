/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores runs, each as a file in the folder {@code runs} of the data directory:
 *
 * <pre>
 * INFO#1.run        complete
 * INFO#2.recording  being recorded, or interrupted by the end of the sidecar
 * INFO#3.run.part   being imported; removed at the next start
 * reserve           reserved space for the last lines of runs, in case the disk is full
 * </pre>
 *
 * Thread-safe.
 */
public final class RunStore {
    private static final String WHOLE = ".run";
    private static final String RECORDING = ".recording";
    private static final byte LINE_FEED = '\n';
    private static final int LAST_LINE_BYTES = 256;

    private final Path folder;
    private final int most;
    private final DiskReserveFile reserve;
    private final Set<RunName> recorded = ConcurrentHashMap.newKeySet();

    private RunStore(Path folder, int most) {
        this.folder = folder;
        this.most = most;
        this.reserve = new DiskReserveFile(folder.resolve("reserve"));
    }

    /**
     * Opens the folder, which need not exist.
     *
     * @param most maximum number of runs
     */
    public static RunStore open(Path dataDirectory, int most) throws IOException {
        RunStore store = new RunStore(dataDirectory.toAbsolutePath().resolve("runs"), most);
        for (Path file : store.files(DurableFiles.PART)) {
            Files.deleteIfExists(file);
        }
        for (Path file : store.files(RECORDING)) {
            if (RunLineWriter.isStopped(
                    lastLine(file))) { // the sidecar was killed before the rename
                String name = file.getFileName().toString();
                String run = name.substring(0, name.length() - RECORDING.length());
                DurableFiles.publish(file, file.resolveSibling(run + WHOLE));
            }
        }
        return store;
    }

    /** Returns the stored runs by name; skips unreadable files. */
    public List<RunListEntry> list() throws IOException {
        TreeMap<RunName, RunListEntry> entries = new TreeMap<>();
        for (String suffix : List.of(RECORDING, WHOLE)) {
            for (Path file : files(suffix)) {
                try {
                    RunListEntry entry = entry(file, suffix.equals(WHOLE));
                    entries.put(entry.name(), entry);
                } catch (RunFormatException | NoSuchFileException _) {
                    // GET of its name reports the problem, if it still exists
                }
            }
        }
        return List.copyOf(entries.values());
    }

    /** Returns whether a run with that name is stored. */
    public boolean contains(RunName name) {
        return file(name).isPresent();
    }

    /**
     * Reads a run, also while it is recorded.
     *
     * @throws ProblemException 404, or if its file is unreadable
     */
    public Run read(RunName name) throws ProblemException {
        Path file = file(name).orElseThrow(() -> new ProblemException(none(name)));
        try {
            return RunLogReader.read(file, recorded.contains(name));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The run can't be read",
                    name + ": " + IoReason.of(e),
                    "Delete the run, or check " + file + ".",
                    e);
        }
    }

    /**
     * Imports an exported run.
     *
     * @throws ProblemException if the name exists, or the disk is full
     */
    public synchronized void add(Run run) throws ProblemException {
        checkFree(run.name());
        Path part = path(run.name(), WHOLE + DurableFiles.PART);
        try {
            DurableFiles.createFolder(folder);
            Files.deleteIfExists(part);
            try (RunLog log = RunLog.create(part, System::nanoTime)) {
                RunFileWriter.write(run, log);
            }
            DurableFiles.publish(part, path(run.name(), WHOLE));
        } catch (IOException e) {
            try {
                Files.deleteIfExists(part);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw new ProblemException(noRoom(run.name(), e), e);
        }
    }

    /**
     * Removes a run.
     *
     * @throws ProblemException 404, or 409 while it is recorded
     */
    public synchronized void delete(RunName name) throws ProblemException {
        if (recorded.contains(name)) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The run is being recorded",
                    name + " is still being recorded.",
                    "POST /runs/%s/stop first.".formatted(encoded(name)));
        }
        Path file = file(name).orElseThrow(() -> new ProblemException(none(name)));
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The run can't be removed",
                    IoReason.of(e),
                    "Check the disk that holds HEAPSIGHT_DATA_DIR.",
                    e);
        }
    }

    /**
     * Creates the file of a run that starts now.
     *
     * @param head its known properties
     * @throws ProblemException if the name exists, there are too many runs, or the disk is full
     */
    synchronized RunLog begin(Run head) throws ProblemException {
        RunName name = head.name();
        checkFree(name);
        Path path = path(name, RECORDING);
        try {
            DurableFiles.createFolder(folder);
            reserve.keep();
            RunLog log = RunLog.create(path, System::nanoTime);
            try {
                log.append(RunLineWriter.head(head));
                if (head.heapAtStart().isPresent()) {
                    log.append(RunLineWriter.heapAtStart(head.heapAtStart().get()));
                }
            } catch (IOException e) {
                log.close();
                Files.deleteIfExists(path);
                throw e;
            }
            recorded.add(name);
            return log;
        } catch (IOException e) {
            throw new ProblemException(noRoom(name, e), e);
        }
    }

    /** Writes the last lines of a run, in the reserved space if the disk is full. */
    void inReserve(DiskReserveFile.Writing writing) throws IOException {
        reserve.write(writing);
    }

    /** Renames the file of a completely recorded run. */
    void whole(RunName name) throws IOException {
        try {
            DurableFiles.publish(path(name, RECORDING), path(name, WHOLE));
        } finally {
            recorded.remove(name);
        }
    }

    /** Ends a run without its last lines, which could not be written. */
    void abandoned(RunName name) {
        recorded.remove(name);
    }

    /**
     * Checks whether a run of that name can start.
     *
     * @throws ProblemException if the name exists, or there are too many runs
     */
    public void checkFree(RunName name) throws ProblemException {
        if (contains(name)) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "A run with that name exists",
                    name + " is already stored.",
                    "Choose another name (%s#2 is a repetition), or DELETE /runs/%s."
                            .formatted(name.arm(), encoded(name)));
        }
        int kept;
        try {
            kept = files(WHOLE).size() + files(RECORDING).size();
        } catch (IOException e) {
            throw new ProblemException(noRoom(name, e), e);
        }
        if (kept >= most) {
            throw new ProblemException(
                    Problem.Kind.NO_ROOM,
                    "Too many stored runs",
                    "%d runs are stored, and HEAPSIGHT_MAX_RUNS is %d.".formatted(kept, most),
                    "Export and delete some: GET /runs lists them.");
        }
    }

    /** Reports that a run does not exist. */
    static Problem none(RunName name) {
        return new Problem(
                Problem.Kind.NOT_FOUND,
                "No such run",
                "No run " + name + " is stored.",
                "GET /runs lists the stored runs; PUT /runs/%s records one."
                        .formatted(encoded(name)));
    }

    /** Returns the name in a URL. */
    static String encoded(RunName name) {
        return name.text().replace("#", "%23");
    }

    private Problem noRoom(RunName name, IOException cause) {
        return new Problem(
                Problem.Kind.NO_ROOM,
                "The run can't be written",
                name + ": " + cause,
                "HEAPSIGHT_DATA_DIR must be writable for the sidecar's user and have free space:"
                        + " mount a volume there.");
    }

    private RunListEntry entry(Path file, boolean whole) throws IOException {
        Run head = RunLogReader.readHead(file);
        byte[] last = lastLine(file);
        return new RunListEntry(
                head.name(),
                state(head.name(), whole),
                head.target().name(),
                head.labels(),
                head.started(),
                whole || RunLineWriter.isStopped(last)
                        ? RunFileWriter.readStop(last)
                        : Optional.empty(),
                Files.size(file));
    }

    private RunState state(RunName name, boolean whole) {
        if (whole) {
            return RunState.STOPPED;
        }
        return recorded.contains(name) ? RunState.RECORDING : RunState.INTERRUPTED;
    }

    /** Reads the end of a file, from the second to last line feed on. */
    private static byte[] lastLine(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long from = Math.max(0, channel.size() - LAST_LINE_BYTES);
            ByteBuffer buffer = ByteBuffer.allocate(LAST_LINE_BYTES);
            int length = channel.read(buffer, from);
            byte[] bytes = Arrays.copyOf(buffer.array(), Math.max(0, length));
            int start = Math.max(0, bytes.length - 1);
            while (start > 0 && bytes[start - 1] != LINE_FEED) {
                start--;
            }
            return Arrays.copyOfRange(bytes, start, bytes.length);
        }
    }

    private Optional<Path> file(RunName name) {
        return Optional.of(path(name, WHOLE))
                .filter(Files::isRegularFile)
                .or(() -> Optional.of(path(name, RECORDING)).filter(Files::isRegularFile));
    }

    private Path path(RunName name, String suffix) {
        return folder.resolve(name.text() + suffix);
    }

    private List<Path> files(String suffix) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
                for (Path each : all) {
                    if (each.getFileName().toString().endsWith(suffix)) {
                        found.add(each);
                    }
                }
            }
        }
        return found;
    }
}
