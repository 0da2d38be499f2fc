/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import static io.heapsight.json.JsonValueCodec.BYTES;
import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.unit.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The ranges of an object that a file contains, stored in another file beside that file.
 * Thread-safe.
 *
 * <pre>{@code
 * {"object":"s3://dumps/…","version":"\"5d41…\"","bytes":1073741824,"rangeBytes":16777216,"done":"ff03"}
 * }</pre>
 *
 * Bit n of {@code done} is the range that begins at {@code n * rangeBytes}.
 */
final class DownloadedRanges {
    /** Suffix of its file. */
    static final String SUFFIX = ".ranges";

    private static final long MOST_BYTES = 1 << 20;
    private static final Shape<Written> SHAPE =
            Shape.<Written>of()
                    .field("object", TEXT, Written::object)
                    .field("version", TEXT, Written::version)
                    .field("bytes", BYTES, Written::bytes)
                    .field("rangeBytes", BYTES, Written::rangeBytes)
                    .field("done", TEXT, Written::done);

    private record Written(
            String object, String version, long bytes, long rangeBytes, String done) {}

    private final String object;
    private final String version;
    private final long bytes;
    private final long rangeBytes;
    private final BitSet done;

    private DownloadedRanges(
            String object, String version, long bytes, long rangeBytes, BitSet done) {
        this.object = object;
        this.version = version;
        this.bytes = bytes;
        this.rangeBytes = rangeBytes;
        this.done = done;
    }

    /** Creates the state before the first byte has arrived. */
    static DownloadedRanges begin(String object, String version, long bytes, long rangeBytes) {
        return new DownloadedRanges(object, version, bytes, rangeBytes, new BitSet());
    }

    /** Returns the state beside a file; empty if there is none, or it is unreadable. */
    static Optional<DownloadedRanges> read(Path file) {
        Path state = beside(file);
        try {
            if (!Files.exists(state) || Files.size(state) > MOST_BYTES) {
                return Optional.empty();
            }
            JsonObject read = JsonObject.parse(Files.readString(state), SHAPE);
            return Optional.of(
                    new DownloadedRanges(
                            read.text("object"),
                            read.text("version"),
                            read.integer("bytes"),
                            read.integer("rangeBytes"),
                            BitSet.valueOf(HexFormat.of().parseHex(read.text("done")))));
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty(); // as if nothing had arrived
        }
    }

    static Path beside(Path file) {
        return file.resolveSibling(file.getFileName() + SUFFIX);
    }

    /** Returns whether another state is of the same content, in the same ranges. */
    boolean isOf(DownloadedRanges other) {
        return object.equals(other.object)
                && version.equals(other.version)
                && bytes == other.bytes
                && rangeBytes == other.rangeBytes;
    }

    synchronized void save(Path file) throws IOException {
        String ranges = HexFormat.of().formatHex(done.toByteArray());
        DurableFiles.write(
                beside(file), SHAPE.text(new Written(object, version, bytes, rangeBytes, ranges)));
    }

    int ranges() {
        return Math.toIntExact((bytes + rangeBytes - 1) / rangeBytes);
    }

    long start(int range) {
        return range * rangeBytes;
    }

    long end(int range) {
        return Math.min(bytes, (range + 1L) * rangeBytes);
    }

    synchronized boolean isDone(int range) {
        return done.get(range);
    }

    synchronized void done(int range) {
        done.set(range);
    }

    /** Returns the bytes of all ranges that have arrived. */
    synchronized long bytesDone() {
        return done.stream()
                .filter(range -> range < ranges())
                .mapToLong(range -> end(range) - start(range))
                .sum();
    }

    String version() {
        return version;
    }

    long bytes() {
        return bytes;
    }
}
