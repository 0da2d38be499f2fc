/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Makes system calls that Java lacks: kill(2), mkfifo(3), calls that drop the user, and a kernel
 * timer. Each returns 0 or errno.
 *
 * <p>glibc and musl apply the set…id calls to all threads of the process, as POSIX requires.
 */
@SuppressWarnings("restricted") // the launcher and the manifest enable native access
final class SystemCalls {
    static final int SIGQUIT = 3;
    private static final int SIGKILL = 9;
    private static final int CLOCK_MONOTONIC = 1;
    static final int EPERM = 1;
    static final int ESRCH = 3;
    static final int EEXIST = 17;

    /** Access for the owner only. */
    private static final int FIFO_MODE = 0600;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO_OF =
            STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private SystemCalls() {}

    static int kill(int pid, int signal) {
        MethodHandle kill = function("kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
        return errno(state -> (int) kill.invokeExact(state, pid, signal));
    }

    /** Creates a FIFO at a new path. */
    static int makeFifo(Path path) {
        MethodHandle mkfifo =
                function("mkfifo", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path.toString());
            return errno(state -> (int) mkfifo.invokeExact(state, name, FIFO_MODE));
        }
    }

    /**
     * Creates a timer that kills this process, once it is set.
     *
     * <pre>
     *   0      8        12       16        64
     *   | value | signal | notify | padding |   struct sigevent
     * </pre>
     *
     * @see <a href="https://man7.org/linux/man-pages/man2/timer_create.2.html">timer_create(2)</a>
     */
    static MemorySegment createKillTimer() {
        MethodHandle create =
                function(
                        "timer_create",
                        FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(64, 8);
            event.set(JAVA_INT, 8, SIGKILL);
            MemorySegment timer = arena.allocate(ADDRESS);
            int errno =
                    errno(state -> (int) create.invokeExact(state, CLOCK_MONOTONIC, event, timer));
            if (errno != 0) {
                throw new IllegalStateException("timer_create: errno " + errno);
            }
            return timer.get(ADDRESS, 0);
        }
    }

    /** Sets the timer to expire once after this time. */
    static int setTimer(MemorySegment timer, Duration after) {
        MethodHandle set =
                function(
                        "timer_settime",
                        FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
        try (Arena arena = Arena.ofConfined()) {
            // Two struct timespec: no interval, and the time until it expires.
            MemorySegment times = arena.allocate(JAVA_LONG, 4);
            times.setAtIndex(JAVA_LONG, 2, after.toSeconds());
            times.setAtIndex(JAVA_LONG, 3, after.toNanosPart());
            return errno(
                    state -> (int) set.invokeExact(state, timer, 0, times, MemorySegment.NULL));
        }
    }

    /** Drops all supplementary groups. */
    static int clearGroups() {
        MethodHandle setgroups =
                function("setgroups", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS));
        return errno(state -> (int) setgroups.invokeExact(state, 0L, MemorySegment.NULL));
    }

    /** Sets real, effective and saved gid. */
    static int setGids(int gid) {
        return setIds("setresgid", gid);
    }

    /** Sets real, effective and saved uid; root loses all capabilities. */
    static int setUids(int uid) {
        return setIds("setresuid", uid);
    }

    private static int setIds(String name, int id) {
        MethodHandle set =
                function(name, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
        return errno(state -> (int) set.invokeExact(state, id, id, id));
    }

    /** A call that returns 0, or -1 with errno. */
    private interface Call {
        int invoke(MemorySegment state) throws Throwable;
    }

    private static int errno(Call call) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return call.invoke(state) == 0 ? 0 : (int) ERRNO_OF.get(state, 0L);
        } catch (Throwable e) {
            throw new IllegalStateException("a native call with the wrong types", e);
        }
    }

    private static MethodHandle function(String name, FunctionDescriptor types) {
        return LINKER.downcallHandle(LINKER.defaultLookup().find(name).orElseThrow(), types, ERRNO);
    }
}
