/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.leaks;

import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.DumpedText;
import io.heapsight.heap.content.ElementCounter;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.holders.HolderFinder;
import io.heapsight.heap.objects.ObjectFields;
import io.heapsight.heap.objects.ReferenceNames;
import io.heapsight.heap.objects.ReferenceReader;
import io.heapsight.heap.retained.NodeObjectReader;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.HolderPlace;
import io.heapsight.summary.ThreadRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Reads objects for a {@link LeakKind}: fields by their simple names, elements, retained sizes,
 * holders. A missing field reads as 0 or empty. Address 0 is null. Not thread-safe.
 */
public final class LeakObjectReader {
    private static final int MOST_CHARS = 120;
    private static final int MOST_STEPS = 100_000;

    /** Share of the reachable bytes of objects that filled the heap. */
    private static final double FILLED = 0.5;

    private final RetainedHeap retention;
    private final DominatorTree tree;
    private final HeapClasses classes;
    private final HolderFinder holders;
    private final DumpedText text;
    private final boolean isOutOfMemory;
    private final NodeObjectReader nodes;
    private final ObjectFields object;
    private final ReferenceReader array;
    private final ElementCounter counter;
    private final ReferenceNames names;
    private final DominanceCheck dominance;
    private final HolderChains chains;
    private final StaticFields statics;
    private final Map<Field, Slot> slots = new HashMap<>();

    private record Field(int classIndex, String name) {}

    private record Slot(int offset, BasicType type) {
        static final Slot NONE = new Slot(HeapClasses.ABSENT, BasicType.OBJECT);
    }

    public LeakObjectReader(
            RetainedHeap retention,
            DumpedText text,
            HolderFinder holders,
            List<ThreadRow> threads) {
        this.retention = retention;
        this.isOutOfMemory = threads.stream().anyMatch(each -> each.failedIn().isPresent());
        this.tree = retention.tree();
        this.classes = retention.heap().classes();
        this.holders = holders;
        this.text = text;
        this.nodes = new NodeObjectReader(retention);
        this.object = new ObjectFields(retention.heap());
        this.array = new ReferenceReader(retention.heap().bytes(), classes);
        this.names = new ReferenceNames(retention.heap());
        this.counter = new ElementCounter(retention.heap(), retention.sizes());
        this.dominance = new DominanceCheck(retention);
        this.chains = new HolderChains(holders, tree);
        this.statics = new StaticFields(classes);
    }

    /** All classes of the dump, to count by name. */
    public HeapClasses classes() {
        return classes;
    }

    /** Returns whether objects of this size filled the heap until an OutOfMemoryError. */
    public boolean filledHeap(long retainedBytes) {
        return isOutOfMemory && retainedBytes >= FILLED * reachableBytes();
    }

    public long reachableBytes() {
        return retention.retained().bytes(DominatorTree.ROOT);
    }

    /** The address of an object found. */
    public long address(int rank) {
        return nodes.address(tree.node(rank));
    }

    /** The rank of an object in the dominator tree; 0 without one. */
    public int rank(long address) {
        int node = address == 0 ? -1 : retention.graph().node(address);
        return node < 0 ? 0 : tree.rank(node);
    }

    /** The rank of the immediate dominator; 0 if only roots dominate it. */
    public int dominator(int rank) {
        return tree.dominatorRank(rank);
    }

    /** The rank of an object's or leaf's dominator; 0 if only roots dominate it. */
    public int dominatorOf(long address) {
        int rank = rank(address);
        if (rank != 0) {
            return tree.dominatorRank(rank);
        }
        return address == 0 ? 0 : dominance.dominatorOfLeaf(address);
    }

    /** Whether an object is a thread that runs, with a stack in the dump. */
    public boolean isLiveThread(long address) {
        return retention.heap().threadRoots().isThread(address);
    }

    /** A thread's name; "" without one. */
    public String threadName(long thread) {
        return name(reference(thread, "name")).orElse("");
    }

