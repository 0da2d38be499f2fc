/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.kept;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.TimeIds;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The stored files of one kind, in one folder:
 *
 * <pre>
 * 20261121T221930120Z-7.json           its record; the file is stored as long as the record exists
 * 20261121T221930120Z-7.hprof          the file; its suffix depends on the kind
 * 20261121T221930120Z-7.summary.txt    its summary, if any; also .json and .html
 * 20261121T221930120Z-7.hprof.part     in progress
 * </pre>
 *
 * A kind may have more files, whose names begin with the id and a dot. The folder is read once; no
 * other process writes to it. Thread-safe.
 *
 * @param <R> the record
 */
public final class KeptFiles<R extends KeptFile> {
    /**
     * The names and records of a kind of files.
     *
     * @param noun "a dump"
     * @param end the suffix without compression: ".hprof"
     * @param fileEnd the suffix, such as ".hprof.gz"
     * @param shape of the record in JSON
     * @param reader of that record
     * @param <R> the record
     */
    public record Kind<R>(
            String noun,
            String end,
            Function<R, String> fileEnd,
            Shape<R> shape,
            Reader<R> reader) {
        public Kind(String noun, String end, Shape<R> shape, Reader<R> reader) {
            this(noun, end, _ -> end, shape, reader);
        }

        private R read(String text) throws IOException {
            JsonObject record = JsonObject.parse(text, shape);
            try {
                return reader.read(record);
            } catch (IllegalArgumentException e) {
                throw new IOException("not the record of " + noun + ": " + e.getMessage(), e);
            }
        }
    }

    /** Parses a record, or throws IllegalArgumentException. */
    @FunctionalInterface
    public interface Reader<R> {
        R read(JsonObject record) throws IOException;
    }

    private static final String RECORD = ".json";
    private static final long MOST_RECORD_BYTES = 64 * 1024;

    private final KeptFolder folder;
    private final Kind<R> kind;
    private final TimeIds ids = new TimeIds();
    private final FilesInUse uses = new FilesInUse();
    private final TreeMap<String, R> records = new TreeMap<>();
    private final List<Consumer<R>> listeners = new CopyOnWriteArrayList<>();

    private KeptFiles(KeptFolder folder, Kind<R> kind) {
        this.folder = folder;
        this.kind = kind;
    }

    /** Opens a folder, which may not exist yet. */
    public static <R extends KeptFile> KeptFiles<R> open(KeptFolder folder, Kind<R> kind)
            throws IOException {
        KeptFiles<R> files = new KeptFiles<>(folder, kind);
        files.readFolder();
        return files;
    }

    private synchronized void readFolder() throws IOException {
        for (Path file : files()) {
            String name = file.getFileName().toString();
            String id = name.substring(0, Math.max(0, name.length() - RECORD.length()));
            if (name.endsWith(RECORD)
                    && KeptFile.isId(id)
                    && Files.size(file) <= MOST_RECORD_BYTES) {
                R record = kind.read(Files.readString(file));
                if (record.id().equals(id) && Files.isRegularFile(file(record))) {
                    ids.seen(id);
                    records.put(id, record);
                }
            }
        }
    }

    /**
     * Creates the folder if it doesn't exist, accessible only to its owner.
     *
     * @throws ProblemException if it can't be created
     */
    public void prepare() throws ProblemException {
        try {
            DurableFiles.createFolder(folder.path());
        } catch (IOException e) {
            throw folder.notWritable(IoReason.of(e));
        }
    }

    /** The folder of all files. */
    public Path folder() {
        return folder.path();
    }

    /** The files that are being read. */
    public FilesInUse uses() {
        return uses;
    }

    /** The stored files, oldest first. */
    public synchronized List<R> list() {
        return new ArrayList<>(records.values());
    }

    /** Finds the file with an id, which may be untrusted. */
    public synchronized Optional<R> find(String id) {
        return Optional.ofNullable(records.get(id));
    }

    /** The path of the file itself. */
    public Path file(R record) {
        return beside(record.id(), kind.fileEnd().apply(record));
    }

