/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.StackTraces.Frame;
import io.heapsight.summary.Finding;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.LeakCause;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leaks through classes of the JDK alone, beside a healthy catalogue, in built heaps. */
class JdkLeakKindsTest {
    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass row = dump.addClass("com.acme.Row").reference("data");
    private final DumpClass reference =
            dump.addClass("java.lang.ref.Reference").reference("referent").reference("next");
    private final DumpClass segment =
            dump.addClass("jdk.internal.foreign.NativeMemorySegmentImpl")
                    .field("min", BasicType.LONG)
                    .field("length", BasicType.LONG)
                    .reference("scope");

    private HeapSummary analyze() throws Exception {
        dump.stickyBootClasses();
        dump.addClass("com.acme.Shop").staticReference("CATALOGUE", dump.array(row, rows(300)));
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m")).summary();
    }

    private List<Suspect> suspects() throws Exception {
        return analyze().retained().orElseThrow().suspects();
    }

    private static String causeId(Suspect suspect) {
        return suspect.found().cause().map(LeakCause::id).orElse("none");
    }

    private long[] rows(int count) {
        long[] rows = new long[count];
        for (int i = 0; i < count; i++) {
            rows[i] = dump.instance(row, "data", bytes(200, i));
        }
        return rows;
    }

    /** Different contents, so that they are no duplicates. */
    private long bytes(int length, int seed) {
        Object[] values = new Object[length];
        for (int i = 0; i < length; i++) {
            values[i] = (byte) (i * 31 + (seed >> (i % 16)));
        }
        return dump.array(BasicType.BYTE, values);
    }

    private void hold(String field, long held) {
        dump.addClass("com.acme.Leak").staticReference(field, held);
    }

    @Test
    void byteArraysInAForeignMapAreCounted() throws Exception {
        DumpClass map = dump.addClass("it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap");
        map.reference("value");
        long[] slots = new long[2_000];
        for (int i = 0; i < slots.length; i += 2) {
            slots[i] = dump.zeroes(BasicType.BYTE, 4_000);
        }
        hold("ORDERS", dump.instance(map, "value", dump.array(object, slots)));
        List<Finding> findings = analyze().findings();

        assertThat(findings.getFirst().severity()).isEqualTo(Severity.HIGH);
        assertThat(findings.getFirst().text())
                .startsWith("com.acme.Leak.ORDERS, a Long2ObjectOpenHashMap, holds ")
                .endsWith(": 1,000 x byte[].");
        assertThat(findings.getFirst().remedy())
                .startsWith("Remove entries that are no longer needed");
        assertThat(findings.get(1).kind()).isEqualTo(Finding.Kind.CONSTANT_ARRAYS);
        assertThat(findings.get(1).place()).isEqualTo("com.acme.Leak.ORDERS");
    }

    @Test
    void mixedHashTableEntriesAreCountedByTheirKeys() throws Exception {
        DumpClass map = dump.addClass("com.google.common.collect.MapMakerInternalMap$Segment");
        map.reference("table");
        DumpClass entry =
                dump.addClass("com.google.common.collect.MapMakerInternalMap$Entry")
                        .reference("key");
        DumpClass plain =
                dump.addClass("com.google.common.collect.MapMakerInternalMap$Plain", entry);
        DumpClass linked =
                dump.addClass("com.google.common.collect.MapMakerInternalMap$Linked", entry)
                        .reference("next");
        long[] slots = new long[1_000];
        for (int i = 0; i < slots.length; i++) {
            long last = dump.instance(plain, "key", dump.string("a name of some length " + i));
            slots[i] =
                    i % 2 == 0
                            ? last
                            : dump.instance(
                                    linked, "key", dump.string("another " + i), "next", last);
        }
        hold("NAMES", dump.instance(map, "table", dump.array(object, slots)));

        assertThat(suspects().getFirst().sentence())
                .contains("com.acme.Leak.NAMES")
                .endsWith(": 1,500 x java.lang.String.");
    }

    private DumpClass weakMapEntry() {
        DumpClass weak = dump.addClass("java.lang.ref.WeakReference", reference);
        return dump.addClass("java.util.WeakHashMap$Entry", weak).reference("value");
    }

