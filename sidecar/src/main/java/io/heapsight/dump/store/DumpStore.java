/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.store;

import io.heapsight.heap.HeapExplorer;
import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFiles;
import io.heapsight.kept.KeptFolder;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Stores heap dumps in one folder: the files of {@link KeptFiles}, and:
 *
 * <pre>
 * 20261121T221930120Z-7.flags          the flags of the dumped JVM
 * 20261121T221930120Z-7.garbage        the garbage counted by that JVM, if requested
 * 20261121T221930120Z-7.hprof.index    the index for the heap explorer, if any
 * </pre>
 *
 * Thread-safe.
 *
 * @param files the dumps with their records and summaries
 */
public record DumpStore(KeptFiles<DumpRecord> files) {
    private static final KeptFiles.Kind<DumpRecord> KIND =
            new KeptFiles.Kind<>(
                    "a dump",
                    ".hprof",
                    dump -> dump.gzip() ? ".hprof.gz" : ".hprof",
                    DumpRecordJson.RECORD,
                    DumpRecordJson::read);

    /** Opens the folder {@code heapdumps} in the data directory, which may not exist yet. */
    public static DumpStore open(Path dataDirectory) throws IOException {
        return new DumpStore(KeptFiles.open(folderIn(dataDirectory), KIND));
    }

    /** The folder for dumps; may not exist. */
    public static KeptFolder folderIn(Path dataDirectory) {
        return KeptFolder.in(dataDirectory, "heapdumps", "heap dumps");
    }

    /** Creates the folder if it doesn't exist, like {@link KeptFiles#prepare}. */
    public void prepare() throws ProblemException {
        files.prepare();
    }

    /** The folder of all files. */
    public Path folder() {
        return files.folder();
    }

    /** The dumps that are being read. */
    public FilesInUse uses() {
        return files.uses();
    }

    /** The stored dumps, oldest first. */
    public List<DumpRecord> list() {
        return files.list();
    }

    /** Finds the dump with this id, which may be untrusted. */
    public Optional<DumpRecord> find(String id) {
        return files.find(id);
    }

    /** The path of the dump itself. */
    public Path file(DumpRecord dump) {
        return files.file(dump);
    }

    /** Creates a unique id for a dump. */
    public String newId(Instant now, int pid) {
        return files.newId(now, pid);
    }

    /** The path for a dump in progress; it is not stored before {@link #add}. */
    public Path partOf(String id) {
        return files.partOf(id);
    }

    /**
     * Adds a complete dump.
     *
     * @param part in this folder; it is renamed
     */
    public void add(DumpRecord dump, Path part) throws IOException {
        files.add(dump, part);
    }

    /** Updates the record of a dump, unless it was deleted. */
    public void replace(DumpRecord dump) throws IOException {
        files.replace(dump);
    }

    /**
     * Deletes a dump and its summary. Open readers can read it to its end.
     *
     * @return whether it existed
     */
    public boolean delete(String id) throws IOException {
        return files.delete(id);
    }

    /** The path of the summary of a dump; may not exist. */
    public Path summary(DumpRecord dump, SummaryFormat form) {
        return files.summary(dump, form);
    }

    /** The path of the flags of the dumped JVM, as printed by {@code VM.flags}; may not exist. */
    public Path flags(DumpRecord dump) {
        return files.beside(dump.id(), ".flags");
    }

    /** The path of the garbage counted by the JVM around the dump; may not exist. */
    public Path countedGarbage(DumpRecord dump) {
        return files.beside(dump.id(), ".garbage");
    }

    /** The path of the index for the heap explorer; may not exist. */
    public Path index(DumpRecord dump) {
        return HeapExplorer.indexOf(file(dump));
    }

    /** The size of the dumps with all files beside them. */
    public long bytesOnDisk() {
        return files.bytesOnDisk().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether the dump is stored and has been analysed. */
    public boolean hasSummary(String id) {
        return files.hasSummary(id);
    }
}
