/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The open folder of a target's Flight Recorder repository. Its files stay readable after the
 * target and its container have ended and the path has disappeared. Links are not followed. Not
 * thread-safe.
 */
final class ChunkFolder implements AutoCloseable {
    private static final String CHUNK = ".jfr";

    /** Suffix of an empty file that JDK 8 and 11 create beside a chunk. */
    private static final String COMPANION = ".part";

    private final SecureDirectoryStream<Path> parent;
    private final Path name;
    private final SecureDirectoryStream<Path> folder;

    private ChunkFolder(
            SecureDirectoryStream<Path> parent, Path name, SecureDirectoryStream<Path> folder) {
        this.parent = parent;
        this.name = name;
        this.folder = folder;
    }

    /**
     * Opens the folder with the sidecar's rights.
     *
     * @param path as seen by the target
     * @throws IOException if it does not exist, or is not accessible
     */
    @SuppressWarnings("StreamResourceLeak") // closed with this
    static ChunkFolder open(TargetConnection target, String path) throws IOException {
        ProcFs procFs = target.procFs();
        Path reached = RootedPath.resolve(procFs.files(), procFs.rootOf(target.jvm().pid()), path);
        Path above = reached.getParent();
        Path name = reached.getFileName();
        if (above == null || name == null) {
            throw new IOException("no folder: " + path);
        }
        SecureDirectoryStream<Path> parent = secure(Files.newDirectoryStream(above));
        try {
            return new ChunkFolder(
                    parent, name, parent.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            parent.close();
            throw e;
        }
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> folder)
            throws IOException {
        if (folder instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        folder.close();
        throw new IOException("this platform can't hold a folder open");
    }

    /**
     * The result of joining chunks.
     *
     * @param start of the first chunk
     * @param files names of the joined chunks
     */
    record Joined(Instant start, List<Path> files) {}

    private record Found(Path name, Instant start, long bytes) {}

    /**
     * Joins the readable chunks into one recording, in the order of their starts.
     *
     * @param into a file of the sidecar that does not exist yet; created only if there is data
     * @param mostBytes the oldest chunks beyond this size are skipped
     */
    Optional<Joined> join(Path into, long mostBytes) throws IOException {
        List<Found> chunks = newest(chunks(), mostBytes);
        if (chunks.isEmpty()) {
            return Optional.empty();
        }
        try (FileChannel out =
                FileChannel.open(into, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (Found chunk : chunks) {
                try (SeekableByteChannel file = open(chunk.name())) {
                    RecordingChunk.of(file)
                            .orElseThrow(() -> new IOException(chunk.name() + " has changed"))
                            .writeTo(out);
                }
            }
        }
        return Optional.of(
                new Joined(chunks.getFirst().start(), chunks.stream().map(Found::name).toList()));
    }

    private List<Found> chunks() throws IOException {
        List<Found> chunks = new ArrayList<>();
        for (Path each : names()) {
            if (each.toString().endsWith(CHUNK) && isRegular(each)) {
                try (SeekableByteChannel file = open(each)) {
                    RecordingChunk.of(file)
                            .ifPresent(
                                    chunk ->
                                            chunks.add(
                                                    new Found(each, chunk.start(), chunk.bytes())));
                }
            }
        }
        chunks.sort(Comparator.comparing(Found::start));
        return chunks;
    }

    private static List<Found> newest(List<Found> chunks, long mostBytes) {
        long bytes = 0;
        int first = chunks.size();
        while (first > 0 && bytes + chunks.get(first - 1).bytes() <= mostBytes) {
            bytes += chunks.get(--first).bytes();
        }
        return chunks.subList(first, chunks.size());
    }

    /** Deletes joined chunks of a dead JVM, and the folder if possible. */
    void remove(Joined joined) throws IOException {
        for (Path each : names()) {
            if (joined.files().contains(each) || isEmptyRest(each)) {
                folder.deleteFile(each);
            }
        }
        if (names().isEmpty()) {
            parent.deleteDirectory(name);
        }
    }

    private boolean isEmptyRest(Path each) throws IOException {
        boolean rest = each.toString().endsWith(CHUNK) || each.toString().endsWith(COMPANION);
        return rest && isRegular(each) && attributes(each).size() == 0;
    }

    private List<Path> names() throws IOException {
        // A stream can be read once: each listing reopens the folder through its descriptor.
        try (SecureDirectoryStream<Path> again = folder.newDirectoryStream(Path.of("."))) {
            List<Path> names = new ArrayList<>();
            again.forEach(each -> names.add(each.getFileName()));
            return names;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** Whether a file is regular: opening a FIFO of a hostile target would block. */
    private boolean isRegular(Path each) throws IOException {
        return attributes(each).isRegularFile();
    }

    private BasicFileAttributes attributes(Path each) throws IOException {
        return folder.getFileAttributeView(
                        each, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    private SeekableByteChannel open(Path each) throws IOException {
        return folder.newByteChannel(
                each, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public void close() {
        close(folder);
        close(parent);
    }

    private static void close(DirectoryStream<Path> stream) {
        try {
            stream.close();
        } catch (IOException _) {
            return; // nothing was written
        }
    }
}