    @Test
    void valuesThatReferenceTheirKeysKeepAWeakMapFull() throws Exception {
        DumpClass entry = weakMapEntry();
        DumpClass state = dump.addClass("com.acme.State").reference("of");
        DumpClass map = dump.addClass("java.util.WeakHashMap").reference("table");
        map.field("size", BasicType.INT);
        long[] entries = new long[1_200];
        long[] keys = rows(1_200);
        for (int i = 0; i < entries.length; i++) {
            long value = dump.instance(state, "of", keys[i]);
            entries[i] = dump.instance(entry, "referent", keys[i], "value", value);
        }
        hold("STATES", dump.instance(map, "table", dump.array(entry, entries), "size", 1_200));
        Suspect first = suspects().getFirst();

        assertThat(causeId(first)).isEqualTo("weak-map-values");
        assertThat(first.sentence())
                .startsWith("com.acme.Leak.STATES holds ")
                .contains("1,200 values of a WeakHashMap refer to their own keys");
    }

    @Test
    void valuesLeadToTheirKeysThroughACollection() throws Exception {
        DumpClass entry = weakMapEntry();
        DumpClass list = dump.addClass("java.util.ArrayList").reference("elementData");
        DumpClass info = dump.addClass("com.acme.Info").reference("owners");
        DumpClass owner = dump.addClass("com.acme.Owner").reference("row");
        long[] entries = new long[1_200];
        long[] keys = rows(1_200);
        for (int i = 0; i < entries.length; i++) {
            long elements = dump.array(object, dump.instance(owner, "row", keys[i]));
            long owners = dump.instance(list, "elementData", elements);
            long value = dump.instance(info, "owners", owners);
            entries[i] = dump.instance(entry, "referent", keys[i], "value", value);
        }
        hold("INFO", dump.array(entry, entries));

        assertThat(suspects().getFirst().sentence())
                .startsWith("com.acme.Leak.INFO holds ")
                .contains("1,200 values of a WeakHashMap refer to their own keys (1,200 x")
                .contains("com.acme.Info");
    }

    @Test
    void keyIsFoundBehindManyOtherObjects() throws Exception {
        DumpClass entry = weakMapEntry();
        DumpClass holder = dump.addClass("com.acme.Holder").reference("key");
        long[] entries = new long[1_200];
        long[] keys = rows(1_200);
        for (int i = 0; i < entries.length; i++) {
            long[] all = new long[64];
            for (int j = 0; j < all.length; j++) {
                all[j] = dump.instance(holder, "key", j == 63 ? keys[i] : 0L);
            }
            long value = dump.array(object, all);
            entries[i] = dump.instance(entry, "referent", keys[i], "value", value);
        }
        hold("ALL", dump.array(entry, entries));

        assertThat(suspects().getFirst().sentence())
                .contains("1,200 values of a WeakHashMap refer to their own keys");
    }

    @Test
    void entriesBehindManyWeakReferencesAreFound() throws Exception {
        DumpClass weak = dump.addClass("java.lang.ref.WeakReference", reference);
        DumpClass listeners = dump.addClass("com.acme.Listeners").reference("all");
        long[] others = new long[263_000];
        for (int i = 0; i < others.length; i++) {
            others[i] = dump.instance(weak);
        }
        dump.addClass("com.acme.First")
                .staticReference("all", dump.instance(listeners, "all", dump.array(weak, others)));
        DumpClass entry = dump.addClass("java.util.WeakHashMap$Entry", weak).reference("value");
        DumpClass state = dump.addClass("com.acme.State").reference("of");
        long[] entries = new long[2_000];
        for (int i = 0; i < entries.length; i++) {
            long key = dump.instance(row);
            long value = dump.instance(state, "of", key);
            entries[i] = dump.instance(entry, "referent", key, "value", value);
        }
        hold("STATES", dump.array(entry, entries));

        assertThat(suspects())
                .extracting(Suspect::sentence)
                .anyMatch(each -> each.contains("2,000 values of a WeakHashMap refer"));
    }

