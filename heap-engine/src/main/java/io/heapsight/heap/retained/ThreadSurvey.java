/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.GcRoots;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.StackTraces;
import io.heapsight.hprof.SubRecord;
import io.heapsight.summary.ThreadRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lists the threads of a dump, and the objects that their stacks hold. Always shows the names of
 * threads.
 */
public final class ThreadSurvey {
    /** Maximum local variables of each thread in an analysis. */
    public static final int MOST_LOCALS = 50;

    private static final String THREAD = "java/lang/Thread";
    private static final int LONGEST_NAME = 200;
    private static final Comparator<OptionalLong> LARGEST_FIRST =
            Comparator.comparingLong((OptionalLong bytes) -> bytes.orElse(0)).reversed();

    private final DumpedHeap heap;
    private final RetainedSizeLookup retained;
    private final ObjectFields fields;
    private final DumpedText text;

    /** Names of classes and frames; thousands of threads repeat them. */
    private final Map<String, String> shared = new HashMap<>();

    private ThreadSurvey(DumpedHeap heap, RetainedSizeLookup retained) {
        this.heap = heap;
        this.retained = retained;
        this.fields = new ObjectFields(heap);
        this.text = new DumpedText(heap);
    }

    /**
     * All threads, ranked by retained bytes.
     *
     * @param mostLocals the maximum number of local variables per thread; the largest are kept
     */
    public static List<ThreadRow> rows(
            HprofFile file, DumpedHeap heap, RetainedSizeLookup retained, int mostLocals) {
        return new ThreadSurvey(heap, retained).rows(file, mostLocals);
    }

    private List<ThreadRow> rows(HprofFile file, int mostLocals) {
        List<Long> threads = new ArrayList<>();
        GcRoots roots = heap.roots();
        for (long root = 0; root < roots.size(); root++) {
            if (roots.tag(root) == SubRecord.ROOT_THREAD_OBJECT) {
                threads.add(root);
            }
        }
        StackTraces stacks =
                file.stackTraces(threads.stream().mapToLong(root -> trace(roots, root)).toArray());
        List<ThreadRow> rows = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        for (long root : threads) {
            if (seen.add(roots.address(root)) && fields.open(roots.address(root))) {
                rows.add(row(root, stacks.frames(trace(roots, root)), mostLocals));
            }
        }
        rows.sort(Comparator.comparing(ThreadRow::retainedBytes, LARGEST_FIRST));
        return rows;
    }

    private static long trace(GcRoots roots, long root) {
        return roots.frameOrTrace(root) & 0xFFFF_FFFFL;
    }

    private ThreadRow row(long root, List<StackTraces.Frame> frames, int mostLocals) {
        long address = heap.roots().address(root);
        String className = fields.type().name();
        long name = fields.reference(THREAD, "name");
        Boolean daemon = daemon();
        return new ThreadRow(
                text.at(name, LONGEST_NAME).orElse(""),
                address,
                className,
                Optional.ofNullable(daemon),
                retained.of(address),
                failedIn(frames),
                locals(address, frames, mostLocals));
    }

    /**
     * The method in which an allocation failed: the program's, if one is on the stack. HotSpot adds
     * a frame of the error's constructor to the stack of the thread that gets the error.
     */
    private static Optional<String> failedIn(List<StackTraces.Frame> frames) {
        if (frames.size() < 2 || !isFailure(frames.getFirst())) {
            return Optional.empty();
        }
        List<StackTraces.Frame> below = frames.subList(1, frames.size());
        StackTraces.Frame in =
                below.stream()
                        .filter(each -> !CodeOrigin.isJdk(each.className()))
                        .findFirst()
                        .orElse(below.getFirst());
        return Optional.of(StackFrameText.of(in));
    }

    private static boolean isFailure(StackTraces.Frame top) {
        return top.className().equals("java/lang/OutOfMemoryError")
                && top.method().equals("<init>");
    }

    /**
     * Since JDK 19 the holder contains fields of platform threads only; virtual threads are
     * daemons.
     */
    private @Nullable Boolean daemon() {
        Boolean own = fields.flag(THREAD, "daemon");
        if (own != null) {
            return own;
        }
        if (fields.type().rawName().equals("java/lang/VirtualThread")) {
            return true;
        }
        return fields.open(fields.reference(THREAD, "holder"))
                ? fields.flag("java/lang/Thread$FieldHolder", "daemon")
                : null;
    }

    private List<ThreadRow.Local> locals(
            long thread, List<StackTraces.Frame> frames, int mostLocals) {
        GcRoots roots = heap.roots();
        ProgramFrames callers = new ProgramFrames(frames);
        Set<ThreadRow.Local> seen = new HashSet<>();
        List<ThreadRow.Local> ordered = new ArrayList<>();
        for (int root : heap.threadRoots().of(thread)) {
            long address = roots.address(root);
            String className = className(address);
            if (className != null) {
                ThreadRow.Local local =
                        new ThreadRow.Local(
                                shared(holder(root, frames)),
                                shared(className),
                                address,
                                retained.of(address),
                                shared(caller(root, frames, callers)));
                if (seen.add(local)) { // the same object may be in several slots of a frame
                    ordered.add(local);
                }
            }
        }
        ordered.sort(Comparator.comparing(ThreadRow.Local::retainedBytes, LARGEST_FIRST));
        return ordered.subList(0, Math.min(mostLocals, ordered.size()));
    }

    private String shared(String name) {
        return shared.computeIfAbsent(name, same -> same);
    }

    private @Nullable String className(long address) {
        int classObject = heap.classes().indexOf(address);
        if (classObject >= 0) {
            return heap.classes().get(heap.classes().javaLangClass()).name();
        }
        return fields.openAny(address) ? fields.type().name() : null;
    }

    /** The program's method nearest to a frame of the JDK: its caller, else one that it calls. */
    private String caller(int root, List<StackTraces.Frame> frames, ProgramFrames callers) {
        int number = heap.roots().frameOrTrace(root);
        boolean jdk =
                heap.roots().tag(root) == SubRecord.ROOT_JAVA_FRAME
                        && number >= 0
                        && number < frames.size()
                        && CodeOrigin.isJdk(frames.get(number).className());
        return jdk ? callers.near(number) : "";
    }

    private String holder(long root, List<StackTraces.Frame> frames) {
        int number = heap.roots().frameOrTrace(root);
        boolean known = number >= 0 && number < frames.size();
        return switch (heap.roots().tag(root)) {
            case SubRecord.ROOT_JAVA_FRAME ->
                    known ? StackFrameText.of(frames.get(number)) : "frame " + number;
            case SubRecord.ROOT_JNI_LOCAL ->
                    known ? StackFrameText.of(frames.get(number)) + ", JNI" : "JNI local";
            case SubRecord.ROOT_THREAD_BLOCK -> "thread block";
            default -> "native stack";
        };
    }
}