    /** The name of the thread that dominates an object; "" without one. */
    public String threadAbove(int rank) {
        int at = tree.dominatorRank(rank);
        for (int i = 0; i < MOST_STEPS && at != 0; i++) {
            long address = address(at);
            if (isA(address, "java/lang/Thread")) {
                return threadName(address);
            }
            at = tree.dominatorRank(at);
        }
        return "";
    }

    /** The ThreadLocal of an entry in a thread's map. */
    public HolderPlace threadLocal(long entry) {
        return holders.threadLocal(entry);
    }

    /** Bytes that an object or class retains; 0 if it is not reachable. */
    public long retained(long address) {
        return address == 0 ? 0 : retention.bytesOf(address).orElse(0);
    }

    public long retained(int rank) {
        return retention.retained().bytesAtRank(rank);
    }

    /** Bytes that objects retain together; nothing counts twice if one dominates another. */
    public long retained(int[] ranks) {
        long bytes = 0;
        for (int rank : tops(ranks)) {
            bytes += retained(rank);
        }
        return bytes;
    }

    /**
     * Returns the objects that none of the others dominates, such as the first of a linked list.
     */
    public int[] tops(int[] ranks) {
        return dominance.tops(ranks);
    }

    /** Returns whether an object is dominated by another one, a few levels above it. */
    public boolean isHeldBy(int rank, int holder) {
        return dominance.isHeldBy(rank, holder);
    }

    /** An object's class as in Java source; "" if there is no object. */
    public String className(long address) {
        return object.openAny(address) ? object.type().name() : "";
    }

    /**
     * Whether an object is an instance of a class or of its subclasses; the name is as in a dump.
     */
    public boolean isA(long address, String rawName) {
        return object.openAny(address)
                && classes.lineage(object.type()).stream()
                        .anyMatch(level -> level.rawName().equals(rawName));
    }

    /** The address that a field refers to. */
    public long reference(long address, String field) {
        if (!object.open(address)) {
            return 0;
        }
        Slot slot = slot(field);
        return slot.type == BasicType.OBJECT ? object.referenceAt(slot.offset) : 0;
    }

    /** The number or boolean in a field. */
    public long number(long address, String field) {
        if (!object.open(address)) {
            return 0;
        }
        Slot slot = slot(field);
        return switch (slot.type) {
            case INT -> object.intAt(slot.offset);
            case LONG -> object.longAt(slot.offset);
            case BOOLEAN, BYTE -> object.byteAt(slot.offset);
            case CHAR, SHORT, FLOAT, DOUBLE, OBJECT -> 0;
        };
    }

    public boolean hasField(long address, String field) {
        return object.open(address) && !slot(field).equals(Slot.NONE);
    }

    private Slot slot(String field) {
        return slots.computeIfAbsent(
                new Field(object.classIndex(), field), key -> find(object.type(), key.name));
    }

    private Slot find(HeapClass type, String field) {
        for (HeapClass level : classes.lineage(type)) {
            for (BasicType each : BasicType.values()) {
                int offset = classes.fieldOffset(type, level.rawName(), field, each);
                if (offset != HeapClasses.ABSENT) {
                    return new Slot(offset, each);
                }
            }
        }
        return Slot.NONE;
    }

    /** The number in a field, or in the atomic or other counter that it refers to. */
    public long anyNumber(long address, String field) {
        long counter = reference(address, field);
        return counter == 0 ? number(address, field) : number(counter, "value");
    }

    /** The names of the fields of an object, including inherited ones. */
    public List<String> fields(long address) {
        List<String> names = new ArrayList<>();
        for (HeapClass level :
                object.open(address) ? classes.lineage(object.type()) : List.<HeapClass>of()) {
            ClassDump dump = level.dump();
            for (long each : dump == null ? new long[0] : dump.fieldNames()) {
                names.add(classes.fieldName(each));
            }
        }
        return names;
    }

