/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The options and the resources for reading a heap dump. Immutable: each {@code with…} method
 * returns a changed copy.
 *
 * <pre>{@code
 * DumpOptions options =
 *         DumpOptions.of(512 << 20, Path.of("/var/tmp"))
 *                 .withIndex(Path.of("shop.hprof.index"))
 *                 .withQueryTimeout(Duration.ofSeconds(10));
 * }</pre>
 */
public final class DumpOptions {
    /** Rows of each ranked list of an analysis. */
    private static final int RANKED = 100;

    private final ByteSize memory;
    private final Path workDirectory;

    // Changed in fresh copies only.
    private Optional<Path> index = Optional.empty();
    private HeapFlags flags = HeapFlags.NONE;
    private boolean showsText;
    private Duration queryTimeout = Duration.ofMinutes(1);
    private ProgressListener progress = (_, _, _) -> {};
    private Cancellation cancellation = new Cancellation();

    private DumpOptions(ByteSize memory, Path workDirectory) {
        this.memory = memory;
        this.workDirectory = workDirectory;
    }

    private DumpOptions(DumpOptions other) {
        this(other.memory, other.workDirectory);
        index = other.index;
        flags = other.flags;
        showsText = other.showsText;
        queryTimeout = other.queryTimeout;
        progress = other.progress;
        cancellation = other.cancellation;
    }

    /**
     * Returns options with these resources, and defaults for everything else.
     *
     * @param memoryBytes upper bound in bytes for the engine's tables outside the Java heap. Tables
     *     that do not fit become temporary files, which takes longer. The Java heap and cached
     *     pages of the dump come on top.
     * @param workDirectory an existing directory for temporary files: tables, the index unless
     *     {@link #withIndex} is used, and the inflated copy of a compressed dump. Nothing is left
     *     in it.
     * @throws IllegalArgumentException if {@code memoryBytes} is negative
     */
    public static DumpOptions of(long memoryBytes, Path workDirectory) {
        return new DumpOptions(new ByteSize(memoryBytes), workDirectory);
    }

    /**
     * Keeps the index in a file. If the file exists and belongs to the dump, {@link HeapDump#open}
     * uses it instead of an analysis; otherwise it writes the file. An index usually has a tenth to
     * a third of the inflated dump's size. The command {@code heapsight heap} can use it, too.
     * Default: a temporary index.
     */
    public DumpOptions withIndex(Path file) {
        DumpOptions changed = new DumpOptions(this);
        changed.index = Optional.of(file);
        return changed;
    }

    /**
     * Uses the flags of the JVM that was dumped, which makes all sizes exact. Default: the layout
     * of objects is inferred from the distances of objects in the dump.
     *
     * @param text output of {@code jcmd PID VM.flags}, or options such as {@code
     *     -XX:-UseCompressedOops}; other text is ignored
     */
    public DumpOptions withVmFlags(String text) {
        DumpOptions changed = new DumpOptions(this);
        changed.flags = HeapFlags.parse(text);
        return changed;
    }

    /**
     * Shows the text of strings in answers. Default: text may be confidential, and is not shown.
     */
    public DumpOptions withText() {
        DumpOptions changed = new DumpOptions(this);
        changed.showsText = true;
        return changed;
    }

    /** Limits the time that one {@link HeapDump#query} takes. Default: a minute. */
    public DumpOptions withQueryTimeout(Duration timeout) {
        DumpOptions changed = new DumpOptions(this);
        changed.queryTimeout = timeout;
        return changed;
    }

    /** Sets the receiver of progress. Default: none. */
    public DumpOptions withProgress(ProgressListener listener) {
        DumpOptions changed = new DumpOptions(this);
        changed.progress = listener;
        return changed;
    }

    /**
     * Sets the object that cancels the work, and all later queries to an open dump. Default: none.
     */
    public DumpOptions withCancellation(Cancellation wanted) {
        DumpOptions changed = new DumpOptions(this);
        changed.cancellation = wanted;
        return changed;
    }

    AnalysisRequest request(Path file) {
        return new AnalysisRequest(
                file,
                memory,
                RANKED,
                flags,
                AnalysisRequest.Scope.EVERYTHING,
                Optional.empty(),
                showsText,
                workDirectory);
    }

    Path workDirectory() {
        return workDirectory;
    }

    Optional<Path> index() {
        return index;
    }

    Duration queryTimeout() {
        return queryTimeout;
    }

    Progress progress() {
        return progress::at;
    }

    Cancellation cancellation() {
        return cancellation;
    }
}
