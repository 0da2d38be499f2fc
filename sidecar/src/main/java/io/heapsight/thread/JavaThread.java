/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One Java thread of a dump.
 *
 * @param name set by the program, safe to show; empty for most virtual threads
 * @param id of java.lang.Thread
 * @param nativeId of the kernel's task, in the target's namespace; empty for a virtual thread, and,
 *     since JDK 21, for its carrier
 * @param virtual whether it is a virtual thread: a mounted one, unless the dump is of all virtual
 *     threads
 * @param carrier id of its carrier; empty if it is not mounted, or if the carrier is unknown
 * @param state empty if the JVM does not print it: for a carrier, and for a virtual thread before
 *     JDK 24 or in a dump of mounted ones
 * @param cpuSeconds since the thread started; empty if unknown
 * @param stack innermost frame first, "com.acme.Order.total(Order.java:17)"
 */
public record JavaThread(
        String name,
        long id,
        OptionalInt nativeId,
        boolean virtual,
        Optional<Long> carrier,
        boolean daemon,
        Optional<Thread.State> state,
        OptionalDouble cpuSeconds,
        List<String> stack,
        List<ThreadLock> locks) {
    private static final List<String> PARKING =
            List.of(
                    "sun.misc.Unsafe.",
                    "jdk.internal.misc.Unsafe.",
                    "java.lang.VirtualThread.",
                    "java.lang.System$",
                    "java.util.concurrent.locks.");
    private static final String PINNED = "java.lang.VirtualThread.parkOnCarrierThread";

    /** Creates the virtual thread mounted on a carrier; JDK 21 doesn't print its stack. */
    static JavaThread mounted(long id, long carrier, List<String> stack, List<ThreadLock> locks) {
        return new JavaThread(
                "",
                id,
                OptionalInt.empty(),
                true,
                Optional.of(carrier),
                true,
                Optional.empty(),
                OptionalDouble.empty(),
                stack,
                locks);
    }

    /** Returns the name, "spinning-1", or "virtual thread #31" without a name. */
    public String label() {
        if (!name.isEmpty()) {
            return name;
        }
        return (virtual ? "virtual thread #" : "thread #") + id;
    }

    /** Returns whether it waits without releasing its carrier. */
    public boolean isPinned() {
        return virtual && stack.stream().anyMatch(frame -> methodOf(frame).equals(PINNED));
    }

    /** Returns the current method: "com.acme.Order.total"; empty without frames. */
    Optional<String> topMethod() {
        return stack.stream().findFirst().map(JavaThread::methodOf);
    }

    /** Returns the innermost method outside the JDK's parking of threads. */
    Optional<String> parkingMethod() {
        return stack.stream()
                .map(JavaThread::methodOf)
                .filter(method -> PARKING.stream().noneMatch(method::startsWith))
                .findFirst();
    }

    JavaThread withCpuSeconds(OptionalDouble seconds) {
        return new JavaThread(
                name, id, nativeId, virtual, carrier, daemon, state, seconds, stack, locks);
    }

    private static String methodOf(String frame) {
        int open = frame.indexOf('(');
        return open < 0 ? frame : frame.substring(0, open);
    }
}
