/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A connection to a stream socket in the file system. (Java's own channel does not show the peer
 * process.) No call blocks in the kernel: the calling thread waits in short sleeps until its
 * deadline.
 *
 * <pre>
 * struct sockaddr_un { u16 family; char path[108]; }
 * struct ucred { i32 pid; u32 uid; u32 gid; }
 * </pre>
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/unix.7.html">unix(7)</a>
 */
@SuppressWarnings("restricted") // the launcher and the manifest enable native access
final class UnixSocket implements AutoCloseable {
    private static final short AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int SOCK_NONBLOCK = 0x800;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    private static final int MSG_NOSIGNAL = 0x4000;

    /** Queries the sent bytes that the other side has not read yet. */
    private static final long SIOCOUTQ = 0x5411;

    private static final int ENOENT = 2;
    private static final int EAGAIN = 11;
    private static final int EPIPE = 32;
    private static final int ECONNRESET = 104;
    private static final int ECONNREFUSED = 111;

    private static final int PATH_AT = 2;
    private static final int PATH_BYTES = 108;
    private static final int CREDENTIALS_BYTES = 12;
    private static final int BUFFER_BYTES = 8 * 1024;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(20);

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET =
            function("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle CONNECT =
            function("connect", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle GETSOCKOPT =
            function(
                    "getsockopt",
                    FunctionDescriptor.of(
                            JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle SEND =
            function(
                    "send",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle RECV =
            function(
                    "recv",
                    FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle IOCTL =
            function(
                    "ioctl",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                    Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE =
            function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final Arena arena = Arena.ofShared();
    private final MemorySegment state = arena.allocate(STATE);
    private final MemorySegment buffer = arena.allocate(BUFFER_BYTES);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final int descriptor;

    /** Thrown if no process listens at a path, or if the path does not exist. */
    static final class NobodyListens extends IOException {
        NobodyListens(Path path) {
            super("no process listens on " + path);
        }
    }

    private UnixSocket() throws IOException {
        long got =
                call(
                        () ->
                                (int)
                                        SOCKET.invokeExact(
                                                state,
                                                (int) AF_UNIX,
                                                SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC,
                                                0));
        if (got < 0) {
            int errno = errno();
            arena.close();
            throw new IOException("socket: errno " + errno);
        }
        descriptor = (int) got;
    }

    /**
     * Connects; waits while the backlog of the other side is full.
     *
     * @throws NobodyListens if there is no listener
     */
    static UnixSocket connect(Path path, Deadline deadline, String phase)
            throws IOException, AttachException {
        deadline.check(phase);
        UnixSocket socket = new UnixSocket();
        boolean connected = false;
        try {
            MemorySegment address = socket.address(path);
            Pauses pauses = new Pauses(deadline, phase);
            while (!socket.connected(address, path)) {
                pauses.next();
            }
            connected = true;
            return socket;
        } finally {
            if (!connected) {
                socket.close();
            }
        }
    }

    private MemorySegment address(Path path) throws IOException {
        byte[] bytes = path.toString().getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= PATH_BYTES) {
            throw new IOException("longer than " + (PATH_BYTES - 1) + " bytes: " + path);
        }
        MemorySegment address = arena.allocate(PATH_AT + PATH_BYTES, JAVA_SHORT.byteAlignment());
        address.set(JAVA_SHORT, 0, AF_UNIX);
        MemorySegment.copy(bytes, 0, address, JAVA_BYTE, PATH_AT, bytes.length);
        return address;
    }

    /** Tries to connect; false if the backlog is full. */
    private boolean connected(MemorySegment address, Path path) throws IOException {
        int size = (int) address.byteSize();
        if (call(() -> (int) CONNECT.invokeExact(state, descriptor, address, size)) == 0) {
            return true;
        }
        int errno = errno();
        if (errno == EAGAIN) {
            return false;
        }
        if (errno == ENOENT || errno == ECONNREFUSED) {
            throw new NobodyListens(path);
        }
        throw new IOException("connect to " + path + ": errno " + errno);
    }

    /** The peer process in the sidecar's namespace; 0 if it is not visible. */
    int peerPid() throws IOException {
        try (Arena own = Arena.ofConfined()) {
            MemorySegment credentials = own.allocate(CREDENTIALS_BYTES, JAVA_INT.byteAlignment());
            MemorySegment size = own.allocateFrom(JAVA_INT, CREDENTIALS_BYTES);
            long got =
                    call(
                            () ->
                                    (int)
                                            GETSOCKOPT.invokeExact(
                                                    state,
                                                    descriptor,
                                                    SOL_SOCKET,
                                                    SO_PEERCRED,
                                                    credentials,
                                                    size));
            if (got != 0) {
                throw new IOException("SO_PEERCRED: errno " + errno());
            }
            return credentials.get(JAVA_INT, 0);
        }
    }

    /**
     * Sends a request; sends the last byte only when the other side has read all others. A process
     * that is stopped until this connection is closed then finds an incomplete request, which a JVM
     * ignores; a complete one would run late.
     */
    void sendRequest(byte[] request, Deadline deadline, String phase)
            throws IOException, AttachException {
        int rest = request.length - 1;
        send(Arrays.copyOf(request, rest), deadline, phase);
        Pauses pauses = new Pauses(deadline, phase);
        while (hasUnread()) {
            pauses.next();
        }
        send(Arrays.copyOfRange(request, rest, request.length), deadline, phase);
    }

    /** Whether the other side has not read all sent bytes; false if unknown. */
    private boolean hasUnread() {
        long got = call(() -> (int) IOCTL.invokeExact(state, descriptor, SIOCOUTQ, buffer));
        return got == 0 && buffer.get(JAVA_INT, 0) > 0;
    }

    /** Sends all bytes, unless the other side has closed the connection: its answer says why. */
    private void send(byte[] bytes, Deadline deadline, String phase)
            throws IOException, AttachException {
        Pauses pauses = new Pauses(deadline, phase);
        for (int sent = 0; sent < bytes.length; ) {
            int count = Math.min(bytes.length - sent, BUFFER_BYTES);
            MemorySegment.copy(bytes, sent, buffer, JAVA_BYTE, 0, count);
            long got =
                    call(
                            () ->
                                    (long)
                                            SEND.invokeExact(
                                                    state,
                                                    descriptor,
                                                    buffer,
                                                    (long) count,
                                                    MSG_NOSIGNAL));
            if (got >= 0) {
                sent += (int) got;
            } else if (errno() == EPIPE) {
                return;
            } else if (errno() == EAGAIN) {
                pauses.next();
            } else {
                throw new IOException("send: errno " + errno());
            }
        }
    }

    /** Fills an empty buffer with the available bytes; leaves it empty at the end. */
    void receive(ByteBuffer into, Deadline deadline, String phase)
            throws IOException, AttachException {
        Pauses pauses = new Pauses(deadline, phase);
        long most = Math.min(into.capacity(), BUFFER_BYTES);
        while (true) {
            long got = call(() -> (long) RECV.invokeExact(state, descriptor, buffer, most, 0));
            if (got >= 0) {
                into.clear();
                into.put(buffer.asSlice(0, got).asByteBuffer());
                into.flip();
                return;
            }
            if (errno() == ECONNRESET) { // closed before it had read all, and its answer was read
                into.clear().limit(0);
                return;
            }
            if (errno() != EAGAIN) {
                throw new IOException("recv: errno " + errno());
            }
            pauses.next();
        }
    }

    /** Closes the connection; a JVM that is still writing gets EPIPE and continues. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            call(() -> (int) CLOSE.invokeExact(state, descriptor));
            arena.close();
        }
    }

    /** Sleeps for increasing times until the deadline. */
    private static final class Pauses {
        private final Deadline deadline;
        private final String phase;
        private Duration pause = FIRST_PAUSE;

        Pauses(Deadline deadline, String phase) {
            this.deadline = deadline;
            this.phase = phase;
        }

        void next() throws AttachException {
            deadline.pause(pause, phase);
            pause = pause.multipliedBy(2);
            if (pause.compareTo(LONGEST_PAUSE) > 0) {
                pause = LONGEST_PAUSE;
            }
        }
    }

    private interface Call {
        long invoke() throws Throwable;
    }

    private static long call(Call call) {
        try {
            return call.invoke();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a native call with the wrong types", e);
        }
    }

    private int errno() {
        return (int) ERRNO.get(state, 0L);
    }

    private static MethodHandle function(
            String name, FunctionDescriptor types, Linker.Option... more) {
        Linker.Option[] options = Arrays.copyOf(more, more.length + 1);
        options[more.length] = Linker.Option.captureCallState("errno");
        return LINKER.downcallHandle(
                LINKER.defaultLookup().find(name).orElseThrow(), types, options);
    }
}
