/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.index.ObjectIndex;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.hprof.RootKind;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Totals;
import io.heapsight.summary.VmHolder;
import io.heapsight.unit.ByteSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Objects that are unreachable in a dump but held by HotSpot. */
class GarbageBoundsTest {
    private static final ByteSize MEMORY = new ByteSize(64L << 20);
    private static final long NATIVE_THREAD = 0x7f00_1234_5678L;

    @TempDir private Path directory;

    private final DumpBuilder dump = new DumpBuilder();
    private DumpClass object;
    private DumpClass dropped;
    private DumpClass method;
    private DumpClass live;
    private DumpClass dead;
    private long deadLoader;

    @BeforeEach
    void classes() {
        object = dump.classNamed("java.lang.Object");
        dropped = dump.addClass("com.acme.Dropped").reference("next");
        method = dump.addClass("java.lang.reflect.Method").reference("clazz");
        live = dump.addClass("com.acme.Live");
        DumpClass loader = dump.addClass("java.lang.ClassLoader").reference("parent");
        deadLoader = dump.instance(loader);
        dead = dump.addClass("com.acme.Plugin").loadedBy(deadLoader);
    }

    private HeapSummary analyzed() throws Exception {
        dump.stickyBootClasses();
        return AnalyzedHeap.of(dump.bytes(), directory, MEMORY).summary();
    }

    private static Garbage garbage(HeapSummary summary) {
        Garbage garbage = summary.garbage().orElseThrow();
        Totals.Split split = summary.totals().split().orElseThrow();
        assertThat(garbage.unreachable()).isEqualTo(split.unreachable());
        assertThat(garbage.atLeast()).isEqualTo(split.garbage());
        return garbage;
    }

    private static Optional<Garbage.Undecided> undecided(Garbage garbage, VmHolder holder) {
        return garbage.undecided().stream().filter(row -> row.holder() == holder).findAny();
    }

    private static long garbageOf(HeapSummary summary, String className) {
        return summary.classes().stream()
                .filter(row -> row.name().equals(className))
                .map(ClassRow::totals)
                .mapToLong(totals -> totals.split().orElseThrow().garbage().objects())
                .sum();
    }

    @Test
    void reflectionDataOfLiveClassIsHeld() throws Exception {
        DumpClass soft = softReferences();
        DumpClass data =
                dump.addClass("java.lang.Class$ReflectionData").reference("declaredMethods");
        long methods = dump.array(method, dump.instance(method, "clazz", live.address()));
        long held = dump.instance(data, "declaredMethods", methods);
        dump.instance(soft, "referent", held);
        dump.instance(dropped);

        Garbage garbage = garbage(analyzed());

        assertThat(undecided(garbage, VmHolder.CLASS_MIRROR))
                .hasValueSatisfying(
                        row -> {
                            assertThat(row.total().objects()).isEqualTo(4);
                            assertThat(row.perhapsGarbage().objects()).isZero();
                        });
        // the loader, its class, and the dropped objects
        assertThat(garbage.atLeast().objects()).isEqualTo(3);
        assertThat(garbage.atMost()).isEqualTo(garbage.atLeast());
    }

    @Test
    void reflectionDataOfDeadClassIsGarbage() throws Exception {
        DumpClass soft = softReferences();
        DumpClass data =
                dump.addClass("java.lang.Class$ReflectionData").reference("declaredMethods");
        long methods = dump.array(method, dump.instance(method, "clazz", dead.address()));
        dump.instance(soft, "referent", dump.instance(data, "declaredMethods", methods));

        Garbage garbage = garbage(analyzed());

        assertThat(undecided(garbage, VmHolder.CLASS_MIRROR)).isEmpty();
        assertThat(garbage.atLeast().objects()).isEqualTo(6);
    }

    private DumpClass softReferences() {
        DumpClass reference = dump.addClass("java.lang.ref.Reference").reference("referent");
        return dump.addClass("java.lang.ref.SoftReference", reference);
    }

    @Test
    void classValuesAreHeldWithAllTheyRetain() throws Exception {
        DumpClass values = dump.addClass("java.lang.ClassValue$ClassValueMap").reference("table");
        dump.instance(
                values,
                "table",
                dump.array(object, dump.instance(dropped, "next", dump.instance(dropped))));

        Garbage garbage = garbage(analyzed());

        assertThat(undecided(garbage, VmHolder.CLASS_MIRROR))
                .hasValueSatisfying(row -> assertThat(row.total().objects()).isEqualTo(4));
        assertThat(garbage.atLeast().objects()).isEqualTo(2);
    }

    @Test
    @Timeout(60)
    void classAndObjectAtOneAddressAreBothReported() throws Exception {
        long liveLoader = dump.instance(dump.classNamed("java.lang.ClassLoader"));
        dump.root(RootKind.JNI_GLOBAL, liveLoader);
        DumpClass twice = dump.addClass("com.acme.Twice").loadedBy(liveLoader);
        dump.at(twice.address()).instance(dropped);

        Garbage garbage = garbage(analyzed());

        assertThat(undecided(garbage, VmHolder.VM)).isPresent();
        assertThat(garbage.atLeast().objects()).isPositive();
    }

    @Test
    void classValueMayKeepDeadClassAlive() throws Exception {
        DumpClass values = dump.addClass("java.lang.ClassValue$ClassValueMap").reference("table");
        dump.instance(values, "table", dump.array(object, dump.instance(dead)));

        Garbage garbage = garbage(analyzed());

        assertThat(undecided(garbage, VmHolder.CLASS_MIRROR))
                .hasValueSatisfying(
                        row -> {
                            assertThat(row.perhapsGarbage()).isEqualTo(row.total());
                            // map, table, plugin, its class and loader
                            assertThat(row.total().objects()).isEqualTo(5);
                        });
        assertThat(garbage.atLeast().objects()).isZero();
    }

