/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import io.heapsight.explore.ClassList;
import io.heapsight.explore.query.HeapQuery;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.summary.HeapSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A heap dump that is open for queries.
 *
 * <pre>{@code
 * DumpOptions options = DumpOptions.of(512 << 20, Path.of("/var/tmp"));
 * try (HeapDump dump = HeapDump.open(Path.of("shop.hprof"), options)) {
 *     for (DumpedObject each : dump.dominators(10).rows()) {
 *         System.out.println(each.retainedBytes().orElse(0) + " " + each.className());
 *     }
 * }
 * }</pre>
 *
 * <p>Reads HPROF 1.0.1 and 1.0.2, plain or compressed (gzip, zstd, or a zip archive with one dump).
 * A compressed dump is inflated into the work directory while it is open.
 *
 * <p>Safe for use by several threads. Queries run one at a time: a thread waits until the query of
 * another thread is complete. {@link #close} waits, too. To close the dump during a long query,
 * cancel the query first.
 *
 * <p>All methods but {@link #close} throw {@link IllegalStateException} after {@link #close}, and
 * {@link CancellationException} after the {@link Cancellation} of the options.
 */
public final class HeapDump implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Path file;
    private final DumpOptions options;
    private final HeapExplorer explorer;
    private Optional<HeapSummary> summary;
    private boolean closed;

    private HeapDump(
            Path file, DumpOptions options, HeapExplorer explorer, Optional<HeapSummary> summary) {
        this.file = file;
        this.options = options;
        this.explorer = explorer;
        this.summary = summary;
    }

    /**
     * Opens a dump. Analyzes it unless the options name an index that exists and belongs to it.
     *
     * <p>An analysis reads the dump several times, with up to four threads; its time is nearly
     * proportional to n. With an index, opening reads the index and the outline of the dump: O(size
     * of the index), a small part of the time of an analysis.
     *
     * @throws HeapDumpException NOT_A_HEAP_DUMP if the file is not a heap dump; NO_ROOM if the
     *     memory or the work directory is too small, or the index cannot be written
     * @throws IOException if the file cannot be read
     * @throws CancellationException if the work is cancelled
     */
    public static HeapDump open(Path file, DumpOptions options)
            throws IOException, HeapDumpException {
        if (options.index().isPresent()) {
            return open(file, options, options.index().get());
        }
        Path directory = Files.createTempDirectory(options.workDirectory(), "heap-dump-");
        Path index = directory.resolve("index");
        try {
            return open(file, options, index);
        } finally {
            // It stays mapped.
            Files.deleteIfExists(index);
            Files.delete(directory);
        }
    }

    private static HeapDump open(Path file, DumpOptions options, Path index)
            throws IOException, HeapDumpException {
        Made made = new Made();
        return ExceptionTranslator.<HeapDump, IOException>translated(
                () -> {
                    HeapExplorer explorer =
                            HeapExplorer.open(
                                    options.request(file),
                                    index,
                                    new HeapAnalyzer().reportingTo(made::set),
                                    _ -> {},
                                    options.progress(),
                                    options.cancellation().signal());
                    explorer.limitQueries(options.queryTimeout());
                    return new HeapDump(file, options, explorer, made.summary);
                });
    }

    /** The results of an analysis. */
    private static final class Made {
        private Optional<HeapSummary> summary = Optional.empty();

        void set(HeapSummary found) {
            summary = Optional.of(found);
        }
    }

    /**
     * Returns the figures of the whole heap: live objects, garbage, leak suspects.
     *
     * <p>O(1) if opening has analyzed the dump. Otherwise, the first call analyzes it, as {@link
     * #open} does without an index.
     *
     * @throws HeapDumpException NO_ROOM if the memory or the work directory is too small for the
     *     analysis
     * @throws IOException if the dump or the work directory cannot be read
     */
    public HeapReport report() throws IOException, HeapDumpException {
        return this.<HeapReport, IOException>answer(
                () -> {
                    if (summary.isEmpty()) {
                        summary =
                                Optional.of(
                                        new HeapAnalyzer()
                                                .analyze(
                                                        options.request(file),
                                                        options.progress(),
                                                        options.cancellation().signal()));
                    }
                    return ReportConverter.of(summary.get());
                });
    }

    /**
     * Returns all classes that have objects, those that retain most first. O(number of classes).
     */
    public List<DumpedClass> classes() {
        lock.lock();
        try {
            requireOpen();
            return explorer
                    .classes(_ -> true, ClassList.Order.RETAINED, Integer.MAX_VALUE)
                    .rows()
                    .stream()
                    .map(AnswerConverter::type)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns objects of a class, those that retain most first. O(n).
     *
     * @param className as in Java source, for the classes of this name of all loaders; or the
     *     address of one class object, such as {@code 0xc0012340}
     * @param most number of rows, at least 0
     * @throws HeapDumpException NOT_FOUND if the dump has no such class
     */
    public Listing<DumpedObject> instances(String className, int most) throws HeapDumpException {
        return answer(
                () ->
                        AnswerConverter.listing(
                                explorer.instances(className, most), AnswerConverter::object));
    }

    /**
     * Returns an object with its fields. O(number of fields).
     *
     * @throws HeapDumpException NOT_FOUND if no object begins at this address
     */
    public ObjectDescription object(long address) throws HeapDumpException {
        return answer(() -> AnswerConverter.description(explorer.object(address)));
    }

    /**
     * Returns the objects that an object refers to, its class first. O(number of references).
     *
     * @param most number of rows, at least 0
     * @throws HeapDumpException NOT_FOUND if no object begins at this address
     */
    public Listing<ObjectReference> references(long address, int most) throws HeapDumpException {
        return answer(
                () ->
                        AnswerConverter.listing(
                                explorer.references(address, most), AnswerConverter::reference));
    }

    /**
     * Returns the objects that refer to an object, in the order of their addresses. O(number of
     * referrers) if the object is reachable; O(n), reading the dump once, if it is garbage or a
     * class object.
     *
     * @param most number of rows, at least 0
     * @throws HeapDumpException NOT_FOUND if no object begins at this address
     */
    public Listing<ObjectReference> referrers(long address, int most) throws HeapDumpException {
        return answer(
                () ->
                        AnswerConverter.listing(
                                explorer.referrers(address, most), AnswerConverter::reference));
    }

    /**
     * Returns the objects that no other object dominates, those that retain most first: the top of
     * the dominator tree. O(n) in the worst case.
     *
     * @param most number of rows, at least 0
     */
    public Listing<DumpedObject> dominators(int most) throws HeapDumpException {
        return answer(
                () ->
                        AnswerConverter.listing(
                                explorer.dominated(OptionalLong.empty(), most),
                                AnswerConverter::object));
    }

    /**
     * Returns the objects that an object immediately dominates, those that retain most first. O(n).
     *
     * @param most number of rows, at least 0
     * @throws HeapDumpException NOT_FOUND if no object begins at this address
     */
    public Listing<DumpedObject> dominatedBy(long address, int most) throws HeapDumpException {
        return answer(
                () ->
                        AnswerConverter.listing(
                                explorer.dominated(OptionalLong.of(address), most),
                                AnswerConverter::object));
    }

    /**
     * Returns paths from GC roots to an object, the shortest first: one without soft, weak and
     * phantom references if there is one, then the shortest ones through other referrers. O(n) in
     * the worst case.
     *
     * @param most number of paths, at least 0
     * @return no path if no GC root reaches the object
     * @throws HeapDumpException NOT_FOUND if no object begins at this address
     */
    public List<GcRootPath> pathsToRoots(long address, int most) throws HeapDumpException {
        return answer(
                () ->
                        explorer.paths(address, most).paths().stream()
                                .map(AnswerConverter::path)
                                .toList());
    }

    /**
     * Returns the objects that meet the conditions of a query, or groups of them. Reads the dump
     * once: O(n).
     *
     * @param text in the query language of the command {@code heapsight heap query}, such as {@code
     *     class = java.util.HashMap and size > 1000 sort by retained limit 20}
     * @param most number of rows if the query has no {@code limit}
     * @throws HeapDumpException BAD_QUERY if the query has a syntax error; TIMED_OUT if it takes
     *     longer than {@link DumpOptions#withQueryTimeout} allows
     */
    public QueryAnswer query(String text, int most) throws HeapDumpException {
        return answer(() -> AnswerConverter.query(explorer.query(HeapQuery.parse(text), most)));
    }

    /**
     * Writes a copy of a dump without its data: elements of primitive arrays and values of
     * primitive fields are zero, text is asterisks. Objects, references, sizes, and the names of
     * classes, fields, methods and threads stay. Reads the dump up to four times: O(size of the
     * dump), with 100 bytes of Java heap per class.
     *
     * <pre>{@code
     * HeapDump.redact(Path.of("shop.hprof"), Path.of("shop-redacted.hprof"), options);
     * }</pre>
     *
     * @param copy a new file; not compressed
     * @return human-readable warnings about the dump, such as where it is cut; usually none
     * @throws HeapDumpException NOT_A_HEAP_DUMP if the file is not a heap dump, or has bytes of
     *     unknown meaning; NO_ROOM if the work directory is too small to inflate it
     * @throws IOException if the file cannot be read; if {@code copy} exists, or cannot be written.
     *     A copy that is not complete is deleted.
     * @throws CancellationException if the work is cancelled
     */
    public static List<String> redact(Path file, Path copy, DumpOptions options)
            throws IOException, HeapDumpException {
        return ExceptionTranslator.<List<String>, IOException>translated(
                () -> RedactedCopyWriter.write(file, copy, options));
    }

    /** Closes the dump and deletes temporary files. Does nothing if it is closed already. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                explorer.close();
            }
        } finally {
            lock.unlock();
        }
    }

    private <T, E extends Exception> T answer(ExceptionTranslator.Work<T, E> question)
            throws HeapDumpException, E {
        lock.lock();
        try {
            requireOpen();
            return ExceptionTranslator.translated(question);
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(file + " is closed");
        }
        options.cancellation().signal().throwIfCancelled();
    }
}
