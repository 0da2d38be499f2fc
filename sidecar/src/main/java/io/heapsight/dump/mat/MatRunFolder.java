/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.mat;

import io.heapsight.unit.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A folder for one run of Eclipse MAT, with a link to the dump: MAT writes its index files beside
 * the file it opens. Deleted on close.
 */
final class MatRunFolder implements AutoCloseable {
    private final Path folder;

    private MatRunFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates a folder.
     *
     * @param all parent of these folders; created if it is missing
     */
    static MatRunFolder make(Path all, String name, Path dump) throws IOException {
        MatRunFolder made = new MatRunFolder(all.resolve(name));
        DurableFiles.createFolder(made.folder);
        Files.createSymbolicLink(made.folder.resolve(dump.getFileName()), dump);
        return made;
    }

    Path path() {
        return folder;
    }

    /** The report, if MAT has created one. */
    Optional<Path> report() throws IOException {
        try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, "*.zip")) {
            for (Path report : reports) {
                return Optional.of(report);
            }
            return Optional.empty();
        }
    }

    /** The size of its files, without the dump. */
    long bytes() throws IOException {
        long[] bytes = {0};
        Files.walkFileTree(
                folder,
                new Visitor() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        bytes[0] += attributes.isRegularFile() ? attributes.size() : 0;
                        return FileVisitResult.CONTINUE;
                    }
                });
        return bytes[0];
    }

    @Override
    public void close() throws IOException {
        remove(folder);
    }

    /** Deletes a folder recursively, without following links. */
    static void remove(Path folder) throws IOException {
        Files.walkFileTree(
                folder,
                new Visitor() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path visited, @Nullable IOException failure) throws IOException {
                        Files.deleteIfExists(visited);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    /** Visits files, which may disappear during the visit. */
    private static class Visitor extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                throws IOException {
            return FileVisitResult.CONTINUE;
        }
    }
}
