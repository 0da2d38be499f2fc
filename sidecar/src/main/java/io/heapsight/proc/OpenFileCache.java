/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps up to {@value #MOST} frequently read kernel files open, such as those of a control group.
 * This saves most of the cost of a read, because the paths lead through another process's root.
 * After the removal of a control group, a read of its file fails and the next read reopens it.
 *
 * <p>Not thread-safe.
 */
public final class OpenFileCache implements FileAccess, AutoCloseable {
    private static final int MOST = 64;
    private static final int BUFFER = 16 * 1024;

    private final FileAccess files;
    private final Map<Path, RandomAccessFile> open = new HashMap<>();
    private final byte[] buffer = new byte[BUFFER];

    /**
     * Opens no file yet.
     *
     * @param files if it accesses files through another process, none is kept open
     */
    public OpenFileCache(FileAccess files) {
        this.files = files;
    }

    /**
     * {@inheritDoc}
     *
     * <p>Keeps the file open.
     */
    @Override
    public byte[] read(Path path, long offset, int maxBytes) throws IOException {
        RandomAccessFile file = open.get(path);
        if (file == null) {
            if (open.size() >= MOST || !(files instanceof LocalFiles)) {
                return files.read(path, offset, maxBytes);
            }
            LocalFiles.checkRegular(path);
            file = new RandomAccessFile(path.toFile(), "r");
            open.put(path, file);
        }
        try {
            file.seek(offset);
            return read(file, Math.min(maxBytes, buffer.length));
        } catch (IOException e) {
            open.remove(path);
            file.close();
            throw e;
        }
    }

    /** Reads to the end of the file: the kernel returns whole lines, the last one ends there. */
    private byte[] read(RandomAccessFile file, int most) throws IOException {
        int length = Math.max(0, file.read(buffer, 0, most));
        while (length > 0 && length < most && buffer[length - 1] != '\n') {
            int count = file.read(buffer, length, most - length);
            if (count <= 0) {
                break;
            }
            length += count;
        }
        return Arrays.copyOf(buffer, length);
    }

    @Override
    public long[] threadAddresses(List<Integer> threads) throws IOException {
        return files.threadAddresses(threads);
    }

    @Override
    public InputStream open(Path path) throws IOException {
        return files.open(path);
    }

    @Override
    public String readLink(Path path) throws IOException {
        return files.readLink(path);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        return files.list(directory);
    }

    @Override
    public boolean isWritable(Path directory) throws IOException {
        return files.isWritable(directory);
    }

    @Override
    public FileStatus status(Path path) throws IOException {
        return files.status(path);
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        files.create(file, content);
    }

    @Override
    public void delete(Path file) throws IOException {
        files.delete(file);
    }

    @Override
    public void truncate(Path file) throws IOException {
        files.truncate(file);
    }

    @Override
    public boolean punch(Path file) throws IOException {
        return files.punch(file);
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        return files.usableBytes(directory);
    }

    @Override
    public void close() {
        for (RandomAccessFile file : open.values()) {
            try {
                file.close();
            } catch (IOException _) {
                // nothing was written to it
            }
        }
        open.clear();
    }
}