    @Test
    void valuesOfAConcurrentMapWithWeakKeysLeadToTheirKeys() throws Exception {
        hold("CACHE", dump.array(object, weakNodes(true)));

        assertThat(suspects().getFirst().sentence())
                .startsWith("com.acme.Leak.CACHE holds ")
                .contains("1,200 values of a map with weak keys refer to their own keys");
    }

    @Test
    void weakReferenceToTheKeyIsHealthy() throws Exception {
        hold("CACHE", dump.array(object, weakNodes(false)));

        assertThat(suspects()).noneMatch(each -> causeId(each).equals("weak-map-values"));
    }

    /** Entries with weak keys, to which the values refer strongly or weakly. */
    private long[] weakNodes(boolean strong) {
        DumpClass weak = dump.addClass("java.lang.ref.WeakReference", reference);
        DumpClass node =
                dump.addClass("java.util.concurrent.ConcurrentHashMap$Node")
                        .reference("key")
                        .reference("val");
        DumpClass state = dump.addClass("com.acme.State").reference("of");
        long[] nodes = new long[1_200];
        long[] keys = rows(1_200);
        for (int i = 0; i < nodes.length; i++) {
            long key = dump.instance(weak, "referent", keys[i]);
            long value = dump.instance(state, "of", strong ? keys[i] : key);
            nodes[i] = dump.instance(node, "key", key, "val", value);
        }
        return nodes;
    }

    @Test
    void weakMapWhoseValuesDoNotReachKeysIsHealthy() throws Exception {
        DumpClass entry = weakMapEntry();
        long[] entries = new long[1_200];
        long[] keys = rows(1_200);
        for (int i = 0; i < entries.length; i++) {
            entries[i] = dump.instance(entry, "referent", keys[i], "value", bytes(30, i));
        }
        hold("BOTH", dump.array(object, dump.array(row, keys), dump.array(entry, entries)));

        assertThat(suspects()).noneMatch(each -> causeId(each).equals("weak-map-values"));
    }

    @Test
    void queueBetweenThreadsIsNamedByItsFieldAndCounted() throws Exception {
        DumpClass node =
                dump.addClass("java.util.concurrent.LinkedBlockingQueue$Node")
                        .reference("item")
                        .reference("next");
        DumpClass queue =
                dump.addClass("java.util.concurrent.LinkedBlockingQueue").reference("head");
        DumpClass number =
                dump.addClass("java.util.concurrent.atomic.AtomicInteger")
                        .field("value", BasicType.INT);
        queue.reference("count");
        long next = 0;
        for (int i = 0; i < 21_000; i++) {
            long item = dump.zeroes(BasicType.BYTE, 64);
            next = dump.instance(node, "item", item, "next", next);
        }
        long head = dump.instance(node, "next", next);
        long count = dump.instance(number, "value", 21_000);
        DumpClass writer = dump.addClass("com.acme.Writer").reference("lines");
        hold(
                "WRITER",
                dump.instance(writer, "lines", dump.instance(queue, "head", head, "count", count)));
        Suspect first = suspects().getFirst();

        assertThat(causeId(first)).isEqualTo("waiting-queue");
        assertThat(first.sentence())
                .startsWith("The queue com.acme.Writer.lines holds ")
                .contains("21,000 elements wait");
    }

    @Test
    @Timeout(value = 40, unit = TimeUnit.SECONDS)
    void longChainOfFuturesIsMeasuredInOneWalk() throws Exception {
        DumpClass future =
                dump.addClass("java.util.concurrent.CompletableFuture")
                        .reference("result")
                        .reference("stack");
        DumpClass accept =
                dump.addClass("java.util.concurrent.CompletableFuture$UniAccept")
                        .reference("next")
                        .reference("dep");
        long stack = 0;
        for (int i = 0; i < 60_000; i++) {
            stack = dump.instance(accept, "next", stack, "dep", dump.instance(future));
        }
        hold("CONFIG", dump.instance(future, "stack", stack));
        Suspect first = suspects().getFirst();

        assertThat(first.sentence())
                .startsWith("com.acme.Leak.CONFIG holds ")
                .contains("60,001 x CompletableFuture that was never completed");
    }

