/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.suspects;

import io.heapsight.heap.classes.ClassKeys;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.dominators.DominatorTree;
import io.heapsight.heap.dominators.LargeLeaves.LargeLeaf;
import io.heapsight.heap.dominators.RetainedBytes;
import io.heapsight.heap.holders.HolderFinder;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.ByteArray;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.retained.HeapGraph;
import io.heapsight.heap.retained.RetainedHeap;
import io.heapsight.hprof.LongMap;
import io.heapsight.unit.CancelSignal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups the objects of the dominator tree by class, level by level, from the virtual root down. At
 * each level, it follows only the classes with at least a tenth of the heap. So the way continues
 * through 60,000 small entries of a map, and ends where bytes spread over objects of many classes.
 *
 * <p>An object of the same class as its dominator belongs to the dominator's group, so a linked
 * list of any length is one group. Below an object other than a class, a loader or a thread, the
 * way ends unless half of the bytes continue together.
 *
 * <p>Makes one pass over the ranks per level. Needs one byte per node, which later maps each object
 * to its group.
 */
public final class DominatedGroups implements AutoCloseable {
    /** The share of all reachable bytes above which objects are followed. */
    static final double LEAST_SHARE = 0.1;

    /** The share of a group's bytes that must continue together. */
    private static final double GOES_ON = 0.5;

    private static final int DEEPEST = 64;
    private static final int CANCEL_MASK = (1 << 16) - 1;

    private final RetainedHeap retention;
    private final DominatorTree tree;
    private final RetainedBytes sizes;
    private final HeapGraph graph;
    private final ClassKeys keys;
    private final boolean[] loaders;
    private final boolean[] threads;
    private final long threshold;
    private final ByteArray groupOf;
    private final Group[] groups = new Group[ByteArray.MAX + 1];
    private int count;
    private final DominatedGroup root;

    private DominatedGroups(RetainedHeap retention, ClassKeys keys, ByteArray groupOf) {
        this.retention = retention;
        this.tree = retention.tree();
        this.sizes = retention.retained();
        this.graph = retention.graph();
        this.keys = keys;
        this.groupOf = groupOf;
        this.threshold = (long) (LEAST_SHARE * sizes.bytesAtRank(0));
        this.loaders = subclassesOf("java/lang/ClassLoader", retention.heap().classes());
        this.threads = subclassesOf("java/lang/Thread", retention.heap().classes());
        this.root = add(null, DominatedGroup.ROOT_KEY, 1, sizes.bytesAtRank(0), 0);
    }

    public static DominatedGroups find(
            RetainedHeap retention, ClassKeys keys, MemoryBudget budget, CancelSignal cancel)
            throws BudgetExceededException {
        ByteArray groupOf =
                ByteArray.reserveOrSpill(
                        budget, retention.tree().reachable() + 1L, "groups of objects");
        boolean done = false;
        try {
            DominatedGroups found = new DominatedGroups(retention, keys, groupOf);
            found.descend(cancel);
            done = true;
            return found;
        } finally {
            if (!done) {
                groupOf.close();
            }
        }
    }

    private static boolean[] subclassesOf(String rawName, HeapClasses classes) {
        boolean[] found = new boolean[classes.size()];
        for (HeapClass each : classes.all()) {
            for (HeapClass level : classes.lineage(each)) {
                found[each.index()] |= level.rawName().equals(rawName);
            }
        }
        return found;
    }

    /** A group during the pass over the objects below it. */
    private static final class Group {
        private final DominatedGroup group;
        private final LongMap slotByKey = new LongMap();
        private int[] key = new int[8];
        private long[] objects = new long[8];
        private long[] bytes = new long[8];
        private int[] largest = new int[8];
        private long[] bytesOfLargest = new long[8];
        private int slots;
        private boolean open = true;

        private final List<Single> single = new ArrayList<>();

        /** The followed groups below, once the group is closed. */
        private final LongMap numberByKey = new LongMap();

        private final LongMap numberByRank = new LongMap();

        Group(DominatedGroup group) {
            this.group = group;
        }

        void offer(int ofKey, int owner, long ownerBytes) {
            int slot = (int) slotByKey.get(ofKey);
            if (slot < 0) {
                slot = slots++;
                slotByKey.put(ofKey, slot);
                if (slot == key.length) {
                    grow();
                }
                key[slot] = ofKey;
                bytesOfLargest[slot] = -1;
            }
            objects[slot]++;
            bytes[slot] += ownerBytes;
            if (ownerBytes > bytesOfLargest[slot]) {
                bytesOfLargest[slot] = ownerBytes;
                largest[slot] = owner;
            }
        }

        private void grow() {
            int larger = 2 * key.length;
            key = Arrays.copyOf(key, larger);
            objects = Arrays.copyOf(objects, larger);
            bytes = Arrays.copyOf(bytes, larger);
            largest = Arrays.copyOf(largest, larger);
            bytesOfLargest = Arrays.copyOf(bytesOfLargest, larger);
        }

        long singleBytes() {
            return single.stream().mapToLong(Single::bytes).sum();
        }

        DominatedGroup group(int slot, DominatedGroups all) {
            return all.add(group, key[slot], objects[slot], bytes[slot], largest[slot]);
        }
    }

