/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Writes files so that a crash leaves either the old or the new content: writes a new file, syncs
 * it, renames it, and syncs the folder.
 */
public final class DurableFiles {
    /** Suffix of the names of incomplete files. */
    public static final String PART = ".part";

    private DurableFiles() {}

    /** Creates a folder if it is missing; only its owner can read it. */
    public static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, OwnerOnlyAttributes.folder(folder));
    }

    /** Creates a new file that only its owner can read. */
    public static FileChannel create(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                OwnerOnlyAttributes.file(file));
    }

    /** Writes a small file that only its owner can read. */
    public static void write(Path file, String text) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + PART);
        Files.deleteIfExists(part);
        try (FileChannel out = create(part)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
        publish(part, file);
    }

    /** Syncs a complete file and gives it its final name. */
    public static void publish(Path part, Path file) throws IOException {
        sync(part, StandardOpenOption.WRITE);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(file);
    }

    /** Like {@link #publish}, but never replaces an existing file. */
    public static void publishNew(Path part, Path file) throws IOException {
        sync(part, StandardOpenOption.WRITE);
        Files.move(part, file);
        syncFolder(file);
    }

    /** Syncs the folder of a file; Windows can't open folders. */
    private static void syncFolder(Path file) throws IOException {
        if (OwnerOnlyAttributes.isPosix(file)) {
            sync(file.toAbsolutePath().resolveSibling(""), StandardOpenOption.READ);
        }
    }

    private static void sync(Path file, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(file, how)) {
            channel.force(true);
        }
    }
}