    @Test
    void weaklyReachableObjectsAreGarbage() throws Exception {
        DumpClass reference = dump.addClass("java.lang.ref.Reference").reference("referent");
        DumpClass weak = dump.addClass("java.lang.ref.WeakReference", reference);
        DumpClass values = dump.addClass("java.lang.ClassValue$ClassValueMap").reference("table");
        dump.instance(
                values,
                "table",
                dump.array(object, dump.instance(weak, "referent", dump.instance(dropped))));

        HeapSummary summary = analyzed();

        assertThat(garbageOf(summary, "com.acme.Dropped")).isEqualTo(1);
        assertThat(garbageOf(summary, "java.lang.ref.WeakReference")).isZero();
    }

    @Test
    void oneOfEqualStringsMayBeAClassName() throws Exception {
        for (int i = 0; i < 5; i++) {
            dump.string("com.acme.Live");
            dump.instance(dropped);
        }
        dump.string("no name of a class");

        HeapSummary summary = analyzed();

        assertThat(garbageOf(summary, "java.lang.String")).isEqualTo(5);
        assertThat(undecided(garbage(summary), VmHolder.CLASS_MIRROR))
                .hasValueSatisfying(
                        row -> {
                            assertThat(row.total().objects()).as("string, array").isEqualTo(2);
                            assertThat(row.perhapsGarbage())
                                    .as("between garbage")
                                    .isEqualTo(row.total());
                        });
    }

    @Test
    void nameAmongLiveObjectsSurvivedACollection() throws Exception {
        aliveNeighbours();
        dump.string("com.acme.Live");
        aliveNeighbours();

        Garbage garbage = garbage(analyzed());

        assertThat(undecided(garbage, VmHolder.CLASS_MIRROR))
                .hasValueSatisfying(
                        row -> {
                            assertThat(row.total().objects()).isEqualTo(2);
                            assertThat(row.perhapsGarbage().objects()).isZero();
                        });
    }

    private void aliveNeighbours() {
        for (int i = 0; i < 200; i++) {
            dump.root(RootKind.JNI_GLOBAL, dump.instance(dropped));
        }
    }

    @Test
    void runningThreadIsHeldAndEndedThreadIsNot() throws Exception {
        DumpClass thread =
                dump.addClass("java.lang.Thread").field("eetop", BasicType.LONG).reference("name");
        long main = dump.instance(thread, "eetop", NATIVE_THREAD);
        dump.thread(main);
        dump.instance(thread, "eetop", NATIVE_THREAD, "name", dump.instance(dropped));
        dump.instance(thread);

        HeapSummary summary = analyzed();

        assertThat(garbageOf(summary, "java.lang.Thread")).isEqualTo(1);
        assertThat(garbageOf(summary, "com.acme.Dropped")).isZero();
        assertThat(undecided(garbage(summary), VmHolder.VM))
                .hasValueSatisfying(row -> assertThat(row.total().objects()).isEqualTo(2));
    }

    @Test
    void smallArraysBetweenLiveObjectsAreFiller() throws Exception {
        dump.skip(1 << ObjectIndex.PAGE_SHIFT); // away from the loader, which is garbage
        for (int i = 0; i < 20; i++) {
            aliveNeighbours();
            dump.array(BasicType.INT, 1, 2, 3, 4);
        }

        Totals.Split split = analyzed().totals().split().orElseThrow();

        assertThat(split.filler().objects()).isEqualTo(20);
        assertThat(split.garbage().objects()).as("loader and class").isEqualTo(2);
    }

    @Test
    void arraysDroppedByTheProgramAreNoFiller() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            dump.instance(dropped, "next", dump.array(BasicType.INT, 1, 2, 3, 4));
        }

        HeapSummary summary = analyzed();

        assertThat(garbageOf(summary, "int[]")).isEqualTo(1_000);
    }

    @Test
    void nothingIsGarbageIfVirtualThreadStacksAreMissing() throws Exception {
        DumpClass chunk =
                dump.addClass("jdk.internal.vm.StackChunk")
                        .reference("parent")
                        .field("size", BasicType.INT)
                        .field("sp", BasicType.INT)
                        .field("bottom", BasicType.INT);
        long held = dump.instance(chunk, "size", 20, "sp", 2, "bottom", 18);
        long empty = dump.instance(chunk, "size", 20, "sp", 18, "bottom", 18);
        dump.root(RootKind.JNI_GLOBAL, held).root(RootKind.JNI_GLOBAL, empty);
        dump.instance(dropped);

        HeapSummary summary = analyzed();

        Garbage garbage = garbage(summary);
        assertThat(garbage.atLeast().objects()).isZero();
        assertThat(garbage.atMost()).isEqualTo(garbage.unreachable());
        assertThat(undecided(garbage, VmHolder.VIRTUAL_THREAD_STACK)).isPresent();
        assertThat(summary.file().warnings())
                .anyMatch(text -> text.contains("1 pieces of stacks of virtual threads"));
    }

    @Test
    void boundsAddUpToAllObjects() throws Exception {
        for (long seed = 0; seed < 30; seed++) {
            Path folder = Files.createDirectory(directory.resolve("seed" + seed));
            byte[] bytes = new RandomHeap(seed, 60).dump().bytes();
            garbage(AnalyzedHeap.of(bytes, folder, MEMORY).summary());
        }
    }
}
