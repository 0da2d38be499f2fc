/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.retained.ThreadSurvey;
import io.heapsight.summary.ThreadRow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stack frames that hold objects in local variables. Only the largest local variables of
 * each thread are known.
 */
final class HoldingFrameFinder {
    private final DumpedHeap heap;
    private final Map<Long, ThreadRow> threads = new HashMap<>();
    private final Map<Long, long[]> addresses = new HashMap<>();

    HoldingFrameFinder(List<ThreadRow> rows, DumpedHeap heap) {
        this.heap = heap;
        rows.forEach(row -> threads.put(row.address(), row));
    }

    /** Number of threads with a local variable in a frame. */
    long threadsAt(String frame) {
        return threads.values().stream()
                .filter(row -> row.locals().stream().anyMatch(each -> each.frame().equals(frame)))
                .count();
    }

    /**
     * The program's method that calls a frame of the JDK, as text after it; "" if unknown.
     *
     * @param thread 0 for any thread
     */
    String caller(long thread, String frame) {
        return threads.values().stream()
                .filter(row -> thread == 0 || row.address() == thread)
                .flatMap(row -> row.locals().stream())
                .filter(each -> each.frame().equals(frame))
                .map(ThreadRow.Local::caller)
                .filter(each -> !each.isEmpty())
                .min(Comparator.naturalOrder()) // ", called by" before ", which calls"
                .orElse("");
    }

    /**
     * The frame of a thread that holds an object, preferably the program's; null if unknown. For an
     * object in an unknown local variable, the program's frame that holds most bytes of the
     * object's class.
     */
    @Nullable String frame(long thread, long held, String className) {
        @Nullable String frame = null;
        ThreadRow row = threads.get(thread);
        if (row == null) {
            return null;
        }
        for (ThreadRow.Local local : row.locals()) {
            boolean better = frame == null || (isJdk(frame) && !isJdk(local.frame()));
            if (local.address() == held && better) {
                frame = local.frame();
            }
        }
        return frame == null && isCut(row) && isLocal(thread, held)
                ? largest(row, of -> of.className().equals(className), 0)
                : frame;
    }

    /**
     * The frame of a thread with most of the bytes of its local variables. Null without such a
     * frame, or if local variables are not most of the thread's bytes.
     */
    @Nullable String largest(long thread) {
        ThreadRow row = threads.get(thread);
        long all = row == null ? 0 : row.retainedBytes().orElse(0);
        return row == null ? null : largest(row, _ -> true, all / 2 - unknownBytes(row));
    }

    /** Whether a thread has more local variables than are known. */
    private static boolean isCut(ThreadRow row) {
        return row.locals().size() == ThreadSurvey.MOST_LOCALS;
    }

    private boolean isLocal(long thread, long held) {
        return Arrays.binarySearch(addresses(thread), held) >= 0;
    }

    /** Upper bound of the bytes of unknown local variables: none is larger than the known ones. */
    private long unknownBytes(ThreadRow row) {
        if (!isCut(row)) {
            return 0;
        }
        int unknown = addresses(row.address()).length - row.locals().size();
        return Math.max(0L, unknown) * row.locals().getLast().retainedBytes().orElse(0);
    }

    /** The addresses of all local variables of a thread, ascending. */
    private long[] addresses(long thread) {
        return addresses.computeIfAbsent(
                thread,
                of ->
                        Arrays.stream(heap.threadRoots().of(of))
                                .mapToLong(heap.roots()::address)
                                .sorted()
                                .distinct()
                                .toArray());
    }

    /** The frame with more than half of the bytes that count, and with more than the least. */
    private static @Nullable String largest(
            ThreadRow row, Predicate<ThreadRow.Local> counts, long least) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        long all = 0;
        for (ThreadRow.Local local : row.locals()) {
            if (counts.test(local) && isFrame(local.frame()) && !isJdk(local.frame())) {
                long own = local.retainedBytes().orElse(0);
                bytes.merge(local.frame(), own, Long::sum);
                all += own;
            }
        }
        for (Map.Entry<String, Long> each : bytes.entrySet()) {
            if (each.getValue() > all / 2 && each.getValue() > least) {
                return each.getKey();
            }
        }
        return null;
    }

    /** Whether a text names a method and a line, unlike "JNI local" or "native stack". */
    private static boolean isFrame(String text) {
        return text.indexOf('(') >= 0;
    }

    static boolean isJdk(String frame) {
        return CodeOrigin.isJdk(frame.replace('.', '/'));
    }
}
