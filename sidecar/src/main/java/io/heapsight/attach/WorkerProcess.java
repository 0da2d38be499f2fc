/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.attach.WorkerFrame.Kind;
import io.heapsight.proc.FileAccess;
import io.heapsight.proc.FileStatus;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ChildEnvironment;
import io.heapsight.unit.IoReason;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs this program in a child process with the uid and gid of a target. The child sends commands
 * and reads files that need these rights. It is started once and reused, and ends with this
 * process. Requests may run concurrently.
 */
public final class WorkerProcess implements FileAccess, AutoCloseable {
    /**
     * Additional time for the worker, which has the same deadline, to report why it missed the
     * deadline.
     */
    private static final Duration FOR_THE_WORKERS_WORDS = Duration.ofMillis(500);

    /** Timeout of requests that only read a file or two. */
    private static final Duration FOR_A_FILE = Duration.ofSeconds(10);

    private final Process process;
    private final DataOutputStream out;
    private final Map<Integer, WorkerReply> replies = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger(1);

    private WorkerProcess(Process process) {
        this.process = process;
        this.out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    }

    /**
     * Starts a worker and waits until it has dropped to the user.
     *
     * @throws AttachException if that is not permitted
     */
    public static WorkerProcess start(int uid, int gid) throws AttachException {
        try {
            return start(
                    WorkerCommandLine.of(
                            WorkerMain.class, Integer.toString(uid), Integer.toString(gid)));
        } catch (IOException e) {
            throw new AttachException(
                    new AttachFailure.StepFailed(
                            "starting a child with uid " + uid + " and gid " + gid, IoReason.of(e)),
                    e);
        }
    }

