/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.overview;

import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.ThreadList;
import io.heapsight.explore.ThreadStack;
import io.heapsight.heap.explore.IndexedHeap;
import io.heapsight.heap.explore.IndexedObject;
import io.heapsight.heap.explore.ObjectDescriber;
import io.heapsight.heap.explore.TopObjects;
import io.heapsight.heap.index.GcRoots;
import io.heapsight.heap.index.RootKindNames;
import io.heapsight.heap.retained.StackFrameText;
import io.heapsight.hprof.StackTraces;
import io.heapsight.hprof.SubRecord;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Lists the threads of an indexed heap, and the objects on their stacks. Not thread-safe. */
public final class Threads {
    /** Maximum frames from the top of a stack, with or without locals. */
    private static final int MOST_FRAMES = 1_000;

    /** Frame number of locals without a frame; sorts after all frames. */
    private static final int NO_FRAME = Integer.MAX_VALUE;

    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private final IndexedHeap heap;
    private final ObjectDescriber describer;
    private final GcRoots roots;

    public Threads(IndexedHeap heap, ObjectDescriber describer) {
        this.heap = heap;
        this.describer = describer;
        this.roots = heap.heap().roots();
    }

    /**
     * An object that a stack refers to. Several slots of a frame may refer to the same object.
     *
     * @param frame its number from the top, or {@link #NO_FRAME}
     * @param tag of the root
     */
    private record Local(int frame, int tag, long address) {}

    /** Lists the threads, those that retain most first. */
    public ThreadList list(int most) {
        Map<Long, Long> byAddress = rootsByAddress();
        TopObjects top = new TopObjects(most);
        byAddress.keySet().forEach(address -> top.add(address, retained(address)));
        List<ThreadList.Row> rows = new ArrayList<>();
        for (TopObjects.Ranked each : top.ranked()) {
            rows.add(figures(Objects.requireNonNull(byAddress.get(each.address()))));
        }
        return new ThreadList(rows, byAddress.size());
    }

    /**
     * The stack of a thread.
     *
     * @param number of the thread
     * @param most locals at most, those that retain most
     * @throws ProblemException if no thread has the number
     */
    public ThreadStack stack(long number, int most) throws ProblemException {
        for (long root : rootsByAddress().values()) {
            if (number(root) == number) {
                return stackOf(root, most);
            }
        }
        throw new ProblemException(
                Problem.Kind.NOT_FOUND,
                "The dump has no such thread",
                "No thread has the number " + number + ".",
                "Take one from the list of threads.");
    }

    /** Maps the address of each thread in the dump to its root. */
    private Map<Long, Long> rootsByAddress() {
        Map<Long, Long> found = new HashMap<>();
        for (long root = 0; root < roots.size(); root++) {
            if (roots.tag(root) == SubRecord.ROOT_THREAD_OBJECT
                    && heap.heap().index().isObject(roots.address(root))) {
                found.putIfAbsent(roots.address(root), root);
            }
        }
        return found;
    }

    private long number(long root) {
        return roots.threadSerial(root) & UNSIGNED;
    }

    private long retained(long address) {
        return heap.find(address).map(IndexedObject::retainedBytes).orElse(0L);
    }

    private ThreadList.Row figures(long root) {
        long address = roots.address(root);
        return new ThreadList.Row(number(root), describer.row(address), locals(address).size());
    }

    private Set<Local> locals(long thread) {
        Set<Local> found = new LinkedHashSet<>();
        for (int root : heap.heap().threadRoots().of(thread)) {
            if (heap.isThere(roots.address(root))) {
                int tag = roots.tag(root);
                boolean inFrame =
                        tag == SubRecord.ROOT_JAVA_FRAME || tag == SubRecord.ROOT_JNI_LOCAL;
                int frame = inFrame ? roots.frameOrTrace(root) : NO_FRAME;
                found.add(new Local(frame < 0 ? NO_FRAME : frame, tag, roots.address(root)));
            }
        }
        return found;
    }

    private ThreadStack stackOf(long root, int most) {
        long trace = roots.frameOrTrace(root) & UNSIGNED;
        List<StackTraces.Frame> stack = heap.file().stackTraces(new long[] {trace}).frames(trace);
        List<Local> locals = new ArrayList<>(locals(roots.address(root)));
        locals.sort(Comparator.comparingLong((Local local) -> retained(local.address)).reversed());
        TreeMap<Integer, List<ObjectRow>> byFrame = new TreeMap<>();
        for (int frame = 0; frame < Math.min(stack.size(), MOST_FRAMES); frame++) {
            byFrame.put(frame, new ArrayList<>());
        }
        for (Local local : locals.subList(0, Math.min(most, locals.size()))) {
            byFrame.computeIfAbsent(local.frame, _ -> new ArrayList<>())
                    .add(describer.row(local.address).by(RootKindNames.text(local.tag)));
        }
        List<ThreadStack.Frame> frames = new ArrayList<>();
        byFrame.forEach(
                (number, its) -> frames.add(new ThreadStack.Frame(text(number, stack), its)));
        return new ThreadStack(figures(root), frames, stack.size());
    }

    private static String text(int frame, List<StackTraces.Frame> stack) {
        if (frame < stack.size()) {
            return StackFrameText.of(stack.get(frame));
        }
        return frame == NO_FRAME ? "outside of frames" : "frame " + frame;
    }
}
