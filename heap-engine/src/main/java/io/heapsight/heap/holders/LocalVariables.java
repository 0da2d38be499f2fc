/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.summary.ThreadRow;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frames that hold objects in local variables; of each thread, only the largest are
 * known.
 */
final class LocalVariables {
    private final Map<Long, ThreadRow> threads = new HashMap<>();

    LocalVariables(List<ThreadRow> rows) {
        rows.forEach(row -> threads.put(row.address(), row));
    }

    /** Number of threads with a local variable in a frame. */
    long threadsAt(String frame) {
        return threads.values().stream()
                .filter(row -> row.locals().stream().anyMatch(each -> each.frame().equals(frame)))
                .count();
    }

    /**
     * The frame of a thread that holds an object, preferably the program's. If the thread has more
     * local variables than are known, the frame that holds most of the class. Null if unknown.
     */
    @Nullable String frame(long thread, long held, String className) {
        @Nullable String frame = null;
        for (ThreadRow.Local local : locals(thread)) {
            boolean better = frame == null || (isJdk(frame) && !isJdk(local.frame()));
            if (local.address() == held && better) {
                frame = local.frame();
            }
        }
        return frame == null ? largest(thread, of -> of.className().equals(className)) : frame;
    }

    /** The frame of a thread with most of the bytes of its local variables; null if none has. */
    @Nullable String largest(long thread) {
        return largest(thread, _ -> true);
    }

    private @Nullable String largest(long thread, Predicate<ThreadRow.Local> counts) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        long all = 0;
        for (ThreadRow.Local local : locals(thread)) {
            if (counts.test(local) && !isJdk(local.frame())) {
                long own = local.retainedBytes().orElse(0);
                bytes.merge(local.frame(), own, Long::sum);
                all += own;
            }
        }
        for (Map.Entry<String, Long> each : bytes.entrySet()) {
            if (each.getValue() > all / 2) {
                return each.getKey();
            }
        }
        return null;
    }

    private List<ThreadRow.Local> locals(long thread) {
        ThreadRow row = threads.get(thread);
        return row == null ? List.of() : row.locals();
    }

    static boolean isJdk(String frame) {
        return CodeOrigin.isJdk(frame.replace('.', '/'));
    }
}
