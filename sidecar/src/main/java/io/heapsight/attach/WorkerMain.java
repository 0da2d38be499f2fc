/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.attach.WorkerFrame.Kind;
import io.heapsight.proc.FileStatus;
import io.heapsight.proc.LocalFiles;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The main class of a worker process. It first drops permanently to a uid and gid, then serves its
 * parent's requests over standard input and output until the parent ends. {@link WorkerProcess} is
 * the parent's side.
 */
public final class WorkerMain {
    private static final int CHUNK_BYTES = 16 * 1024;
    private static final int MAX_READ_BYTES = 4 * 1024 * 1024;

    private final LocalFiles files = new LocalFiles();
    private final AttachClient client = new AttachClient(new ProcFs(Path.of("/proc"), files));
    private final Map<Integer, CancelSignal> running = new ConcurrentHashMap<>();
    private final DataOutputStream out;

    private WorkerMain(DataOutputStream out) {
        this.out = out;
    }

    /** Arguments: UID GID. */
    public static void main(String[] args) throws IOException {
        int uid = Integer.parseInt(args[0]);
        int gid = Integer.parseInt(args[1]);
        DataOutputStream out =
                new DataOutputStream(
                        new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        String refused = drop(uid, gid);
        if (!refused.isEmpty()) {
            AttachFailure failure = new AttachFailure.CannotBecomeTarget(uid, gid, refused);
            WorkerRequestCodec.failure(0, failure).write(out);
            return;
        }
        new WorkerFrame(0, Kind.END, new byte[0]).write(out);
        new WorkerMain(out)
                .serve(
                        new DataInputStream(
                                new BufferedInputStream(new FileInputStream(FileDescriptor.in))));
    }

    /**
     * Drops groups, which only root may do, and then the user. Returns the refused call; "" on
     * success.
     */
    static String drop(int uid, int gid) {
        if (SystemCalls.clearGroups() != 0 || SystemCalls.setGids(gid) != 0) {
            return "SETGID";
        }
        return SystemCalls.setUids(uid) == 0 ? "" : "SETUID";
    }

    private void serve(DataInputStream in) throws IOException {
        while (true) {
            WorkerFrame frame;
            try {
                frame = WorkerFrame.read(in);
            } catch (EOFException _) {
                running.values().forEach(CancelSignal::cancel);
                return;
            }
            switch (frame.kind()) {
                case CANCEL -> {
                    CancelSignal signal = running.get(frame.request());
                    if (signal != null) {
                        signal.cancel();
                    }
                }
                case COMMAND -> {
                    CancelSignal cancel = new CancelSignal();
                    running.put(frame.request(), cancel);
                    Thread.ofVirtual().start(() -> command(frame, cancel));
                }
                case READ_ALL -> Thread.ofVirtual().start(() -> readAll(frame));
                case READ,
                        READ_LINK,
                        LIST,
                        STATUS,
                        IS_WRITABLE,
                        DELETE,
                        TRUNCATE,
                        PUNCH,
                        USABLE_BYTES ->
                        file(frame);
                case WRITE -> write(frame);
                case THREAD_ADDRESSES -> threadAddresses(frame);
                case DATA, END, PROBLEM, IO_ERROR ->
                        throw new IOException("not a request: " + frame.kind());
            }
        }
    }

    private void readAll(WorkerFrame frame) {
        try (InputStream in = files.open(frame.parse(WorkerRequestCodec.File::read).path())) {
            send(frame.request(), in);
        } catch (IOException e) {
            reply(ioError(frame.request(), e));
        }
    }

    /** Sends all of a stream, and its end. */
    private void send(int request, InputStream in) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
            new WorkerFrame(request, Kind.DATA, Arrays.copyOf(chunk, n)).write(out);
        }
        new WorkerFrame(request, Kind.END, new byte[0]).write(out);
    }

    private void command(WorkerFrame frame, CancelSignal cancel) {
        int request = frame.request();
        try {
            WorkerRequestCodec.Command asked = frame.parse(WorkerRequestCodec.Command::read);
            Deadline deadline = Deadline.after(Duration.ofNanos(asked.timeoutNanos()), cancel);
            try (AttachReply reply = client.execute(asked.target(), asked.command(), deadline)) {
                send(request, reply);
            }
        } catch (AttachException e) {
            reply(WorkerRequestCodec.failure(request, e.failure()));
        } catch (IOException e) {
            reply(
                    e.getCause() instanceof AttachException cause
                            ? WorkerRequestCodec.failure(request, cause.failure())
                            : ioError(request, e));
        } finally {
            running.remove(request);
        }
    }

    private void file(WorkerFrame frame) throws IOException {
        int request = frame.request();
        WorkerRequestCodec.File asked = frame.parse(WorkerRequestCodec.File::read);
        WorkerFrame answer;
        try {
            answer = new WorkerFrame(request, Kind.DATA, answer(frame.kind(), asked));
        } catch (IOException e) {
            ioError(request, e).write(out);
            return;
        }
        answer.write(out);
        new WorkerFrame(request, Kind.END, new byte[0]).write(out);
    }

    private void write(WorkerFrame frame) throws IOException {
        WorkerRequestCodec.Content asked = frame.parse(WorkerRequestCodec.Content::read);
        try {
            files.create(asked.path(), asked.bytes());
        } catch (IOException e) {
            ioError(frame.request(), e).write(out);
            return;
        }
        new WorkerFrame(frame.request(), Kind.END, new byte[0]).write(out);
    }

    private void threadAddresses(WorkerFrame frame) throws IOException {
        int request = frame.request();
        WorkerFrame answer;
        try {
            long[] addresses =
                    files.threadAddresses(frame.parse(WorkerRequestCodec.Threads::read).ids());
            answer = WorkerRequestCodec.addresses(request, addresses);
        } catch (IOException e) {
            ioError(request, e).write(out);
            return;
        }
        answer.write(out);
        new WorkerFrame(request, Kind.END, new byte[0]).write(out);
    }

    private byte[] answer(Kind kind, WorkerRequestCodec.File asked) throws IOException {
        Path path = asked.path();
        return switch (kind) {
            case READ ->
                    files.read(path, asked.offset(), Math.min(asked.maxBytes(), MAX_READ_BYTES));
            case READ_LINK -> files.readLink(path).getBytes(StandardCharsets.UTF_8);
            case LIST -> String.join("\0", files.list(path)).getBytes(StandardCharsets.UTF_8);
            case IS_WRITABLE -> new byte[] {(byte) (files.isWritable(path) ? 1 : 0)};
            case DELETE -> {
                files.delete(path);
                yield new byte[0];
            }
            case TRUNCATE -> {
                files.truncate(path);
                yield new byte[0];
            }
            case PUNCH -> new byte[] {(byte) (files.punch(path) ? 1 : 0)};
            case USABLE_BYTES -> {
                long usable = files.usableBytes(path);
                yield WorkerFrame.of(0, kind, data -> data.writeLong(usable)).body();
            }
            case STATUS -> {
                FileStatus status = files.status(path);
                yield WorkerFrame.of(
                                0,
                                kind,
                                data -> {
                                    data.writeInt(status.mode());
                                    data.writeLong(status.inode());
                                    data.writeInt(status.uid());
                                    data.writeLong(status.bytes());
                                    data.writeLong(status.device());
                                })
                        .body();
            }
            case COMMAND, CANCEL, READ_ALL, WRITE, THREAD_ADDRESSES, DATA, END, PROBLEM, IO_ERROR ->
                    throw new IllegalArgumentException("no question about a file: " + kind);
        };
    }

    private static WorkerFrame ioError(int request, IOException e) {
        return new WorkerFrame(
                request, Kind.IO_ERROR, IoReason.of(e).getBytes(StandardCharsets.UTF_8));
    }

    private void reply(WorkerFrame frame) {
        try {
            frame.write(out);
        } catch (IOException _) {
            return; // the parent has ended; standard input ends, too
        }
    }
}
