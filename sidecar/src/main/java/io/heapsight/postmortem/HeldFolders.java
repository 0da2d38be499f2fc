/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.RootedPath;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps folders of a target's file system open. When the process ends, paths to them disappear, but
 * an open folder stays readable. Does not follow links, which would lead into the sidecar's file
 * system. Not thread-safe.
 */
final class HeldFolders implements AutoCloseable {
    /**
     * A file in an open folder.
     *
     * @param before time of its last write at the first check, if it existed
     */
    record Place(SecureDirectoryStream<Path> folder, Path name, Optional<FileTime> before) {
        static Place of(SecureDirectoryStream<Path> folder, Path name) {
            Place place = new Place(folder, name, Optional.empty());
            return new Place(
                    folder,
                    name,
                    place.written(_ -> true).map(PosixFileAttributes::lastModifiedTime));
        }

        /**
         * Returns the attributes of a regular file; empty for links and FIFOs of a hostile target.
         */
        Optional<PosixFileAttributes> attributes() throws IOException {
            PosixFileAttributes found =
                    folder.getFileAttributeView(
                                    name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes();
            return found.isRegularFile() ? Optional.of(found) : Optional.empty();
        }

        /**
         * Returns the attributes of the file if it was written since a time. Also compares it with
         * the first one found, because the clock may have been set back. Ignores inaccessible
         * files.
         */
        Optional<PosixFileAttributes> writtenSince(Instant since) {
            return written(
                    time -> !time.toInstant().isBefore(since) || !before.equals(Optional.of(time)));
        }

        private Optional<PosixFileAttributes> written(Predicate<FileTime> when) {
            try {
                return attributes().filter(file -> when.test(file.lastModifiedTime()));
            } catch (IOException _) {
                return Optional.empty();
            }
        }

        /** Returns whether a file with this name plus a suffix is in the folder. */
        boolean hasSibling(String end) {
            try {
                return new Place(folder, Path.of(name + end), Optional.empty())
                        .attributes()
                        .isPresent();
            } catch (IOException _) {
                return false;
            }
        }

        /**
         * Opens the file to read it.
         *
         * @throws IOException if it is unreadable, no longer a regular file, or another file than
         *     before
         */
        FileChannel open() throws IOException {
            Object key = key();
            SeekableByteChannel opened =
                    folder.newByteChannel(
                            name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
            if (opened instanceof FileChannel file && key.equals(key())) {
                return file;
            }
            opened.close();
            throw new IOException(name + " was replaced");
        }

        private Object key() throws IOException {
            PosixFileAttributes file =
                    attributes()
                            .orElseThrow(() -> new IOException(name + " is not a regular file"));
            return Objects.requireNonNull(file.fileKey(), "a POSIX file system has inodes");
        }
    }

    private final ProcFs procFs;
    private final TargetJvm jvm;
    private final List<DirectoryStream<Path>> open = new ArrayList<>();

    HeldFolders(ProcFs procFs, TargetJvm jvm) {
        this.procFs = procFs;
        this.jvm = jvm;
    }

    /** Returns a file in the working directory. */
    Optional<Place> inWorkingFolder(String name) {
        return workingFolder().map(folder -> Place.of(folder, Path.of(name)));
    }

    /** Returns a file in a folder with a path in the target. */
    Optional<Place> in(String folder, String name) {
        return folder(folder).map(found -> Place.of(found, Path.of(name)));
    }

    /** Returns a file with a path in the target. */
    Optional<Place> file(String path) {
        Path named;
        try {
            named = Path.of(path);
        } catch (InvalidPathException _) {
            return Optional.empty();
        }
        Path name = named.getFileName();
        if (name == null) {
            return Optional.empty();
        }
        Path parent = named.getParent();
        Optional<SecureDirectoryStream<Path>> folder =
                parent == null ? workingFolder() : folder(parent.toString());
        return folder.map(in -> Place.of(in, name));
    }

    /** Returns a file with a path in the sidecar. */
    Optional<Place> at(Path path) {
        Path parent = path.getParent();
        Path name = path.getFileName();
        return parent == null || name == null
                ? Optional.empty()
                : opened(parent).map(in -> Place.of(in, name));
    }

    private Optional<SecureDirectoryStream<Path>> workingFolder() {
        return opened(procFs.of(jvm.pid()).resolve("cwd"));
    }

    /** Opens a folder with a path in the target, which may be relative to its working directory. */
    private Optional<SecureDirectoryStream<Path>> folder(String path) {
        try {
            String absolute = path.startsWith("/") ? path : procFs.cwd(jvm.pid()) + "/" + path;
            return opened(RootedPath.resolve(procFs.files(), procFs.rootOf(jvm.pid()), absolute));
        } catch (IOException | InvalidPathException _) {
            return Optional.empty();
        }
    }

    @SuppressWarnings("StreamResourceLeak") // closed with this
    private Optional<SecureDirectoryStream<Path>> opened(Path folder) {
        try {
            DirectoryStream<Path> stream = Files.newDirectoryStream(folder);
            open.add(stream);
            return stream instanceof SecureDirectoryStream<Path> secure
                    ? Optional.of(secure)
                    : Optional.empty();
        } catch (IOException _) {
            return Optional.empty(); // missing or inaccessible
        }
    }

    @Override
    public void close() {
        open.forEach(HeldFolders::close);
    }

    private static void close(DirectoryStream<Path> folder) {
        try {
            folder.close();
        } catch (IOException _) {
            return; // read only: nothing to lose
        }
    }
}
