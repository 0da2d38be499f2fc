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
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
 *
 * <p>A FIFO that is streamed is in a folder of its own, which a writer that comes late doesn't
 * find: it makes no file. One that has come is read to its end, also when nobody wants to know: its
 * application doesn't wait for it, and JDK 21 takes minutes of CPU time to write into a FIFO
 * without a reader.
 */
public final class FifoMain {
    /** The line on standard error that says that a writer may come. */
    static final String READY = "ready";

    /** The argument of one that makes the FIFO's folder, and removes both at its end. */
    static final String STREAMS = "stream";

    private static final int CHUNK_BYTES = 256 * 1024;

    /** Longer than a parent that isn't stopped waits, which tells why it ends it. */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(6);

    private static final int COMES_WITHIN_SECONDS = 5;
    private static final CountDownLatch WRITER_HAS_COME = new CountDownLatch(1);

    private FifoMain() {}

    /** Arguments: [UID GID] [stream] FIFO. The exit code is 1 when standard error says why. */
    public static void main(String[] args) {
        Path fifo = Path.of(args[args.length - 1]);
        boolean streams = args.length > 1 && args[args.length - 2].equals(STREAMS);
        try {
            if (args.length >= 3) {
                become(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
            }
            if (streams) {
                makeFolder(folderOf(fifo));
            }
            make(fifo);
            Thread.ofPlatform().daemon().start(() -> endWithParent(fifo, streams));
            copy(fifo, streams);
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

    private static Path folderOf(Path fifo) {
        return fifo.resolveSibling("");
    }

    /** One that is there was made by the reader before this one; a link is followed by nobody. */
    private static void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** One that is there was made by the reader before this one. */
    private static void make(Path fifo) throws IOException {
        int errno = NativeCalls.makeFifo(fifo);
        if (errno != 0 && errno != NativeCalls.EEXIST) {
            throw new IOException("can't create a FIFO at %s: errno %d".formatted(fifo, errno));
        }
    }

    private static void copy(Path fifo, boolean streams) throws IOException {
        // Open for both, a FIFO waits for nobody, and has no end before its writer has come.
        RandomAccessFile both = new RandomAccessFile(fifo.toFile(), "rw");
        try (FileInputStream in = new FileInputStream(fifo.toFile());
                FileChannel from = in.getChannel();
                FileOutputStream out = new FileOutputStream(FileDescriptor.out);
                FileChannel to = out.getChannel()) {
            System.err.println(READY);
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            @Nullable KillTimer stall = null;
            boolean wanted = true;
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                if (WRITER_HAS_COME.getCount() > 0) {
                    WRITER_HAS_COME.countDown();
                    both.close();
                    if (streams) {
                        remove(fifo, streams);
                    } else {
                        stall = KillTimer.start(LONGEST_STALL);
                    }
                }
                chunk.flip();
                wanted = wanted && write(chunk, to, streams);
                chunk.clear();
                if (stall != null) {
                    stall.putOff();
                }
            }
        }
    }

    /** False when nobody reads any more what is streamed. */
    private static boolean write(ByteBuffer chunk, FileChannel to, boolean streams)
            throws IOException {
        try {
            while (chunk.hasRemaining()) {
                to.write(chunk);
            }
            return true;
        } catch (IOException e) {
            if (streams) {
                return false;
            }
            throw e;
        }
    }

    private static void endWithParent(Path fifo, boolean streams) {
        boolean hasCome = false;
        try {
            System.in.readAllBytes(); // nothing is ever said
            hasCome = WRITER_HAS_COME.await(COMES_WITHIN_SECONDS, TimeUnit.SECONDS);
            remove(fifo, streams);
        } catch (IOException | InterruptedException e) {
            System.err.println(e);
        } finally {
            if (!streams || !hasCome) {
                Runtime.getRuntime().halt(1);
            }
        }
    }

    private static void remove(Path fifo, boolean streams) throws IOException {
        Files.deleteIfExists(fifo);
        if (streams) {
            Files.deleteIfExists(folderOf(fifo));
        }
    }
}
