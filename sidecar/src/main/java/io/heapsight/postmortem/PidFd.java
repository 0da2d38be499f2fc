/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.heapsight.proc.NativeFunction;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A pidfd: a file descriptor of one process, even if its pid is reused. It becomes readable when
 * the process ends. Opening it needs no rights, and the process doesn't notice. Not thread-safe.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/pidfd_open.2.html">pidfd_open(2), Linux
 *     5.3</a>
 */
final class PidFd implements AutoCloseable {
    /** The system call's number on all architectures. */
    private static final long SYS_PIDFD_OPEN = 434;

    private static final short POLLIN = 1;

    /** struct pollfd: int fd; short events; short revents. */
    private static final long POLLFD_BYTES = 8;

    private static final long POLLFD_EVENTS = 4;

    /**
     * {@code _IOWR(0xFF, 11, struct pidfd_info)} with the 64 bytes of its first version: u64 mask,
     * u64 cgroupid, 11 ids of 32 bits, s32 exit_code. Linux 6.13; the exit code since 6.15, once
     * the parent has collected it.
     *
     * @see <a
     *     href="https://git.kernel.org/pub/scm/linux/kernel/git/torvalds/linux.git/tree/include/uapi/linux/pidfd.h">pidfd.h</a>
     */
    private static final long PIDFD_GET_INFO = 0xC040_FF0BL;

    private static final long INFO_BYTES = 64;
    private static final long INFO_EXIT_CODE = 60;
    private static final long INFO_EXIT = 1 << 3;

    private final int fd;
    private final MethodHandle poll =
            NativeFunction.find(
                    "poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

    private PidFd(int fd) {
        this.fd = fd;
    }

    /**
     * Opens a pidfd; empty if the process does not exist, or the kernel or a seccomp profile lacks
     * the call.
     */
    static Optional<PidFd> open(int pid) {
        MethodHandle syscall =
                NativeFunction.find(
                        "syscall",
                        FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT),
                        Linker.Option.firstVariadicArg(1));
        try {
            long fd = (long) syscall.invokeExact(SYS_PIDFD_OPEN, pid, 0);
            return fd < 0 ? Optional.empty() : Optional.of(new PidFd((int) fd));
        } catch (Throwable e) {
            throw NativeFunction.wrongTypes(e);
        }
    }

    /** Waits for the end of the process; returns false if it is still running. */
    boolean endsWithin(Duration patience) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment wanted = arena.allocate(POLLFD_BYTES, Integer.BYTES);
            wanted.set(JAVA_INT, 0, fd);
            wanted.set(JAVA_SHORT, POLLFD_EVENTS, POLLIN);
            return (int) poll.invokeExact(wanted, 1L, (int) patience.toMillis()) > 0;
        } catch (Throwable e) {
            throw NativeFunction.wrongTypes(e);
        }
    }

    /** Returns the wait status; empty until the parent has collected it, and on older kernels. */
    OptionalInt waitStatus() {
        MethodHandle ioctl =
                NativeFunction.find(
                        "ioctl",
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                        Linker.Option.firstVariadicArg(2));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(INFO_BYTES, Long.BYTES);
            info.set(JAVA_LONG, 0, INFO_EXIT);
            if ((int) ioctl.invokeExact(fd, PIDFD_GET_INFO, info) != 0
                    || (info.get(JAVA_LONG, 0) & INFO_EXIT) == 0) {
                return OptionalInt.empty();
            }
            return OptionalInt.of(info.get(JAVA_INT, INFO_EXIT_CODE));
        } catch (Throwable e) {
            throw NativeFunction.wrongTypes(e);
        }
    }

    @Override
    public void close() {
        MethodHandle close =
                NativeFunction.find("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        try {
            int _ = (int) close.invokeExact(fd);
        } catch (Throwable e) {
            throw NativeFunction.wrongTypes(e);
        }
    }
}
