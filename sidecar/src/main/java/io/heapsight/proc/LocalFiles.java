/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Accesses files from this process itself, with its own rights. */
public final class LocalFiles implements FileAccess {
    private static final int FIRST_READ_BYTES = 8 * 1024;

    /**
     * {@inheritDoc}
     *
     * <p>Uses {@link RandomAccessFile}, because an interrupt during a read would close a channel.
     */
    @Override
    public byte[] read(Path path, long offset, int maxBytes) throws IOException {
        checkRegular(path);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            file.seek(offset);
            byte[] bytes = new byte[Math.min(maxBytes, FIRST_READ_BYTES)];
            int length = 0;
            while (true) {
                int count = file.read(bytes, length, bytes.length - length);
                if (count <= 0) {
                    return Arrays.copyOf(bytes, length);
                }
                length += count;
                if (length == maxBytes) {
                    return bytes;
                }
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, 2L * length));
                }
            }
        }
    }

    @Override
    public InputStream open(Path path) throws IOException {
        checkRegular(path);
        return new FileInputStream(path.toFile());
    }

    static void checkRegular(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            Files.readAttributes(path, "unix:ino"); // throws with the reason if it does not exist
            throw new IOException(path + " is not a regular file");
        }
    }

    @Override
    public String readLink(Path path) throws IOException {
        return Files.readSymbolicLink(path).toString();
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                names.add(entry.getFileName().toString());
            }
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public boolean isWritable(Path directory) {
        return Files.isDirectory(directory) && Files.isWritable(directory);
    }

    @Override
    public FileStatus status(Path path) throws IOException {
        Map<String, Object> attributes =
                Files.readAttributes(path, "unix:mode,ino,uid,size,dev", LinkOption.NOFOLLOW_LINKS);
        return new FileStatus(
                (int) number(attributes, "mode"),
                number(attributes, "ino"),
                (int) number(attributes, "uid"),
                number(attributes, "size"),
                number(attributes, "dev"));
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW);
        boolean whole = false;
        try (out) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
            out.write(content);
            whole = true;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Opens the file for reading, too: a FIFO in its place then doesn't block.
     */
    @Override
    public void truncate(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        file,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
            channel.truncate(0);
        }
    }

    @Override
    public boolean punch(Path file) throws IOException {
        FileStatus status = status(file);
        if (!status.isRegular()) {
            throw new IOException(file + " is not a regular file");
        }
        return status.bytes() == 0 || HolePunch.punch(file, status.bytes());
    }

    /**
     * {@inheritDoc}
     *
     * <p>Doesn't use FileStore, which looks up the mount point in the sidecar's own mounts and
     * doesn't find those of others.
     */
    @Override
    public long usableBytes(Path directory) {
        return directory.toFile().getUsableSpace();
    }

    @Override
    public long[] threadAddresses(List<Integer> threads) throws IOException {
        return ThreadStackAddresses.of(threads);
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name), name)).longValue();
    }
}
