/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.heap.AnalysisPlan;
import io.heapsight.heap.HeapExplorer;
import io.heapsight.hprof.FileKind;
import io.heapsight.store.read.CheckedDownload;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DiskHeadroom;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPInputStream;

/**
 * Provides local copies of the files that a command reads. Downloads objects of a store into the
 * work directory, and deletes the copies on close. After a failed download, the partial file stays
 * for the next command.
 */
public final class InputFiles implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Console console;
    private final Path workDirectory;
    private final boolean keep;
    private final StoreEnvironment environment;
    private final Copying copying;
    private final List<Path> copies = new ArrayList<>();
    private final List<Path> inflatedCopies = new ArrayList<>();

    /**
     * @param keep whether copies stay
     */
    public InputFiles(Console console, Path workDirectory, boolean keep) {
        this.console = console;
        this.workDirectory = workDirectory;
        this.keep = keep;
        environment = new StoreEnvironment(System.getenv());
        copying = environment::copy;
    }

    InputFiles(Console console, Path workDirectory, boolean keep, Copying copying) {
        this.console = console;
        this.workDirectory = workDirectory;
        this.keep = keep;
        environment = new StoreEnvironment(Map.of());
        this.copying = copying;
    }

    /** Copies an object; returns its SHA-256 if a manifest confirmed it. */
    @FunctionalInterface
    interface Copying {
        Optional<String> copy(ObjectUrl url, Path to, Progress progress, CancelSignal cancel)
                throws IOException, ProblemException;
    }

    /** Returns the name of a file for documents: a URL without its query. */
    public static String shown(String named) throws ProblemException {
        return ObjectUrl.isUrl(named) ? ObjectUrl.parse(named).shown() : named;
    }

    /**
     * Returns the local path of a file; downloads it first if it is a URL.
     *
     * @param named path or URL
     * @throws ProblemException if the URL is invalid or its object can't be read
     * @throws CancellationException if it was cancelled
     */
    public Path local(String named) throws IOException, ProblemException {
        if (!ObjectUrl.isUrl(named)) {
            return Path.of(named);
        }
        ObjectUrl url = ObjectUrl.parse(named);
        return switch (url) {
            case ObjectUrl.Local local -> local.file();
            case ObjectUrl.InBucket _, ObjectUrl.Link _ -> copied(url);
        };
    }

    /**
     * Like {@link #local}, for a heap dump. Also copies the index beside the dump in the store,
     * unless the copy already has an index. That index may be unreadable, or belong to another
     * dump.
     */
    public Path localWithIndex(String named) throws IOException, ProblemException {
        Path copy = local(named);
        Path index = HeapExplorer.indexOf(copy);
        if (copies.contains(copy)
                && Files.notExists(index)
                && ObjectUrl.parse(named) instanceof ObjectUrl.InBucket dump) {
            copyIndex(
                    new ObjectUrl.InBucket(dump.store(), dump.key() + HeapExplorer.INDEX_SUFFIX),
                    index);
        }
        return copy;
    }

    private void copyIndex(ObjectUrl url, Path index) throws IOException {
        Path part = index.resolveSibling(index.getFileName() + DurableFiles.PART);
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            Optional<String> _ = copying.copy(url, part, progress, cancel);
            DurableFiles.publish(part, index);
        } catch (ProblemException e) {
            if (e.problem().kind() != Problem.Kind.NOT_FOUND) {
                console.note(
                        "heapsight: %s can't be used: %s"
                                .formatted(url.shown(), e.problem().detail()));
            }
        } finally {
            CheckedDownload.delete(part);
        }
    }

    /** Returns whether the file is a copy of an object. */
    public boolean isCopy(Path file) {
        return copies.contains(file);
    }

    /** Deletes the indexes of copies; returns whether there were any. */
    public boolean deleteIndexes() throws IOException {
        boolean any = false;
        for (Path copy : copies) {
            any |= Files.deleteIfExists(HeapExplorer.indexOf(copy));
        }
        return any;
    }

    /**
     * Computes the plan for the analysis of a dump in a store, without a copy of the dump. Empty if
     * copies are kept or the file is local: then the plan is computed from the local file.
     *
     * @param named path or URL
     */
    public Optional<AnalysisPlan> planWithoutCopy(String named) throws ProblemException {
        if (keep || !ObjectUrl.isUrl(named)) {
            return Optional.empty();
        }
        ObjectUrl url = ObjectUrl.parse(named);
        if (url instanceof ObjectUrl.Local) {
            return Optional.empty();
        }
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            return Optional.of(environment.plan(url, progress, cancel));
        }
    }

    private Path copied(ObjectUrl url) throws IOException, ProblemException {
        Path copy = DownloadFolder.in(workDirectory).fileOf(url);
        boolean done = false;
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            Optional<String> sha256 = copying.copy(url, copy, progress, cancel);
            done = true;
            copies.add(copy);
            if (keep) {
                console.note(
                        "heapsight: kept: %s%s"
                                .formatted(copy, sha256.map(it -> ", sha256 " + it).orElse("")));
            }
            return copy;
        } finally {
            if (!done && CheckedDownload.isContinued(copy)) {
                console.note(
                        "heapsight: what has arrived is kept in %s; the same command continues."
                                .formatted(copy));
            }
        }
    }

    /**
     * Returns a file that programs without support for compression can read. This is the file
     * itself or, if it is compressed with gzip, its inflated copy.
     */
    public Path inflated(Path file) throws IOException, ProblemException {
        if (FileKind.of(file) != FileKind.GZIP) {
            return file;
        }
        Path folder = DownloadFolder.in(workDirectory).folder();
        Path inflated = Files.createTempFile(folder, "inflated-", "");
        inflatedCopies.add(inflated);
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
                OutputStream out = Files.newOutputStream(inflated);
                ProgressLine _ = ProgressLine.waiting(console, "inflating the file")) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
                DiskHeadroom.require(folder, read);
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The file can't be inflated",
                    "%s into %s: %s".formatted(file, folder, IoReason.of(e)),
                    "Check the file with gzip -t, and the free space there.",
                    e);
        }
        return inflated;
    }

    /** Deletes the copies and their indexes, unless they are kept. */
    @Override
    public void close() throws IOException {
        for (Path inflated : inflatedCopies) {
            Files.deleteIfExists(inflated);
        }
        if (!keep) {
            for (Path copy : copies) {
                CheckedDownload.delete(copy);
            }
            deleteIndexes();
        }
    }
}
