/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.index.DumpedHeap;
import io.heapsight.heap.index.HeapLoader;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.memory.MemoryBudget;
import io.heapsight.heap.objects.SizedLayout;
import io.heapsight.heap.parallel.PhaseProgress;
import io.heapsight.heap.parallel.PhaseStarter;
import io.heapsight.heap.parallel.WorkerThreads;
import io.heapsight.heap.reachability.Reachability;
import io.heapsight.heap.unreachable.UnreachableHistogram;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.GarbageRoots;
import io.heapsight.summary.Total;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Garbage spread over many parts of the heap, with references between parts. */
class GarbageTracerTest {
    private static final int OBJECTS = 3_000;
    private static final int REFERENCES = 3;
    private static final int FARTHEST = 200_000;
    private static final int ALL = Integer.MAX_VALUE;
    private static final int SEEDS = 20;
    private static final long PLENTY = 64 << 20;

    /** Less than the table of references between parts needs. */
    private static final long LITTLE = 8 << 10;

    private final DumpBuilder dump = new DumpBuilder();
    private final List<Long> addresses = new ArrayList<>();
    private final List<long[]> targets = new ArrayList<>();

    private void fill(long seed) {
        Random random = new Random(seed);
        DumpClass type = dump.addClass("com.acme.Node");
        for (int i = 0; i < OBJECTS; i++) {
            addresses.add(dump.skip(8L * random.nextInt(FARTHEST / 8)).array(type, 0, 0, 0));
        }
        for (int i = 0; i < OBJECTS; i++) {
            long[] to = new long[REFERENCES];
            for (int j = 0; j < REFERENCES; j++) {
                to[j] = random.nextInt(4) > 0 ? 0 : addresses.get(target(random, i));
                dump.set(addresses.get(i), j, to[j]);
            }
            targets.add(to);
        }
        dump.classes().forEach(each -> dump.root(RootKind.STICKY_CLASS, each.address()));
    }

    private static int target(Random random, int from) {
        return random.nextBoolean()
                ? random.nextInt(OBJECTS)
                : Math.min(from + random.nextInt(10), OBJECTS - 1);
    }

    private GarbageRoots trace(int threads, long memory) throws BudgetExceededException {
        PhaseStarter phases = new PhaseStarter(Progress.SILENT, new CancelSignal());
        try (HprofFile file = dump.open();
                MemoryBudget budget = new MemoryBudget(PLENTY);
                WorkerThreads workers = new WorkerThreads(threads)) {
            HeapLoader.Loaded loaded = new HeapLoader(file, budget, workers, phases).load();
            DumpedHeap heap = loaded.heap();
            SizedLayout layout =
                    SizedLayout.find(
                            heap.classes(), loaded.tally(), HeapFlags.NONE, Optional.empty());
            PhaseProgress progress = phases.start("test", 1);
            Reachability reachability =
                    Reachability.mark(heap, layout.sizes(), null, budget, workers, progress);
            UnreachableHistogram histogram =
                    UnreachableHistogram.count(
                            heap, layout.sizes(), reachability, workers, progress);
            assertThat(histogram.parts().count()).isGreaterThan(threads);
            return new GarbageTracer(heap, layout, histogram, ALL)
                    .trace(Total.NONE, new MemoryBudget(memory), workers, progress)
                    .roots();
        }
    }

    @Test
    void resultIsTheSameForAnyNumberOfThreads() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            GarbageTracerTest test = new GarbageTracerTest();
            test.fill(seed);
            GarbageRoots byOne = test.trace(1, PLENTY);
            assertThat(test.trace(2, PLENTY)).as("seed %d", seed).isEqualTo(byOne);
            assertThat(test.trace(5, PLENTY)).as("seed %d", seed).isEqualTo(byOne);
        }
    }

    @Test
    void eachObjectHasOneRootOrIsOnACycle() throws Exception {
        fill(1);
        compareWithBruteForce(trace(2, PLENTY));
    }

    @Test
    void littleMemoryTracesTheHeapAsAWhole() throws Exception {
        fill(2);
        GarbageRoots traced = trace(2, LITTLE);
        compareWithBruteForce(traced);
        Set<Long> claimed = new HashSet<>();
        for (GarbageRoots.Root root : ascending(traced)) {
            assertThat(root.below().objects())
                    .as("%#x", root.address())
                    .isEqualTo(claim(root.address(), claimed));
        }
    }

    private void compareWithBruteForce(GarbageRoots traced) {
        Set<Long> reached = new HashSet<>();
        Set<Long> roots = roots();
        for (long root : roots) {
            claim(root, reached);
        }
        assertThat(traced.single())
                .extracting(GarbageRoots.Root::address)
                .containsExactlyInAnyOrderElementsOf(roots);
        assertThat(traced.single().stream().mapToLong(root -> root.below().objects()).sum())
                .isEqualTo(reached.size());
        assertThat(traced.byClass())
                .extracting(GarbageRoots.RootClass::largest)
                .containsExactly(traced.single().getFirst().address());
        assertThat(traced.onCycles().objects()).isEqualTo(OBJECTS - reached.size());
        for (GarbageRoots.Root root : traced.single()) {
            Total below = root.below();
            assertThat(below.objects())
                    .isBetween(1L, (long) claim(root.address(), new HashSet<>()));
        }
    }

    private static List<GarbageRoots.Root> ascending(GarbageRoots traced) {
        return traced.single().stream()
                .sorted((a, b) -> Long.compare(a.address(), b.address()))
                .toList();
    }

    private Set<Long> roots() {
        Set<Long> roots = new HashSet<>(addresses);
        targets.forEach(to -> Arrays.stream(to).forEach(roots::remove));
        return roots;
    }

    /** Adds all objects reachable from an object, itself included; returns their number. */
    private int claim(long root, Set<Long> claimed) {
        int before = claimed.size();
        Deque<Long> stack = new ArrayDeque<>(List.of(root));
        while (!stack.isEmpty()) {
            long address = stack.pop();
            if (address != 0 && claimed.add(address)) {
                for (long to : targets.get(Collections.binarySearch(addresses, address))) {
                    stack.push(to);
                }
            }
        }
        return claimed.size() - before;
    }
}
