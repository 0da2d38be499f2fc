/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The main class of a {@link FifoReader}'s child process: it creates a FIFO and copies what comes
 * through it to standard output. It ends with its writer, or when its standard input does: with its
 * parent.
 *
 * <p>A writer does not wait for it for long: the process is killed, and its writer gets an error,
 * when it moves no byte for {@link #LONGEST_STALL}, because it is stopped or its disk stands still.
 * A writer that finds the FIFO's name, but no reader, would wait for ever; one that finds no name
 * would make a file. So the name stays until a writer has come, or {@link #COMES_WITHIN_SECONDS}
 * after nobody expects one any more.
 */
public final class FifoMain {
    /** The line on standard error that says that a writer may come. */
    static final String READY = "ready";

    private static final int CHUNK_BYTES = 256 * 1024;

    /** Longer than a parent that isn't stopped waits, which tells why it ends it. */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(6);

    private static final int COMES_WITHIN_SECONDS = 5;
    private static final CountDownLatch WRITER_HAS_COME = new CountDownLatch(1);

    private FifoMain() {}

    /** Arguments: [UID GID] FIFO. The exit code is 1 when standard error says why. */
    public static void main(String[] args) {
        Path fifo = Path.of(args[args.length - 1]);
        try {
            if (args.length == 3) {
                become(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
            }
            make(fifo);
            Thread.ofPlatform().daemon().start(() -> endWithParent(fifo));
            copy(fifo);
        } catch (IOException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void become(int uid, int gid) throws IOException {
        String refused = WorkerMain.drop(uid, gid);
        if (!refused.isEmpty()) {
            throw new IOException(
                    "it can't switch to uid %d, gid %d: %s".formatted(uid, gid, refused));
        }
    }

    /** One that is there was made by the reader before this one. */
    private static void make(Path fifo) throws IOException {
        int errno = NativeCalls.makeFifo(fifo);
        if (errno != 0 && errno != NativeCalls.EEXIST) {
            throw new IOException("can't create a FIFO at %s: errno %d".formatted(fifo, errno));
        }
    }

    private static void copy(Path fifo) throws IOException {
        // Open for both, a FIFO waits for nobody, and has no end before its writer has come.
        RandomAccessFile both = new RandomAccessFile(fifo.toFile(), "rw");
        try (FileInputStream in = new FileInputStream(fifo.toFile());
                FileChannel from = in.getChannel();
                FileOutputStream out = new FileOutputStream(FileDescriptor.out);
                FileChannel to = out.getChannel()) {
            System.err.println(READY);
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            @Nullable KillTimer stall = null;
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                if (WRITER_HAS_COME.getCount() > 0) {
                    WRITER_HAS_COME.countDown();
                    both.close();
                    stall = KillTimer.start(LONGEST_STALL);
                }
                chunk.flip();
                while (chunk.hasRemaining()) {
                    to.write(chunk);
                }
                chunk.clear();
                if (stall != null) {
                    stall.putOff();
                }
            }
        }
    }

    private static void endWithParent(Path fifo) {
        try {
            System.in.readAllBytes(); // nothing is ever said
            WRITER_HAS_COME.await(COMES_WITHIN_SECONDS, TimeUnit.SECONDS);
            Files.deleteIfExists(fifo);
        } catch (IOException | InterruptedException e) {
            System.err.println(e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }
}
