/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.unreachable;

import io.heapsight.heap.classes.ClassTotals;
import io.heapsight.heap.classes.HeapClass;
import io.heapsight.heap.classes.HeapClasses;
import io.heapsight.heap.content.StringLayout;
import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.heap.objects.ObjectSizes;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.hprof.ClassDump;
import io.heapsight.summary.VmHolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds and marks the unreachable objects that HotSpot may hold by references that no dump
 * contains, with all objects that they refer to. The rest is garbage or filler.
 *
 * <ol>
 *   <li>Objects that live classes hold for sure. These may make more classes live, so the step
 *       repeats until nothing changes.
 *   <li>Objects that an unknown class holds. If such an object leads to a seemingly dead class, it
 *       may belong to that class or keep that class alive.
 *   <li>Objects that look as if a class held them.
 * </ol>
 */
public final class VmHeldObjects {
    private final DumpedHeap heap;
    private final ObjectSizes sizes;
    private final ClassTotals filler;
    private final HeapClasses classes;
    private final ObjectIndex index;
    private final UnreachableHistogram histogram;
    private final Reachability reachability;
    private final VmHeldTraversal walk;
    private final VmHeldOwners owners;
    private final UndecidedByHolder undecided;
    private final List<Candidate> candidates = new ArrayList<>();

    /**
     * An object that a class may hold.
     *
     * @param owner the number of the class that may hold it, or {@link VmHeldOwners#UNKNOWN}
     */
    private record Candidate(VmHeldKind kind, long address, int owner) {}

    private VmHeldObjects(
            DumpedHeap heap,
            ObjectSizes sizes,
            Reachability reachability,
            UnreachableHistogram histogram,
            ClassTotals filler) {
        this.heap = heap;
        this.sizes = sizes;
        this.filler = filler;
        this.classes = heap.classes();
        this.index = heap.index();
        this.histogram = histogram;
        this.reachability = reachability;
        this.walk = new VmHeldTraversal(heap, sizes, reachability);
        this.owners = new VmHeldOwners(heap);
        this.undecided = new UndecidedByHolder(classes.size());
    }

    /**
     * Finds and marks these objects, after a histogram.
     *
     * @param filler receives the filler among live objects, which is marked, too
     */
    public static UndecidedByHolder find(
            DumpedHeap heap,
            ObjectSizes sizes,
            Reachability reachability,
            UnreachableHistogram histogram,
            ClassTotals filler) {
        VmHeldObjects held = new VmHeldObjects(heap, sizes, reachability, histogram, filler);
        held.ofReachableClasses();
        held.addCandidates();
        held.ofKnownOwners(true);
        held.ofUnknownOwners();
        held.ofKnownOwners(false);
        held.hiddenClasses();
        held.lookingLikeHeld();
        held.stringsAndFiller();
        return held.undecided;
    }

    private void ofReachableClasses() {
        walk.countInto(undecided.held(VmHolder.CLASS_MIRROR));
        for (HeapClass each : classes.all()) {
            ClassDump dump = each.dump();
            if (dump != null && reachability.isClassMarked(each.index())) {
                walk.walkRecord(dump);
            }
        }
    }

    private void addCandidates() {
        for (VmHeldKind kind : VmHeldKind.values()) {
            if (kind.isSure()) {
                for (long address : histogram.mayBeHeld(kind).pick(_ -> true, _ -> true)) {
                    candidates.add(new Candidate(kind, address, owners.of(kind, address)));
                }
            }
        }
    }

    /** Claims objects that live classes hold, until nothing changes. */
    private void ofKnownOwners(boolean sure) {
        boolean changed;
        do {
            changed = classesOfLiveLoaders(sure);
            for (int i = 0; i < candidates.size(); i++) {
                Candidate each = candidates.get(i);
                if (isOfLiveOwner(each) && !index.isMarked(each.address())) {
                    walk.countInto(totals(each.kind().holder(), sure));
                    walk.walk(each.address());
                    changed = true;
                }
            }
        } while (changed);
    }

    private boolean isOfLiveOwner(Candidate candidate) {
        return candidate.kind() == VmHeldKind.THREAD
                || (candidate.owner() != VmHeldOwners.UNKNOWN && walk.isAlive(candidate.owner()));
    }

    /**
     * Claims classes of live loaders: a class lives as long as its loader, even without references,
     * like most array classes.
     */
    private boolean classesOfLiveLoaders(boolean sure) {
        boolean any = false;
        walk.countInto(totals(VmHolder.VM, sure));
        for (HeapClass each : classes.all()) {
            if (isUnclaimed(each) && !isHidden(each)) {
                walk.walkClass(each.index());
                any = true;
            }
        }
        return any;
    }

    private boolean isUnclaimed(HeapClass of) {
        return of.dump() != null && !walk.isAlive(of.index()) && walk.isLoaderAlive(of.loader());
    }

    /** A hidden class may be unloaded while its loader lives. */
    private static boolean isHidden(HeapClass of) {
        String name = of.rawName();
        return name.indexOf('+') >= 0
                || name.contains("$$Lambda$")
                || name.startsWith("java/lang/invoke/LambdaForm$");
    }

    private void ofUnknownOwners() {
        ClassTotals found = new ClassTotals(classes.size());
        for (Candidate each : candidates) {
            if (each.owner() == VmHeldOwners.UNKNOWN && !index.isMarked(each.address())) {
                walk.countInto(found);
                walk.walk(each.address());
                if (each.kind() == VmHeldKind.CLASS_VALUES) {
                    undecided.addClassValues(each.address(), found);
                }
                found.moveTo(totals(each.kind().holder(), !walk.metDeadClass()));
            }
        }
    }

    private void hiddenClasses() {
        walk.countInto(undecided.perhapsGarbage(VmHolder.VM));
        for (HeapClass each : classes.all()) {
            if (isUnclaimed(each)) {
                walk.walkClass(each.index());
            }
        }
    }

    private void lookingLikeHeld() {
        for (VmHeldKind kind : VmHeldKind.values()) {
            if (!kind.isSure() && kind != VmHeldKind.NAME) {
                walk.countInto(undecided.perhapsGarbage(kind.holder()));
                int most = classes.size();
                for (long address : histogram.mayBeHeld(kind).pick(this::isApart, _ -> true)) {
                    if (most-- > 0) {
                        walk.walk(address);
                    }
                }
            }
        }
    }

    /** Whether an object is unmarked and has no unreachable referrer. */
    private boolean isApart(long address) {
        return !index.isMarked(address) && !index.test(address, ObjectIndex.SPARE);
    }

    private void stringsAndFiller() {
        Runnable findFiller =
                () -> new DeadSpaceFillers(heap, sizes).mark(filler, undecided.held(VmHolder.VM));
        Optional<StringLayout> layout = StringLayout.of(heap);
        if (layout.isEmpty()) {
            findFiller.run();
        } else {
            HeldClassNameStrings.show(
                    heap,
                    layout.get(),
                    histogram
                            .mayBeHeld(VmHeldKind.NAME)
                            .pick(address -> !index.isMarked(address), this::isApart),
                    histogram.names(),
                    findFiller,
                    (address, sure) -> {
                        walk.countInto(totals(VmHeldKind.NAME.holder(), sure));
                        walk.walk(address);
                    });
        }
    }

    private ClassTotals totals(VmHolder holder, boolean sure) {
        return sure ? undecided.held(holder) : undecided.perhapsGarbage(holder);
    }
}
