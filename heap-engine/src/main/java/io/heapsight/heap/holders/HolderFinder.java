/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.holders;

import io.heapsight.heap.classes.CodeOrigin;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceNames;
import io.heapsight.heap.retained.HeapGraph;
import io.heapsight.heap.retained.NodeObjectReader;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.ThreadRow;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the places in the program's code that hold an object. Climbs the dominator tree until an
 * object or class of the program refers to the last visited object. The JDK's objects on the way,
 * such as a map and its table, belong to the held object.
 *
 * <p>If an object's dominator does not refer to it, several other objects do, and only another pass
 * over the dump finds these referrers. {@link #wanted} returns the objects without known referrers.
 * After {@link #know} has added their referrers, another {@link #find} finds the places.
 */
public final class HolderFinder {
    private static final int MOST_REFERRERS = 64;
    private static final int LONGEST_WAY = 10_000;
    private static final int MOST_STEPS = 4_096;
    private static final int MOST_DIVERSIONS = 6;

    private static final Pattern COLLECTION =
            Pattern.compile("(Map|Set|List|Queue|Deque|Vector|Hashtable|Stack)$");

    private final DumpedHeap heap;
    private final HeapClasses classes;
    private final HeapGraph graph;
    private final DominatorTree tree;
    private final NodeObjectReader nodes;
    private final ReferenceNames references;
    private final ObjectFields fields;
    private final DumpedText text;
    private final HoldingFrameFinder locals;
    private final Map<Long, List<Long>> referrers = new HashMap<>();
    private final Set<Long> wanted = new HashSet<>();

    public HolderFinder(RetainedHeap retention, DumpedText text, List<ThreadRow> threadRows) {
        this.heap = retention.heap();
        this.classes = heap.classes();
        this.graph = retention.graph();
        this.tree = retention.tree();
        this.nodes = new NodeObjectReader(retention);
        this.references = new ReferenceNames(heap);
        this.fields = new ObjectFields(heap);
        this.text = text;
        this.locals = new HoldingFrameFinder(threadRows, heap);
    }

    /**
     * A place and the object that it holds.
     *
     * @param place in the code
     * @param held the address of the object that the place refers to
     * @param holder the address of the object, class or thread of the place
     */
    public record Holder(HolderPlace place, long held, long holder) {
        public boolean isPrograms() {
            return !place.jdk();
        }
    }

    /** The addresses whose referrers must be known for a better answer. */
    public Set<Long> wanted() {
        return wanted;
    }

    /** Clears {@link #wanted}. */
    public void forgetWanted() {
        wanted.clear();
    }

    /** Adds the referrers of an address. */
    public void know(long address, List<Long> itsReferrers) {
        referrers.put(address, itsReferrers);
    }

    public boolean isKnown(long address) {
        return referrers.containsKey(address);
    }

    /**
     * The places that hold an object; the program's, if there are any.
     *
     * @param ignored ranks of objects that hold it and are themselves held with it
     * @return the most useful first; empty if nothing is known
     */
    public List<Holder> find(long address, int dominatorRank, IntPredicate ignored) {
        Map<HolderPlace, Holder> programs = new LinkedHashMap<>();
        Map<HolderPlace, Holder> others = new LinkedHashMap<>();
        new Way(programs, others, ignored).up(address, dominatorRank, 0);
        return programs.isEmpty() ? mostTelling(others.values()) : List.copyOf(programs.values());
    }

    /** Selects places in the JDK: static fields, else those outside collections. */
    private static List<Holder> mostTelling(Collection<Holder> others) {
        for (HolderPlace.Kind kind :
                List.of(
                        HolderPlace.Kind.STATIC_FIELD,
                        HolderPlace.Kind.THREAD_LOCAL,
                        HolderPlace.Kind.LOCAL_VARIABLE)) {
            for (Holder each : others) {
                if (each.place.kind() == kind) {
                    return List.of(each);
                }
            }
        }
        for (Holder each : others) {
            if (!isPartOfCollection(each.place.name())) {
                return List.of(each);
            }
        }
        return List.of();
    }

    /**
     * Returns the holder; if it is a local variable of the JDK, with the program's method that
     * calls the JDK.
     */
    public Holder withCaller(Holder of) {
        HolderPlace place = of.place;
        if (place.kind() != HolderPlace.Kind.LOCAL_VARIABLE || !place.jdk()) {
            return of;
        }
        String caller = locals.caller(place.isInSeveralThreads() ? 0 : of.holder, place.name());
        return caller.isEmpty()
                ? of
                : new Holder(
                        new HolderPlace(place.kind(), place.name() + caller, place.thread(), false),
                        of.held,
                        of.holder);
    }

    private static boolean isPartOfCollection(String field) {
        return field.indexOf('$') >= 0
                || (field.startsWith("java.util.")
                        && COLLECTION.matcher(field.substring(0, field.lastIndexOf('.'))).find());
    }

    /** The holders of a place's object. */
    public List<Holder> above(Holder holder) {
        if (holder.place.kind() != HolderPlace.Kind.FIELD) {
            return List.of();
        }
        int rank = tree.rank(graph.node(holder.holder));
        return rank == 0 ? List.of() : find(holder.holder, tree.dominatorRank(rank), _ -> false);
    }

    /** A search: its results and the visited objects. */
    private final class Way {
        private final Map<HolderPlace, Holder> programs;
        private final Map<HolderPlace, Holder> others;
        private final IntPredicate ignored;
        private final Set<Long> seen = new HashSet<>();
        private int steps;

        Way(
                Map<HolderPlace, Holder> programs,
                Map<HolderPlace, Holder> others,
                IntPredicate ignored) {
            this.programs = programs;
            this.others = others;
            this.ignored = ignored;
        }

        /** Goes up from an object with this dominator. */
        void up(long from, int dominator, int diversions) {
            long held = from;
            int rank = dominator;
            while (rank != 0 && steps++ < MOST_STEPS) {
                long holder = nodes.address(tree.node(rank));
                ReferenceNames.Reference reference = references.find(holder, held);
                boolean between = reference.kind() == ReferenceNames.Kind.NONE;
                if (between ? !divert(held, diversions) : ends(holder, held, reference)) {
                    if (reference.kind() == ReferenceNames.Kind.LOCAL && programs.isEmpty()) {
                        divert(held, diversions); // from a method of the JDK to its caller
                    }
                    return;
                }
                held = holder;
                rank = tree.dominatorRank(rank);
            }
            if (rank == 0) {
                top(held, diversions);
            }
        }

        /** Whether the search ends at a place: it is the program's, or has no place above. */
        private boolean ends(long holder, long held, ReferenceNames.Reference reference) {
            HolderPlace place = place(holder, held, reference);
            if (place == null) {
                return switch (reference.kind()) {
                    case STATIC, CLASS, SUPER, LOADER -> true;
                    case FIELD, ELEMENT, LOCAL, NONE -> false;
                };
            }
            (place.jdk() ? others : programs).putIfAbsent(place, new Holder(place, held, holder));
            return !place.jdk() || place.kind() != HolderPlace.Kind.FIELD;
        }

        /** Continues from an object that only roots dominate. */
        private void top(long held, int diversions) {
            if (classAt(held) >= 0 || heap.threadRoots().isThread(held)) {
                return; // a root
            }
            divert(held, diversions);
        }

        /**
         * Continues from each referrer of an object.
         *
         * @return whether no referrer is left, because the dominator holds all of them together, as
         *     in a doubly linked list
         */
        private boolean divert(long held, int diversions) {
            if (!seen.add(held) || diversions == MOST_DIVERSIONS) {
                return false;
            }
            List<Long> from = referrers.get(held);
            if (from == null) {
                wanted.add(held);
                return false;
            }
            int shown = 0;
            for (long referrer : from) {
                int rank = tree.rank(graph.node(referrer));
                if (rank == 0 || isHeldBy(rank, held) || shown++ == MOST_REFERRERS) {
                    continue;
                }
                ReferenceNames.Reference reference = references.find(referrer, held);
                if (!ends(referrer, held, reference)) {
                    up(referrer, tree.dominatorRank(rank), diversions + 1);
                }
            }
            return shown == 0;
        }

        private boolean isHeldBy(int rank, long held) {
            int heldRank = tree.rank(graph.node(held));
            int at = rank;
            for (int i = 0; at != 0 && i < LONGEST_WAY; i++) {
                if (at == heldRank || ignored.test(at)) {
                    return true;
                }
                at = tree.dominatorRank(at);
            }
            return false;
        }
    }

    private int classAt(long address) {
        return heap.index().isObject(address) ? -1 : classes.indexOf(address);
    }

    /** The place of a reference; null if it has no place in the code. */
    private @Nullable HolderPlace place(
            long holder, long held, ReferenceNames.Reference reference) {
        HeapClass by = reference.declaredBy();
        return switch (reference.kind()) {
            case STATIC ->
                    reference.name().startsWith("<")
                            ? null // <resolved_references>: constants
                            : HolderPlace.of(
                                    HolderPlace.Kind.STATIC_FIELD,
                                    by.name() + "." + reference.name(),
                                    !CodeOrigin.isProgram(by));
            case FIELD -> field(holder, by, reference.name());
            case LOCAL -> local(holder, held);
            case ELEMENT, CLASS, LOADER, SUPER, NONE -> null;
        };
    }

    private @Nullable HolderPlace field(long holder, HeapClass by, String name) {
        if (by.rawName().equals("java/lang/ThreadLocal$ThreadLocalMap$Entry")) {
            return name.equals("value") ? threadLocal(holder) : null;
        }
        return HolderPlace.of(
                HolderPlace.Kind.FIELD, by.name() + "." + name, !CodeOrigin.isProgram(by));
    }

    private HolderPlace local(long thread, long held) {
        String className = fields.openAny(held) ? fields.type().name() : "";
        @Nullable String frame = locals.frame(thread, held, className);
        return frame == null
                ? HolderPlace.of(HolderPlace.Kind.THREAD, threadName(thread), true)
                : localIn(frame, thread);
    }

    private HolderPlace localIn(String frame, long thread) {
        return new HolderPlace(
                HolderPlace.Kind.LOCAL_VARIABLE,
                frame,
                threadName(thread),
                HoldingFrameFinder.isJdk(frame));
    }

    /**
     * The frame of a thread with most of the bytes of its local variables, as the holder of the
     * thread; empty for other objects.
     */
    public List<Holder> largestFrame(long thread) {
        @Nullable String frame = locals.largest(thread);
        return frame == null
                ? List.of()
                : List.of(new Holder(localIn(frame, thread), thread, thread));
    }

    /** Number of threads with a local variable in a frame. */
    public long threadsAt(String frame) {
        return locals.threadsAt(frame);
    }

    private String threadName(long thread) {
        return fields.open(thread)
                ? text.at(fields.reference("java/lang/Thread", "name"), 80).orElse("?")
                : "?";
    }

    /**
     * The ThreadLocal of an entry in a thread's map: the field that refers to it, else its class.
     */
    public HolderPlace threadLocal(long entry) {
        long threadLocal =
                fields.open(entry) ? fields.reference("java/lang/ref/Reference", "referent") : 0;
        if (threadLocal == 0) {
            return HolderPlace.of(HolderPlace.Kind.THREAD_LOCAL, "that is gone", false);
        }
        for (HeapClass each : classes.all()) {
            ReferenceNames.Reference reference = references.find(each.address(), threadLocal);
            if (each.dump() != null && reference.kind() == ReferenceNames.Kind.STATIC) {
                return HolderPlace.of(
                        HolderPlace.Kind.THREAD_LOCAL,
                        each.name() + "." + reference.name(),
                        CodeOrigin.isJdk(each));
            }
        }
        return threadLocalOfObject(threadLocal);
    }

    private HolderPlace threadLocalOfObject(long threadLocal) {
        HeapClass of = fields.open(threadLocal) ? fields.type() : classes.get(0);
        List<Long> from = referrers.get(threadLocal);
        if (from == null) {
            wanted.add(threadLocal);
        }
        for (long referrer : from == null ? List.<Long>of() : from) {
            ReferenceNames.Reference reference = references.find(referrer, threadLocal);
            if (reference.kind() == ReferenceNames.Kind.FIELD
                    && CodeOrigin.isProgram(reference.declaredBy())) {
                return HolderPlace.of(
                        HolderPlace.Kind.THREAD_LOCAL,
                        reference.declaredBy().name() + "." + reference.name(),
                        false);
            }
        }
        return HolderPlace.of(
                HolderPlace.Kind.THREAD_LOCAL, "of class " + of.name(), CodeOrigin.isJdk(of));
    }
}
