/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.proc;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Finds an address within the stack of each thread, without stopping the thread. With glibc, the
 * head of the robust futex list is in the thread's control block, at the top of its stack. musl
 * registers no such list. Needs the same rights as {@code /proc/PID/smaps}.
 *
 * @see <a
 *     href="https://man7.org/linux/man-pages/man2/get_robust_list.2.html">get_robust_list(2)</a>
 */
final class ThreadStackAddresses {
    private ThreadStackAddresses() {}

    /**
     * Returns an address per thread; 0 if the thread has ended or its address is hidden.
     *
     * @param threads ids as seen by this process
     * @throws IOException if the system call number of this processor is unknown
     */
    static long[] of(List<Integer> threads) throws IOException {
        long call = call(System.getProperty("os.arch"));
        MethodHandle syscall =
                NativeFunction.find(
                        "syscall",
                        FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS),
                        Linker.Option.firstVariadicArg(1));
        long[] addresses = new long[threads.size()];
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment head = arena.allocate(JAVA_LONG);
            MemorySegment length = arena.allocate(JAVA_LONG);
            for (int i = 0; i < addresses.length; i++) {
                int id = threads.get(i);
                long failed = (long) syscall.invokeExact(call, id, head, length);
                addresses[i] = failed == 0 ? head.get(JAVA_LONG, 0) : 0;
            }
        } catch (Throwable e) {
            throw NativeFunction.wrongTypes(e);
        }
        return addresses;
    }

    /** Returns the system call number of get_robust_list on a processor. */
    private static long call(String processor) throws IOException {
        return switch (processor) {
            case "amd64" -> 274;
            case "aarch64" -> 100;
            default -> throw new IOException("no addresses of threads on " + processor);
        };
    }
}