    @Test
    void unendedCompressorsAreALeakWhateverTheirSize() throws Exception {
        DumpClass stream = dump.addClass("java.util.zip.Deflater$DeflaterZStreamRef");
        stream.field("address", BasicType.LONG);
        DumpClass deflater = dump.addClass("java.util.zip.Deflater").reference("zsRef");
        long[] open = new long[1_100];
        for (int i = 0; i < open.length; i++) {
            long own = dump.instance(stream, "address", 4_096L + i);
            open[i] = dump.instance(deflater, "zsRef", own);
        }
        hold("OPEN", dump.array(deflater, open));

        assertThat(suspects().getFirst().sentence())
                .startsWith("com.acme.Leak.OPEN holds ")
                .contains("1,100 x java.util.zip.Deflater, not ended");
    }

    @Test
    void openChannelsAreFileDescriptors() throws Exception {
        DumpClass descriptor = dump.addClass("java.io.FileDescriptor").field("fd", BasicType.INT);
        DumpClass stream = dump.addClass("java.io.FileInputStream").reference("fd");
        DumpClass channel =
                dump.addClass("sun.nio.ch.FileChannelImpl").reference("fd").reference("parent");
        long[] open = new long[1_400];
        for (int i = 0; i < open.length; i++) {
            long fd = dump.instance(descriptor, "fd", i < 100 ? -1 : i);
            long parent = i < 1_300 ? 0 : dump.instance(stream, "fd", fd);
            open[i] = dump.instance(channel, "fd", fd, "parent", parent);
        }
        hold("OPEN", dump.array(channel, open));

        assertThat(suspects())
                .filteredOn(each -> causeId(each).equals("open-channels"))
                .singleElement()
                .matches(each -> each.found().severity() == Severity.INFORMATION)
                .extracting(Suspect::sentence, InstanceOfAssertFactories.STRING)
                .startsWith("com.acme.Leak.OPEN holds ")
                .contains("1,200 x sun.nio.ch.FileChannelImpl, open");
    }

    @Test
    void openStreamsWithAParentAreFileDescriptors() throws Exception {
        DumpClass descriptor = dump.addClass("java.io.FileDescriptor").field("fd", BasicType.INT);
        DumpClass stream = dump.addClass("java.io.FileInputStream").reference("fd");
        DumpClass own = dump.addClass("com.acme.LogStream", stream).reference("parent");
        long[] open = new long[1_200];
        long parent = dump.instance(object);
        for (int i = 0; i < open.length; i++) {
            long fd = dump.instance(descriptor, "fd", i);
            open[i] = dump.instance(own, "fd", fd, "parent", parent);
        }
        hold("OPEN", dump.array(own, open));
        Suspect first = suspects().getFirst();

        assertThat(causeId(first)).isEqualTo("open-files");
        assertThat(first.found().severity()).isEqualTo(Severity.HIGH);
    }

    /** The scopes of arenas with memory; negative states are closed. */
    private long[] scopes(int count, int automatic, int closed) {
        DumpClass session =
                dump.addClass("jdk.internal.foreign.MemorySessionImpl")
                        .field("state", BasicType.INT)
                        .reference("resourceList");
        DumpClass implicit = dump.addClass("jdk.internal.foreign.ImplicitSession", session);
        DumpClass resources = dump.addClass("jdk.internal.foreign.ResourceList").reference("fst");
        long list = dump.instance(resources, "fst", dump.instance(object));
        long[] scopes = new long[count];
        for (int i = 0; i < count; i++) {
            DumpClass type = i < automatic ? implicit : session;
            int state = i >= automatic && i < automatic + closed ? -1 : 0;
            scopes[i] = dump.instance(type, "state", state, "resourceList", list);
        }
        return scopes;
    }

    private long segment(long scope, long min, long length) {
        return dump.instance(segment, "min", min, "length", length, "scope", scope);
    }