    static WorkerProcess start(List<String> command) throws IOException, AttachException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(new File("/"));
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        ChildEnvironment.isolate(builder);
        WorkerProcess worker = new WorkerProcess(builder.start());
        worker.awaitReady();
        return worker;
    }

    private void awaitReady() throws IOException, AttachException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        try {
            WorkerFrame first = WorkerFrame.read(in);
            if (first.kind() == Kind.PROBLEM) {
                throw new AttachException(first.parse(WorkerRequestCodec::readFailure));
            }
        } catch (IOException | AttachException e) {
            close();
            throw e;
        }
        Thread.ofPlatform().daemon().name("worker-" + process.pid()).start(() -> readReplies(in));
    }

    private void readReplies(DataInputStream in) {
        try (in) {
            while (true) {
                WorkerFrame frame = WorkerFrame.read(in);
                WorkerReply reply = replies.get(frame.request());
                if (reply != null) {
                    reply.take(frame);
                }
            }
        } catch (IOException e) {
            fail("the worker has ended: " + IoReason.of(e));
        } catch (OutOfMemoryError _) {
            process.destroyForcibly(); // the pipe contains the rest of a frame
            fail("the worker's answer did not fit into the sidecar's Java heap");
        }
    }

    private void fail(String reason) {
        replies.values().forEach(reply -> reply.fail(reason));
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** Sends a command to a JVM of this user and returns the JVM's answer. */
    public InputStream execute(AttachTarget target, AttachCommand command, Deadline deadline)
            throws AttachException {
        int request = requests.getAndIncrement();
        WorkerFrame frame =
                new WorkerRequestCodec.Command(target, command, deadline.nanosLeft())
                        .frame(request);
        try {
            return started(ask(request, frame, deadline.plus(FOR_THE_WORKERS_WORDS)));
        } catch (IOException e) {
            throw e.getCause() instanceof AttachException cause
                    ? cause
                    : new AttachException(
                            new AttachFailure.StepFailed(
                                    "a command through the worker", IoReason.of(e)),
                            e);
        }
    }

    /**
     * Waits for the first part of a reply. After a failure, closes the reply: an unread rest would
     * block all other replies.
     */
    private static WorkerReply started(WorkerReply reply) throws IOException {
        try {
            reply.awaitStart();
            return reply;
        } catch (IOException e) {
            reply.close();
            throw e;
        }
    }

    private WorkerReply ask(int request, WorkerFrame frame, Deadline deadline) throws IOException {
        WorkerReply reply = new WorkerReply(deadline, () -> forget(request));
        replies.put(request, reply);
        try {
            frame.write(out);
        } catch (IOException e) {
            replies.remove(request);
            throw e;
        }
        if (!alive()) {
            reply.fail("the worker has ended");
        }
        return reply;
    }

    /** Discards further data of a closed reply. */
    private void forget(int request) {
        if (replies.remove(request) != null) {
            try {
                new WorkerFrame(request, Kind.CANCEL, new byte[0]).write(out);
            } catch (IOException _) {
                return; // the worker has ended, and with it the request
            }
        }
    }

    private byte[] askFile(Kind kind, Path path, long offset, int maxBytes) throws IOException {
        int request = requests.getAndIncrement();
        WorkerFrame frame =
                new WorkerRequestCodec.File(path, offset, maxBytes).frame(request, kind);
        Deadline deadline = Deadline.after(FOR_A_FILE, new CancelSignal());
        try (WorkerReply reply = ask(request, frame, deadline)) {
            return reply.readAllBytes();
        }
    }

    @Override
    public byte[] read(Path path, long offset, int maxBytes) throws IOException {
        return askFile(Kind.READ, path, offset, maxBytes);
    }

    @Override
    public InputStream open(Path path) throws IOException {
        int request = requests.getAndIncrement();
        WorkerFrame frame = new WorkerRequestCodec.File(path, 0, 0).frame(request, Kind.READ_ALL);
        return ask(request, frame, Deadline.after(FOR_A_FILE, new CancelSignal()));
    }

    @Override
    public String readLink(Path path) throws IOException {
        return new String(askFile(Kind.READ_LINK, path, 0, 0), StandardCharsets.UTF_8);
    }

    @Override
    public List<String> list(Path directory) throws IOException {
        String names = new String(askFile(Kind.LIST, directory, 0, 0), StandardCharsets.UTF_8);
        return names.isEmpty() ? List.of() : List.of(names.split("\0"));
    }

    @Override
    public boolean isWritable(Path directory) throws IOException {
        byte[] answer = askFile(Kind.IS_WRITABLE, directory, 0, 0);
        return answer.length == 1 && answer[0] == 1;
    }

    @Override
    public FileStatus status(Path path) throws IOException {
        byte[] body = askFile(Kind.STATUS, path, 0, 0);
        return new WorkerFrame(0, Kind.STATUS, body)
                .parse(
                        in ->
                                new FileStatus(
                                        in.readInt(),
                                        in.readLong(),
                                        in.readInt(),
                                        in.readLong(),
                                        in.readLong()));
    }

    @Override
    public void delete(Path file) throws IOException {
        askFile(Kind.DELETE, file, 0, 0);
    }

    @Override
    public void truncate(Path file) throws IOException {
        askFile(Kind.TRUNCATE, file, 0, 0);
    }

    @Override
    public boolean punch(Path file) throws IOException {
        byte[] answer = askFile(Kind.PUNCH, file, 0, 0);
        return answer.length == 1 && answer[0] == 1;
    }

    @Override
    public void create(Path file, byte[] content) throws IOException {
        int request = requests.getAndIncrement();
        WorkerFrame frame = new WorkerRequestCodec.Content(file, content).frame(request);
        Deadline deadline = Deadline.after(FOR_A_FILE, new CancelSignal());
        try (WorkerReply reply = ask(request, frame, deadline)) {
            byte[] _ = reply.readAllBytes();
        }
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        byte[] body = askFile(Kind.USABLE_BYTES, directory, 0, 0);
        return new WorkerFrame(0, Kind.USABLE_BYTES, body).parse(DataInputStream::readLong);
    }

    @Override
    public long[] threadAddresses(List<Integer> threads) throws IOException {
        int request = requests.getAndIncrement();
        WorkerFrame frame = new WorkerRequestCodec.Threads(threads).frame(request);
        Deadline deadline = Deadline.after(FOR_A_FILE, new CancelSignal());
        try (WorkerReply reply = ask(request, frame, deadline)) {
            byte[] body = reply.readNBytes(threads.size() * Long.BYTES);
            long[] addresses = new long[body.length / Long.BYTES];
            ByteBuffer.wrap(body).asLongBuffer().get(addresses);
            return addresses;
        }
    }

    /** Ends the child by closing its standard input, or else by force. */
    @Override
    public void close() {
        try {
            out.close();
            if (process.waitFor(2, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException _) {
            process.destroyForcibly();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
