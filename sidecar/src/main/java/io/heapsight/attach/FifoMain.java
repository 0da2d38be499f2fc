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
 * The main class of a {@link FifoReader}'s child process: it creates a FIFO and copies its data to
 * standard output. It ends with its writer, or with its standard input, that is, with its parent.
 *
 * <p>A writer never waits long. If no byte moves for {@link #LONGEST_STALL}, because the process is
 * stopped or its disk blocks, the process is killed and its writer gets an error. A writer that
 * opens a FIFO without a reader would wait forever; one that finds no FIFO would create a file. So
 * the FIFO stays until a writer has opened it, or {@link #COMES_WITHIN_SECONDS} after the last time
 * that a writer was expected.
 *
 * <p>A streamed FIFO has its own folder, so that a late writer finds no folder and creates no file.
 * Once a writer has opened the FIFO, the process reads it to the end, even if the data is no longer
 * needed. The application doesn't wait for this. Without a reader, JDK 21 needs minutes of CPU time
 * to write into a FIFO.
 */
public final class FifoMain {
    /** The line on standard error that announces the FIFO to its writer. */
    static final String READY = "ready";

    /** The line on standard error, every {@link #SHOWN_MILLIS}, until a writer has come. */
    static final String WAITING = "waiting";

    /** The line on standard error for the first data of a writer. */
    static final String READING = "reading";

    /** The argument to create the FIFO's folder, and to delete both at the end. */
    static final String STREAMS = "stream";

    private static final int CHUNK_BYTES = 256 * 1024;

    /** Longer than a running parent waits, so that the parent can report the reason. */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(6);

    private static final int COMES_WITHIN_SECONDS = 5;
    private static final int SHOWN_MILLIS = 500;
    private static final CountDownLatch WRITER_HAS_COME = new CountDownLatch(1);

    private FifoMain() {}

    /**
     * Arguments: [UID GID] [stream] FIFO. After a failure, exits with code 1 and a message on
     * standard error.
     */
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

    /** Creates the folder. An existing one is from an earlier reader; links are not followed. */
    private static void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(
                    folder,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
    }

    /** Creates the FIFO. An existing one is from an earlier reader. */
    private static void make(Path fifo) throws IOException {
        int errno = SystemCalls.makeFifo(fifo);
        if (errno != 0 && errno != SystemCalls.EEXIST) {
            throw new IOException("can't create a FIFO at %s: errno %d".formatted(fifo, errno));
        }
    }

    private static void copy(Path fifo, boolean streams) throws IOException {
        // Opened for reading and writing, a FIFO neither blocks nor ends before its writer has
        // opened it.
        RandomAccessFile both = new RandomAccessFile(fifo.toFile(), "rw");
        try (FileInputStream in = new FileInputStream(fifo.toFile());
                FileChannel from = in.getChannel();
                FileOutputStream out = new FileOutputStream(FileDescriptor.out);
                FileChannel to = out.getChannel()) {
            System.err.println(READY);
            if (!streams) {
                Thread.ofPlatform().daemon().start(FifoMain::showThatItRuns);
            }
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            @Nullable SelfKillTimer stall = null;
            boolean wanted = true;
            for (int n = from.read(chunk); n >= 0; n = from.read(chunk)) {
                if (WRITER_HAS_COME.getCount() > 0) {
                    WRITER_HAS_COME.countDown();
                    both.close();
                    if (streams) {
                        remove(fifo, streams);
                    } else {
                        stall = SelfKillTimer.start(LONGEST_STALL);
                        System.err.println(READING);
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

    /** Returns false if the stream's reader is gone. */
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

    /** Shows the parent that this process runs: only the writer is late. */
    private static void showThatItRuns() {
        try {
            while (!WRITER_HAS_COME.await(SHOWN_MILLIS, TimeUnit.MILLISECONDS)) {
                System.err.println(WAITING);
            }
        } catch (InterruptedException e) {
            System.err.println(e);
        }
    }

    private static void endWithParent(Path fifo, boolean streams) {
        boolean hasCome = false;
        try {
            System.in.readAllBytes(); // the parent never writes; this returns at its end
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