    @Test
    void openArenasAreNamedWithTheirMemory() throws Exception {
        List<Long> all = new ArrayList<>();
        for (long scope : scopes(1_400, 100, 100)) {
            long min = (long) all.size() << 20;
            all.add(segment(scope, min, 1L << 17));
            all.add(segment(scope, min + 8, 100)); // of the same memory
        }
        hold("IMAGES", dump.array(segment, all.stream().mapToLong(Long::longValue).toArray()));
        Suspect first = suspects().getFirst();

        assertThat(first.found().severity()).isNotEqualTo(Severity.INFORMATION);
        assertThat(first.sentence())
                .startsWith("com.acme.Leak.IMAGES holds ")
                .endsWith(": 1,200 open Arenas have 150.0 MiB outside the heap.");
    }

    @Test
    void openArenasSmallerThanTheHeapAreInformation() throws Exception {
        long[] scopes = scopes(1_200, 0, 0);
        long[] segments = new long[scopes.length];
        for (int i = 0; i < segments.length; i++) {
            segments[i] = segment(scopes[i], (long) i << 20, 1 << 14);
        }
        hold("PAGES", dump.array(segment, segments));
        dump.addClass("com.acme.Data")
                .staticReference("all", dump.zeroes(BasicType.BYTE, 24 << 20));

        assertThat(suspects())
                .filteredOn(each -> causeId(each).equals("open-arenas"))
                .singleElement()
                .matches(each -> each.found().severity() == Severity.INFORMATION);
    }

    @Test
    void segmentsOfUnknownLengthHaveNoMemory() throws Exception {
        long scope = scopes(1, 0, 0)[0];
        long memory = segment(scope, 1L << 30, 32 << 20);
        long all = segment(scope, 8, Long.MAX_VALUE);
        long many = segment(scope, 16, 1L << 60);
        hold("LIBRARY", dump.array(segment, memory, all, many));

        assertThat(suspects())
                .filteredOn(each -> causeId(each).equals("open-arenas"))
                .singleElement()
                .extracting(Suspect::sentence, InstanceOfAssertFactories.STRING)
                .endsWith(": 1 open Arena has 32.0 MiB outside the heap.");
    }

    private void threads(int count, IntFunction<String> name) {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name").reference("target");
        for (int i = 0; i < count; i++) {
            long one = dump.instance(thread, "name", dump.string(name.apply(i)));
            dump.thread(one, new Frame("com/acme/Pool", "run", "Pool.java", 3));
        }
    }

    @Test
    void poolsWithOneThreadEachAreCounted() throws Exception {
        threads(60, i -> "pool-" + (i + 1) + "-thread-1");

        assertThat(suspects().getFirst().sentence())
                .startsWith("60 threads named \"pool-#-thread-#\" hold ")
                .contains("60 pools or clients that were never closed");
    }

    @Test
    void poolsWithSeveralThreadsEachAreCounted() throws Exception {
        threads(180, i -> "pool-%d-thread-%d".formatted(i / 3 + 1, i % 3 + 1));

        assertThat(suspects().getFirst().sentence())
                .contains("60 pools or clients that were never closed");
    }

    @Test
    void poolsThatNumberTheirThreadsTogetherAreCounted() throws Exception {
        threads(240, i -> "qtp%d-%d".formatted(1_845_904_670 + 7_919 * (i / 4), 30 + i));
        Suspect first = suspects().getFirst();

        assertThat(causeId(first)).isEqualTo("executors-not-shut-down");
        assertThat(first.sentence())
                .startsWith("240 threads named \"qtp#-#\" hold ")
                .contains("60 pools or clients that were never closed");
    }

    @Test
    void threadsWithTwoNumbersOfTheirOwnAreNoPools() throws Exception {
        threads(60, i -> "session-%d-user-%d".formatted(100 + i, 5_000 + i));

        assertThat(suspects())
                .extracting(JdkLeakKindsTest::causeId)
                .doesNotContain("executors-not-shut-down", "threads");
    }

    @Test
    void handlersOfServersAreNoPools() throws Exception {
        threads(
                128,
                i -> "IPC Server handler %d on default port %d".formatted(i / 2, 8020 + i % 2));

        assertThat(suspects())
                .extracting(JdkLeakKindsTest::causeId)
                .doesNotContain("executors-not-shut-down", "threads");
    }

