/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The dumps that are kept, in one folder:
 *
 * <pre>
 * 20261121T221930120Z-7.json           its {@link DumpRecord}: a dump is kept as long as that is there
 * 20261121T221930120Z-7.hprof[.gz]     the dump
 * 20261121T221930120Z-7.flags          the flags of the JVM that was dumped
 * 20261121T221930120Z-7.garbage        what that JVM counted as garbage, where it was asked
 * 20261121T221930120Z-7.summary.txt    its heap summary; also .json and .html
 * 20261121T221930120Z-7.hprof.part     being taken
 * </pre>
 *
 * What is in the folder is read once; nobody else writes there. Thread-safe.
 */
public final class DumpStore {
    /** The forms of a heap summary, by the end of the file's name. */
    public enum SummaryForm {
        TEXT("txt"),
        JSON("json"),
        HTML("html");

        private final String suffix;

        SummaryForm(String suffix) {
            this.suffix = suffix;
        }

        /** "text", "json" or "html". */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final String RECORD = ".json";
    private static final String FLAGS = ".flags";
    private static final String GARBAGE = ".garbage";
    private static final String SUMMARY = ".summary.";
    private static final long MOST_RECORD_BYTES = 64 * 1024;

    private final Path folder;
    private final TimeIds ids = new TimeIds();
    private final DumpsInUse uses = new DumpsInUse();
    private final TreeMap<String, DumpRecord> dumps = new TreeMap<>();

    private DumpStore(Path folder) {
        this.folder = folder;
    }

    /** Opens the folder {@code heapdumps} in the data directory, which need not be there. */
    public static DumpStore open(Path dataDirectory) throws IOException {
        DumpStore store = new DumpStore(DumpFolder.in(dataDirectory).path());
        store.readFolder();
        return store;
    }

    private synchronized void readFolder() throws IOException {
        for (Path file : files()) {
            String name = file.getFileName().toString();
            String id = name.substring(0, Math.max(0, name.length() - RECORD.length()));
            if (name.endsWith(RECORD)
                    && DumpRecord.isId(id)
                    && Files.size(file) <= MOST_RECORD_BYTES) {
                DumpRecord dump = DumpRecordJson.read(Files.readString(file));
                if (dump.id().equals(id) && Files.isRegularFile(file(dump))) {
                    ids.seen(id);
                    dumps.put(id, dump);
                }
            }
        }
    }

    /**
     * Makes the folder when it isn't there: only its owner can look into it.
     *
     * @throws ProblemException when it can't be made
     */
    public void prepare() throws ProblemException {
        try {
            DurableFiles.createFolder(folder);
        } catch (IOException e) {
            throw DumpFolder.notWritable(folder, IoReason.of(e));
        }
    }

    /** Where everything is. */
    public Path folder() {
        return folder;
    }

    /** Which dumps are being read. */
    public DumpsInUse uses() {
        return uses;
    }

    /** Those that are kept, oldest first. */
    public synchronized List<DumpRecord> list() {
        return new ArrayList<>(dumps.values());
    }

    /** The one with that id, which may come from outside. */
    public synchronized Optional<DumpRecord> find(String id) {
        return Optional.ofNullable(dumps.get(id));
    }

    /** The dump itself. */
    public Path file(DumpRecord dump) {
        return folder.resolve(dump.id() + (dump.gzip() ? ".hprof.gz" : ".hprof"));
    }

    /** An id for a dump that is about to be taken; no other one has it. */
    public synchronized String newId(Instant now, int pid) {
        return ids.next(now, pid);
    }

    /** Where a dump that is being taken is written; it is not kept before {@link #add}. */
    public Path partOf(String id) {
        if (!DumpRecord.isId(id)) {
            throw new IllegalArgumentException("not an id: " + id);
        }
        return folder.resolve(id + ".hprof" + DurableFiles.PART);
    }

    /**
     * Keeps a dump that is whole.
     *
     * @param part in this folder; it gets its name
     */
    public void add(DumpRecord dump, Path part) throws IOException {
        DurableFiles.publish(part, file(dump));
        try {
            record(dump);
        } catch (IOException e) {
            Files.deleteIfExists(file(dump));
            throw e;
        }
    }

    /** Keeps what else is known of a dump, unless that was removed meanwhile. */
    public synchronized void replace(DumpRecord dump) throws IOException {
        if (dumps.containsKey(dump.id())) {
            record(dump);
        }
    }

    private synchronized void record(DumpRecord dump) throws IOException {
        DurableFiles.write(folder.resolve(dump.id() + RECORD), DumpRecordJson.RECORD.text(dump));
        dumps.put(dump.id(), dump);
    }

    /**
     * Removes a dump and its summary. Who has the file open can read it to its end.
     *
     * @return whether it was there
     */
    public synchronized boolean delete(String id) throws IOException {
        DumpRecord dump = dumps.remove(id);
        if (dump == null) {
            return false;
        }
        Files.deleteIfExists(file(dump));
        Files.deleteIfExists(flags(dump));
        Files.deleteIfExists(countedGarbage(dump));
        for (SummaryForm form : SummaryForm.values()) {
            Files.deleteIfExists(summary(dump, form));
        }
        // Last: a crash before it leaves a record without a dump, which the next start removes.
        Files.deleteIfExists(folder.resolve(id + RECORD));
        return true;
    }

    /** Where the summary of a dump is, or would be. */
    public Path summary(DumpRecord dump, SummaryForm form) {
        return folder.resolve(dump.id() + SUMMARY + form.suffix);
    }

    /**
     * Where the flags of the JVM that was dumped are, as {@code VM.flags} printed them; may not be
     * there.
     */
    public Path flags(DumpRecord dump) {
        return folder.resolve(dump.id() + FLAGS);
    }

    /** Where the garbage is that the JVM counted around the dump; may not be there. */
    public Path countedGarbage(DumpRecord dump) {
        return folder.resolve(dump.id() + GARBAGE);
    }

    /** Whether the dump is kept and has been analysed. */
    public boolean hasSummary(String id) {
        return find(id).map(dump -> summary(dump, SummaryForm.JSON))
                .filter(Files::isRegularFile)
                .isPresent();
    }

    /** Removes what there is of a dump that could not be kept. */
    public synchronized void removeUnkept(String id) throws IOException {
        if (dumps.containsKey(id)) {
            throw new IllegalArgumentException("kept: " + id);
        }
        for (Path file : files()) {
            if (file.getFileName().toString().startsWith(id + ".")) {
                Files.deleteIfExists(file);
            }
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            List<Path> all = new ArrayList<>();
            files.forEach(all::add);
            return all;
        }
    }

    /**
     * Removes what belongs to no dump that is kept: parts of dumps and summaries that a crash left.
     *
     * @return the names of what was removed
     */
    public synchronized List<String> removeLeftovers() throws IOException {
        List<String> removed = new ArrayList<>();
        for (Path file : files()) {
            String name = file.getFileName().toString();
            String id = name.substring(0, Math.max(0, name.indexOf('.')));
            boolean whole = dumps.containsKey(id) && !name.contains(DurableFiles.PART);
            if (DumpRecord.isId(id) && !whole) {
                Files.deleteIfExists(file);
                removed.add(name);
            }
        }
        return removed;
    }
}
