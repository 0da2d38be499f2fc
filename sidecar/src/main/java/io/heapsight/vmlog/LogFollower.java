/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.proc.FileAccess;
import io.heapsight.proc.FileStatus;
import io.heapsight.proc.LocalFiles;
import io.heapsight.transfer.TargetFile;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Copies a log file as it grows, and follows it when the target rotates it. Holds the file open if
 * the sidecar itself may read it, so that a killed target's last lines remain readable without its
 * container. Not thread-safe.
 */
final class LogFollower implements AutoCloseable {
    private static final int CHUNK_BYTES = 64 * 1024;

    private final GcLogDestination place;
    private final FileAccess files;
    private final OutputStream out;
    private final long mostBytes;
    private long inode = -1;
    private long offset;
    private long copied;
    private boolean whole = true;
    private @Nullable InputStream held;

    /**
     * @param mostBytes maximum size of the copy
     */
    LogFollower(GcLogDestination place, OutputStream out, long mostBytes) {
        this.place = place;
        this.files = place.file().files();
        this.out = out;
        this.mostBytes = mostBytes;
    }

    /**
     * Copies the lines added since the last call.
     *
     * @return false if the file can't be read, which may be for a moment
     * @throws IOException if the copy can't be written
     */
    boolean copyAdded() throws IOException {
        long now;
        try {
            now = inodeOf(place.file());
        } catch (IOException _) {
            return false;
        }
        if (inode >= 0 && now != inode) {
            copyRotated();
        }
        if (inode < 0) {
            inode = now;
            hold();
        }
        return copyFrom(place.file());
    }

    /** Copies the rest of the file that the target has rotated. */
    private void copyRotated() throws IOException {
        boolean found;
        try {
            found = inodeOf(place.rotated()) == inode;
        } catch (IOException _) {
            found = false;
        }
        whole &= found && copyFrom(place.rotated());
        release();
        inode = -1;
        offset = 0;
    }

    /**
     * Copies the rest after the end of the log.
     *
     * @param alive whether the target is alive; if not, its files may have ended with it
     */
    void copyRest(boolean alive) throws IOException {
        InputStream file = held;
        if (alive || file == null) {
            boolean _ = copyAdded();
            return;
        }
        byte[] bytes;
        try {
            file.skipNBytes(offset);
            do {
                bytes = file.readNBytes(CHUNK_BYTES);
                write(bytes);
            } while (bytes.length == CHUNK_BYTES && !isFull());
        } catch (EOFException _) {
            whole = false; // renamed just before its end
        }
    }

    private boolean copyFrom(TargetFile file) throws IOException {
        byte[] bytes;
        do {
            try {
                bytes = files.read(file.file(), offset, CHUNK_BYTES);
            } catch (IOException _) {
                return false;
            }
            write(bytes);
        } while (bytes.length == CHUNK_BYTES && !isFull());
        return true;
    }

    private void write(byte[] bytes) throws IOException {
        int length = (int) Math.min(bytes.length, mostBytes - copied);
        out.write(bytes, 0, length);
        offset += length;
        copied += length;
    }

    private static long inodeOf(TargetFile file) throws IOException {
        FileStatus status = file.files().status(file.file());
        if (!status.isRegular()) {
            throw new IOException(file.pathInTarget() + " is not a regular file");
        }
        return status.inode();
    }

    private void hold() {
        if (files instanceof LocalFiles) {
            try {
                held = files.open(place.file().file());
            } catch (IOException _) {
                held = null; // renamed again
            }
        }
    }

    /** Returns whether the copy has reached its maximum size. */
    boolean isFull() {
        return copied >= mostBytes;
    }

    /** Returns whether no line is missing. */
    boolean isWhole() {
        return whole;
    }

    private void release() throws IOException {
        if (held != null) {
            held.close();
            held = null;
        }
    }

    @Override
    public void close() throws IOException {
        release();
    }
}