    /** An object that takes a large part of the heap alone. */
    private record Single(int key, int owner, long bytes) {}

    private DominatedGroup add(
            @Nullable DominatedGroup above, int key, long objects, long bytes, int largest) {
        DominatedGroup added = new DominatedGroup(++count, above, key, objects, bytes, largest);
        groups[count] = new Group(added);
        return added;
    }

    private void descend(CancelSignal cancel) {
        groupOf.set(0, root.number());
        for (int level = 0, firstOpen = 1; level < DEEPEST && firstOpen <= count; level++) {
            look(cancel);
            int last = count;
            for (int number = firstOpen; number <= last; number++) {
                follow(groups[number]);
            }
            firstOpen = last + 1;
        }
    }

    /** Offers each object below an open group to that group. */
    private void look(CancelSignal cancel) {
        for (int rank = 1; rank <= tree.reachable(); rank++) {
            if ((rank & CANCEL_MASK) == 0) {
                cancel.throwIfCancelled();
                willRead(rank, (long) rank + CANCEL_MASK);
            }
            int above = groupOf.get(tree.dominatorRank(rank));
            if (above != 0) {
                look(rank, groups[above]);
            }
        }
        List<LargeLeaf> leaves = retention.largeLeaves();
        for (int i = 0; i < leaves.size(); i++) {
            LargeLeaf leaf = leaves.get(i);
            Group above = groups[groupOf.get(leaf.dominatorRank())];
            if (above != null && above.open) {
                offer(above, keys.ofInstances(leaf.classIndex()), ~i, leaf.bytes());
            }
        }
    }

    private void willRead(long from, long end) {
        tree.willReadDominators(from, end);
        tree.willReadNodes(from, end);
        sizes.willRead(from, end);
        retention.willReadClasses(from, end);
    }

    private void look(int rank, Group above) {
        int key = keyOf(rank);
        if (key == above.group.key() && !keys.isClassObject(key)) {
            groupOf.set(rank, above.group.number());
            if (above.open) {
                above.group.addInside();
            }
            return;
        }
        long bytes = sizes.bytesAtRank(rank);
        if (above.open) {
            offer(above, key, rank, bytes);
            return;
        }
        long below = bytes > threshold ? above.numberByRank.get(rank) : above.numberByKey.get(key);
        if (below > 0) {
            groupOf.set(rank, (int) below);
        }
    }

    private void offer(Group above, int key, int owner, long bytes) {
        if (bytes <= threshold) {
            above.offer(key, owner, bytes);
        } else {
            above.single.add(new Single(key, owner, bytes));
        }
    }

    private int keyOf(int rank) {
        int node = tree.node(rank);
        return graph.isClass(node)
                ? keys.ofClassObject(graph.classOf(node).index())
                : keys.ofInstances(retention.classIndexAtRank(rank));
    }

    /** Chooses the groups below to follow, once all objects below are known. */
    private void follow(Group above) {
        above.open = false;
        long going = above.singleBytes();
        for (int slot = 0; slot < above.slots; slot++) {
            going += above.bytes[slot] > threshold ? above.bytes[slot] : 0;
        }
        if (going < GOES_ON * above.group.bytes() && !isContainer(above.group)) {
            above.single.clear();
            return;
        }
        List<DominatedGroup> below = above.group.below();
        for (Single each : above.single) {
            if (count < ByteArray.MAX) {
                DominatedGroup added = add(above.group, each.key, 1, each.bytes, each.owner);
                above.numberByRank.put(each.owner, added.number());
                below.add(added);
            }
        }
        for (int slot = 0; slot < above.slots; slot++) {
            if (above.bytes[slot] > threshold && count < ByteArray.MAX) {
                DominatedGroup added = above.group(slot, this);
                above.numberByKey.put(added.key(), added.number());
                below.add(added);
            }
        }
        below.sort(Comparator.comparingLong(DominatedGroup::bytes).reversed());
    }

    /** Whether the objects below a group are unrelated. */
    boolean isContainer(DominatedGroup group) {
        return group.isRoot()
                || keys.isClassObject(group.key())
                || loaders[keys.classIndex(group.key())]
                || threads[keys.classIndex(group.key())];
    }

    /**
     * Whether a place explains its objects: a field of the JDK that holds a loader or thread does
     * not.
     */
    boolean isTelling(HolderFinder.Holder each) {
        int rank = tree.rank(graph.node(each.held()));
        int of = rank == 0 ? -1 : retention.classIndexAtRank(rank);
        return !each.place().jdk() || of < 0 || !(loaders[of] || threads[of]);
    }

    /** Whether the objects of a group are class loaders. */
    boolean isLoader(DominatedGroup group) {
        return !group.isRoot()
                && !keys.isClassObject(group.key())
                && loaders[keys.classIndex(group.key())];
    }

    /** The group of the virtual root. */
    DominatedGroup root() {
        return root;
    }

    /** The number of the group of the object with a rank; 0 if it was not followed. */
    int groupOf(int rank) {
        return groupOf.get(rank);
    }

    @Override
    public void close() {
        groupOf.close();
    }
}
