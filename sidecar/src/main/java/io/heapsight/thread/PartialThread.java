/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A partially read thread of a dump, and its mounted virtual thread. */
final class PartialThread {
    private static final int MOST_FRAMES = 1024;

    private final ThreadHeader header;
    private final Part own = new Part();
    private Part current = own;
    private Optional<Thread.State> state = Optional.empty();
    private Optional<Long> carried = Optional.empty();

    /** Frames and locks of one thread. */
    private static final class Part {
        private final List<String> frames = new ArrayList<>();
        private final List<ThreadLock> locks = new ArrayList<>();
        private int more;

        List<String> stack() {
            List<String> stack = new ArrayList<>(frames);
            if (more > 0) {
                stack.add("... " + more + " more");
            }
            return stack;
        }
    }

    PartialThread(ThreadHeader header) {
        this.header = header;
    }

    void state(Optional<Thread.State> told) {
        state = told;
    }

    void addFrame(String frame) {
        if (current.frames.size() < MOST_FRAMES) {
            current.frames.add(frame);
        } else {
            current.more++;
        }
    }

    /** Adds a lock; ownable synchronizers follow all frames and belong to the carrier. */
    void addLock(ThreadLock lock) {
        Part part = lock.relation() == ThreadLock.Relation.OWNED ? own : current;
        if (part.locks.size() < MOST_FRAMES) {
            part.locks.add(lock);
        }
    }

    void carries(Optional<Long> virtualThread) {
        carried = virtualThread;
    }

    /** Starts the frames of the virtual thread. */
    void beginsMounted(Optional<Long> virtualThread) {
        carried = virtualThread;
        current = new Part();
    }

    /** Returns the threads; none for a JVM thread that is not a Java thread. */
    List<JavaThread> threads() {
        List<JavaThread> threads = new ArrayList<>();
        if (header.id().isPresent()) {
            threads.add(
                    new JavaThread(
                            header.name(),
                            header.id().get(),
                            header.nativeId(),
                            false,
                            Optional.empty(),
                            header.daemon(),
                            state,
                            header.cpu(),
                            own.stack(),
                            own.locks));
            Part mounted = current == own ? new Part() : current;
            long carrier = header.id().get();
            carried.ifPresent(
                    id ->
                            threads.add(
                                    JavaThread.mounted(
                                            id, carrier, mounted.stack(), mounted.locks)));
        }
        return threads;
    }
}
