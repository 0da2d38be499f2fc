/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import io.heapsight.unit.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.LongPredicate;

/** A partially read thread of a JSON dump. */
final class PartialJsonThread {
    private static final int MOST_FRAMES = 1024;
    private static final int LONGEST_FRAME = 1000;
    private static final int HEX = 16;

    /** The outermost frame of a started virtual thread. */
    private static final String VIRTUAL = "java.lang.VirtualThread.run(";

    long id;
    String name = "";
    boolean virtual;
    Optional<String> state = Optional.empty();
    Optional<Long> carrier = Optional.empty();

    /** The owner of the lock on which this thread is parked. */
    Optional<Long> parkedBehind = Optional.empty();

    private final List<String> frames = new ArrayList<>();
    private final List<ThreadLock> locks = new ArrayList<>();
    private int more;

    void addFrame(String frame) {
        if (frames.size() < MOST_FRAMES) {
            frames.add(VisibleText.of(withoutModule(frame), LONGEST_FRAME));
        } else {
            more++;
        }
    }

    /**
     * Adds an object that the thread holds or waits for.
     *
     * @param identity "java.lang.Object@28dc6410"
     */
    void addLock(ThreadLock.Relation relation, String identity) {
        int at = identity.lastIndexOf('@');
        String hash = identity.substring(at + 1);
        if (at > 0 && hash.matches("[0-9a-f]{1,8}") && locks.size() < MOST_FRAMES) {
            String className = VisibleText.of(identity.substring(0, at), LONGEST_FRAME);
            locks.add(new ThreadLock(relation, Long.parseLong(hash, HEX), className));
        }
    }

    /**
     * Returns whether it is a virtual thread, which JDK 21 to 23 don't write.
     *
     * @param isPlatform whether the thread with an id is known to be a platform thread
     */
    boolean isVirtual(LongPredicate isPlatform) {
        if (virtual || state.isPresent()) {
            return virtual;
        }
        boolean hasOutermost = !frames.isEmpty() && more == 0;
        return hasOutermost ? frames.getLast().startsWith(VIRTUAL) : !isPlatform.test(id);
    }

    JavaThread thread() {
        List<String> stack = new ArrayList<>(frames);
        if (more > 0) {
            stack.add("... " + more + " more");
        }
        return new JavaThread(
                ThreadHeader.shownName(name),
                id,
                OptionalInt.empty(),
                true,
                carrier,
                true,
                state.flatMap(ThreadDumpReader::stateOf),
                OptionalDouble.empty(),
                stack,
                locks.stream().map(this::withOwner).toList());
    }

    private ThreadLock withOwner(ThreadLock lock) {
        return lock.relation() == ThreadLock.Relation.PARKED_ON && parkedBehind.isPresent()
                ? new ThreadLock(lock.relation(), lock.address(), lock.className(), parkedBehind)
                : lock;
    }

    /**
     * Removes the loader and the module: "java.base/java.lang.Thread.run(Thread.java:1474)",
     * "app//com.acme.Order.total(Order.java:17)". A hidden class has a slash of its own:
     * "com.acme.Order$$Lambda/0x0000000800c03000.run(Unknown Source)".
     */
    private static String withoutModule(String frame) {
        int open = frame.indexOf('(');
        int end = open < 0 ? frame.length() : open;
        int from = 0;
        for (int slash = frame.indexOf('/'); slash >= 0 && slash < end; ) {
            if (!frame.startsWith("0x", slash + 1)) {
                from = slash + 1;
            }
            slash = frame.indexOf('/', slash + 1);
        }
        return frame.substring(from);
    }
}