    @Test
    void threadsOfUnclosedClientsAreCountedByNumberInName() throws Exception {
        threads(60, i -> "HikariPool-" + i + " housekeeper");
        Suspect first = suspects().getFirst();

        assertThat(causeId(first)).isEqualTo("executors-not-shut-down");
        assertThat(first.sentence())
                .startsWith("60 threads named \"HikariPool-# housekeeper\" hold ")
                .contains("60 pools or clients that were never closed");
    }

    @Test
    void waitingVirtualThreadsAreCountedWithTheirTask() throws Exception {
        DumpClass target = dump.addClass("java.lang.VirtualThread$VThreadContinuation$1");
        target.reference("val$task");
        DumpClass continuation = dump.addClass("jdk.internal.vm.Continuation").reference("target");
        DumpClass virtual =
                dump.addClass("java.lang.VirtualThread")
                        .field("state", BasicType.INT)
                        .reference("cont");
        long[] threads = new long[10_500];
        for (int i = 0; i < threads.length; i++) {
            long runs = dump.instance(target, "val$task", dump.instance(row));
            long cont = dump.instance(continuation, "target", runs);
            threads[i] = dump.instance(virtual, "state", i < 500 ? 99 : 4, "cont", cont);
        }
        hold("THREADS", dump.array(virtual, threads));
        Suspect first = suspects().getFirst();

        assertThat(causeId(first)).isEqualTo("virtual-threads");
        assertThat(first.sentence())
                .startsWith("10,000 virtual threads hold ")
                .contains("run 10,000 x com.acme.Row");
    }

    @Test
    void softlyReferencedImagesAreInformation() throws Exception {
        DumpClass soft = dump.addClass("java.lang.ref.SoftReference", reference);
        long[] cached = new long[300];
        for (int i = 0; i < cached.length; i++) {
            cached[i] = dump.instance(soft, "referent", dump.zeroes(BasicType.BYTE, 20_000));
        }
        hold("IMAGES", dump.array(object, cached));
        HeapSummary summary = analyze();

        assertThat(causeId(summary.retained().orElseThrow().suspects().getFirst()))
                .isEqualTo("soft-references");
        assertThat(summary.findings())
                .extracting(Finding::severity)
                .containsOnly(Severity.INFORMATION);
    }

    @Test
    void handlesWaitingForFinalizationAreCounted() throws Exception {
        DumpClass last = dump.addClass("java.lang.ref.FinalReference", reference);
        DumpClass finalizer = dump.addClass("java.lang.ref.Finalizer", last).reference("next2");
        DumpClass handle = dump.addClass("com.acme.Handle").field("address", BasicType.LONG);
        long next = 0;
        for (int i = 0; i < 6_000; i++) {
            long one = dump.instance(handle, "address", 1L);
            next = dump.instance(finalizer, "referent", one, "next2", next);
        }
        finalizer.staticReference("unfinalized", next);

        assertThat(suspects().getFirst().sentence())
                .endsWith("6,000 objects wait for finalize(), 6,000 of them com.acme.Handle.");
    }

    @Test
    void mappedFilesAreNoDirectMemory() throws Exception {
        DumpClass descriptor = dump.addClass("java.io.FileDescriptor");
        DumpClass buffer = dump.addClass("java.nio.Buffer").field("capacity", BasicType.INT);
        DumpClass mapped = dump.addClass("java.nio.MappedByteBuffer", buffer).reference("fd");
        DumpClass direct = dump.addClass("java.nio.DirectByteBuffer", mapped).reference("cleaner");
        DumpClass cleaner = dump.addClass("jdk.internal.ref.Cleaner");
        long[] buffers = new long[1_100];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] =
                    dump.instance(
                            direct,
                            "capacity",
                            1 << 20,
                            "fd",
                            dump.instance(descriptor),
                            "cleaner",
                            dump.instance(cleaner));
        }
        hold("SEGMENTS", dump.array(direct, buffers));
        Finding first = analyze().findings().getFirst();

        assertThat(first.text())
                .isEqualTo(
                        "com.acme.Leak.SEGMENTS holds 1,100 mapped buffers with 1.1 GiB of files"
                                + " outside the heap.");
        assertThat(first.severity()).isEqualTo(Severity.MEDIUM);
        assertThat(first.remedy()).doesNotContain("MaxDirectMemorySize");
    }
}