    /** The class and superclasses of an object, its own first, as in Java source. */
    public List<String> classNames(long address) {
        return object.openAny(address)
                ? classes.lineage(object.type()).stream().map(HeapClass::name).toList()
                : List.of();
    }

    /** The loader of an object's class; 0 is the boot loader. */
    public long loaderOf(long address) {
        return address != 0 && object.openAny(address) ? object.type().loader() : 0;
    }

    /** The first addresses that an object or array refers to. */
    public long[] references(long address, int most) {
        long position = address == 0 ? -1 : retention.heap().position(address);
        if (position < 0) {
            return new long[0];
        }
        array.open(position);
        long[] found = new long[most];
        return Arrays.copyOf(found, array.read(0, found));
    }

    /** A field with the class that declares it: "com.acme.Mail.queue". */
    public String declaredField(long address, String field) {
        for (String level : classNames(address)) {
            if (classes.all().stream().anyMatch(each -> declares(each, level, field))) {
                return level + "." + field;
            }
        }
        return className(address) + "." + field;
    }

    private boolean declares(HeapClass of, String name, String field) {
        if (!of.name().equals(name)) {
            return false;
        }
        for (BasicType each : BasicType.values()) {
            if (classes.fieldOffset(of, of.rawName(), field, each) != HeapClasses.ABSENT) {
                return true;
            }
        }
        return false;
    }

    /** The field by which an object refers to another, with the class that declares it. */
    public String fieldTo(long from, long to) {
        ReferenceNames.Reference found = names.find(from, to);
        return found.kind() == ReferenceNames.Kind.FIELD
                ? found.declaredBy().name() + "." + found.name()
                : className(from);
    }

    /**
     * The places that hold an object, the nearest first; each holds the object of its predecessor.
     * If several ways lead up, prefers one to a static field, ThreadLocal or local variable.
     */
    public List<HolderPlace> chain(long address) {
        return chains.of(address, rank(address));
    }

    /** The referent of a {@code java.lang.ref.Reference}. */
    public long referent(long address) {
        return object.open(address) ? object.referent() : 0;
    }

    /** The address that a static field refers to. */
    public long staticReference(String rawName, String field) {
        return statics.reference(rawName, field);
    }

    /**
     * The objects in static fields of classes that several loaders have defined: each loader's own,
     * without shared ones.
     */
    public Set<Long> statics(List<HeapClass> twins) {
        return statics.ofTwins(twins);
    }

    /** The first elements of an array of references; nulls are 0. */
    public long[] elements(long arrayAddress, int most) {
        long position = arrayAddress == 0 ? -1 : retention.heap().position(arrayAddress);
        if (position < 0) {
            return new long[0];
        }
        array.open(position);
        if (!array.isObjectArray()) {
            return new long[0];
        }
        long[] found = new long[(int) Math.min(most, array.length())];
        return Arrays.copyOf(found, array.read(0, found));
    }

    /** Number of elements of a collection or array; empty for other objects. */
    public OptionalLong size(long address) {
        return address == 0 ? OptionalLong.empty() : counter.elements(address);
    }

    /**
     * The text of a string, only for names of threads, loaders, contexts and pools; it must never
     * be a program's data.
     */
    public Optional<String> name(long address) {
        return text.at(address, MOST_CHARS);
    }

    /**
     * The places in the program that hold an object, the most useful first; the JDK's if the
     * program has none. May be empty the first time: another pass over the dump finds the
     * referrers, and {@link LeakKind#find} is called again.
     */
    public List<HolderPlace> places(long address) {
        int rank = rank(address);
        return rank == 0
                ? List.of()
                : holders.find(address, tree.dominatorRank(rank), _ -> false).stream()
                        .map(HolderFinder.Holder::place)
                        .toList();
    }

    /** The first of the places, in words: "com.acme.Mail.POOL". */
    public Optional<String> place(long address) {
        return places(address).stream().findFirst().map(HolderPlace::text);
    }
}