    /** The path of the file with this id and suffix. */
    public Path beside(String id, String end) {
        if (!KeptFile.isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        return folder.path().resolve(id + end);
    }

    /** The path for a file in progress; it is not stored before {@link #add}. */
    public Path partOf(String id) {
        return beside(id, kind.end() + DurableFiles.PART);
    }

    /** The size of each file with all files beside it, by id; at least its own size. */
    public synchronized Map<String, Long> bytesOnDisk() {
        Map<String, Long> found = new HashMap<>();
        try {
            for (Path each : files()) {
                String name = each.getFileName().toString();
                String id = name.substring(0, Math.max(0, name.indexOf('.')));
                if (records.containsKey(id)) {
                    found.merge(id, Files.size(each), Long::sum);
                }
            }
        } catch (IOException _) {
            // a file was deleted concurrently: use the records
        }
        records.forEach((id, record) -> found.merge(id, record.bytes(), Math::max));
        return found;
    }

    /** Creates a unique id for a file. */
    public synchronized String newId(Instant now, int pid) {
        return ids.next(now, pid);
    }

    /** Adds a listener for each file stored from now on. */
    public void onAdded(Consumer<R> listener) {
        listeners.add(listener);
    }

    /**
     * Adds a complete file.
     *
     * @param part in this folder; it is renamed
     */
    public void add(R record, Path part) throws IOException {
        DurableFiles.publish(part, file(record));
        try {
            write(record);
        } catch (IOException e) {
            Files.deleteIfExists(file(record));
            throw e;
        }
        listeners.forEach(listener -> listener.accept(record));
    }

    /** Updates the record of a file, unless it was deleted. */
    public synchronized void replace(R record) throws IOException {
        if (records.containsKey(record.id())) {
            write(record);
        }
    }

    private synchronized void write(R record) throws IOException {
        DurableFiles.write(beside(record.id(), RECORD), kind.shape().text(record));
        records.put(record.id(), record);
    }

    /**
     * Deletes a file with all files beside it. Open readers can read it to its end.
     *
     * @return whether it existed
     */
    public synchronized boolean delete(String id) throws IOException {
        if (records.remove(id) == null) {
            return false;
        }
        for (Path each : files()) {
            String name = each.getFileName().toString();
            if (name.startsWith(id + ".")
                    && !name.equals(id + RECORD)
                    && !name.contains(DurableFiles.PART)) {
                Files.deleteIfExists(each);
            }
        }
        // Last: a crash before it leaves a record without a file, which the next start removes.
        Files.deleteIfExists(beside(id, RECORD));
        return true;
    }

    /** The path of the summary of a file; may not exist. */
    public Path summary(R record, SummaryFormat form) {
        return beside(record.id(), form.end());
    }

    /** Whether the file is stored and has a summary. */
    public boolean hasSummary(String id) {
        return find(id).map(record -> summary(record, SummaryFormat.JSON))
                .filter(Files::isRegularFile)
                .isPresent();
    }

    /** Deletes partial data of a file that could not be stored. */
    public synchronized void removeUnkept(String id) throws IOException {
        if (records.containsKey(id)) {
            throw new IllegalArgumentException("kept: " + id);
        }
        for (Path file : files()) {
            if (file.getFileName().toString().startsWith(id + ".")) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder.path())) {
            return List.of();
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder.path())) {
            List<Path> all = new ArrayList<>();
            files.forEach(all::add);
            return all;
        }
    }

    /**
     * Deletes partial files and summaries that a crash left.
     *
     * @return the deleted names
     */
    public synchronized List<String> removeLeftovers() throws IOException {
        List<String> removed = new ArrayList<>();
        for (Path file : files()) {
            String name = file.getFileName().toString();
            String id = name.substring(0, Math.max(0, name.indexOf('.')));
            boolean whole = records.containsKey(id) && !name.contains(DurableFiles.PART);
            if (KeptFile.isId(id) && !whole) {
                Files.deleteIfExists(file);
                removed.add(name);
            }
        }
        return removed;
    }
}
