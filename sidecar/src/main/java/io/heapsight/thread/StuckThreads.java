/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Detects threads that stay in the same method over several dumps: they run, or wait for a lock
 * that another thread holds. A thread that waits for work, for a time or for a condition is never
 * stuck.
 */
final class StuckThreads {
    /** Methods in which a RUNNABLE thread waits for connections, events, work or a process. */
    private static final Set<String> WAITING =
            Set.of(
                    "java.lang.ProcessHandleImpl.waitForProcessExit0",
                    "java.lang.UNIXProcess.waitForProcessExit",
                    "java.lang.ref.Reference.waitForReferencePendingList",
                    "java.lang.VirtualThread.takeVirtualThreadListToUnblock",
                    "java.net.PlainDatagramSocketImpl.receive0",
                    "java.net.PlainSocketImpl.socketAccept",
                    "sun.nio.ch.DatagramChannelImpl.receive0",
                    "sun.nio.ch.Net.accept",
                    "sun.nio.ch.Net.poll",
                    "sun.nio.ch.ServerSocketChannelImpl.accept0",
                    "sun.nio.ch.EPollArrayWrapper.epollWait",
                    "sun.nio.ch.EPoll.wait",
                    "sun.nio.ch.UnixDomainSockets.accept0",
                    "sun.nio.fs.LinuxWatchService.poll");

    /** Such methods of libraries, which other libraries copy into their own packages. */
    private static final List<String> WAITING_IN_COPIES =
            List.of(
                    "io.netty.channel.epoll.Native.epollWait",
                    "io.netty.channel.epoll.Native.epollWait0");

    private record Seen(String label, String method, OptionalDouble cpuSeconds) {}

    private @Nullable Map<Long, Seen> stayed;
    private long firstNanos;
    private long lastNanos;
    private Map<Long, OptionalDouble> cpuSeconds = Map.of();

    /** Compares the next dump. */
    void add(ThreadDump dump) {
        Map<Long, Seen> before = stayed;
        Map<Long, Seen> now = new HashMap<>();
        Map<Long, OptionalDouble> cpu = new HashMap<>();
        LockGraph locks = new LockGraph(dump.content().threads());
        for (JavaThread thread : dump.content().threads()) {
            Optional<String> method =
                    locks.awaited(thread).isPresent() ? thread.parkingMethod() : thread.topMethod();
            if (method.isEmpty() || !isBusy(thread, method.get(), locks)) {
                continue;
            }
            Seen seen = new Seen(thread.label(), method.get(), thread.cpuSeconds());
            Seen earlier = before == null ? seen : before.get(thread.id());
            if (earlier != null
                    && earlier.label().equals(seen.label())
                    && earlier.method().equals(seen.method())) {
                now.put(thread.id(), earlier);
                cpu.put(thread.id(), thread.cpuSeconds());
            }
        }
        if (before == null) {
            firstNanos = dump.nanos();
        }
        lastNanos = dump.nanos();
        stayed = now;
        cpuSeconds = cpu;
    }

    private static boolean isBusy(JavaThread thread, String method, LockGraph locks) {
        if (locks.awaited(thread).isPresent()) {
            return true;
        }
        return switch (thread.state().orElse(Thread.State.RUNNABLE)) {
            case RUNNABLE ->
                    !isWaiting(method)
                            && !thread.isPinned()
                            && (thread.virtual() || thread.state().isPresent()); // no carrier
            case BLOCKED -> true;
            case NEW, WAITING, TIMED_WAITING, TERMINATED -> false;
        };
    }

    private static boolean isWaiting(String method) {
        return WAITING.contains(method) || WAITING_IN_COPIES.stream().anyMatch(method::endsWith);
    }

    /** Returns the stuck threads, most CPU first; none before the second dump. */
    List<StuckThread> found() {
        List<StuckThread> found = new ArrayList<>();
        if (stayed == null || lastNanos == firstNanos) {
            return found;
        }
        Duration time = Duration.ofNanos(lastNanos - firstNanos);
        stayed.forEach(
                (id, seen) ->
                        found.add(
                                new StuckThread(
                                        seen.label(),
                                        seen.method(),
                                        time,
                                        difference(seen.cpuSeconds(), cpuSeconds.get(id)))));
        found.sort(
                Comparator.comparingDouble((StuckThread each) -> each.cpuSeconds().orElse(0))
                        .reversed()
                        .thenComparing(StuckThread::thread));
        return found;
    }

    private static OptionalDouble difference(OptionalDouble from, @Nullable OptionalDouble to) {
        return from.isEmpty() || to == null || to.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, to.getAsDouble() - from.getAsDouble()));
    }
}
