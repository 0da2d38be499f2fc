/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.hprof;

import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DiskHeadroom;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * The file into which a compressed dump is inflated. It keeps disk space free for other users of
 * the disk, as a dump's inflated size may be unknown.
 */
final class InflatedOutput {
    /** Bytes written between two checks of the disk. */
    private static final long CHECKED = DiskHeadroom.MARGIN_BYTES;

    private final Path directory;
    private final FileChannel channel;
    private final LongConsumer progress;
    private final CancelSignal cancel;
    private final ByteBuffer head = ByteBuffer.allocate(FileKind.HEAD);
    private boolean judged;
    private long length;
    private long nextCheck = CHECKED;

    /**
     * @param directory whose disk must keep free space
     * @param progress receives the number of bytes read of the compressed file
     */
    InflatedOutput(
            Path directory, FileChannel channel, LongConsumer progress, CancelSignal cancel) {
        this.directory = directory;
        this.channel = channel;
        this.progress = progress;
        this.cancel = cancel;
    }

    /**
     * Fails if the disk has less room than a dump needs.
     *
     * @param neededBytes a lower bound
     */
    static void requireRoom(Path directory, long neededBytes) throws ProblemException {
        try {
            DiskHeadroom.require(directory, neededBytes);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "no room to inflate the heap dump",
                    "it needs %s in %s: %s"
                            .formatted(new ByteSize(neededBytes), directory, IoReason.of(e)),
                    "name a directory with more room: --work-dir DIR",
                    e);
        }
    }

    long length() {
        return length;
    }

    private void addToHead(ByteBuffer data) throws ProblemException {
        data.limit(data.position() + Math.min(data.remaining(), head.remaining()));
        head.put(data);
        if (!head.hasRemaining()) {
            judge();
        }
    }

    /**
     * Checks the first data before gigabytes are inflated, in case they are not a dump.
     *
     * @throws ProblemException if it is another known format
     * @throws HprofFormatException if it is not a dump
     */
    void judge() throws ProblemException {
        if (judged) {
            return;
        }
        judged = true;
        byte[] bytes = Arrays.copyOf(head.array(), head.position());
        FileKind kind = FileKind.of(bytes);
        kind.refuse("its compressed content");
        if (kind.isCompressed()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "The file is not a readable heap dump",
                    "it is compressed twice: its compressed content is " + kind.words(),
                    "unpack it once");
        }
        if (kind == FileKind.HPROF && !HprofFile.hasRecords(bytes)) {
            throw new HprofFormatException(
                    HprofFile.HEADER_BYTES, "no record of a heap dump follows its header");
        }
        if (kind == FileKind.UNKNOWN) {
            throw new HprofFormatException(
                    0,
                    "not a heap dump: its compressed content does not begin with JAVA PROFILE 1.0");
        }
    }

    /** Appends the remaining bytes of a buffer. */
    void write(ByteBuffer data, long compressedOffset) throws IOException, ProblemException {
        cancel.throwIfCancelled();
        if (!judged) {
            addToHead(data.duplicate());
        }
        if (length + data.remaining() > nextCheck) {
            requireRoom(directory, data.remaining());
            nextCheck += CHECKED;
        }
        while (data.hasRemaining()) {
            length += channel.write(data, length);
        }
        progress.accept(compressedOffset);
    }
}
