/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.hprof.StackTraces.Frame;
import io.heapsight.summary.Finding;
import io.heapsight.summary.Severity;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leaks that were blamed on an innocent holder, or on none, in built heaps. */
class LeakHoldersTest {
    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass row = dump.addClass("com.acme.Row").reference("data");

    private List<Finding> findings() throws Exception {
        dump.stickyBootClasses();
        dump.addClass("com.acme.Catalogue").staticReference("ROWS", dump.array(row, rows(300)));
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m")).summary().findings();
    }

    private long[] rows(int count) {
        long[] rows = new long[count];
        Arrays.setAll(rows, i -> row(100 + i % 7));
        return rows;
    }

    private long row(int bytes) {
        return dump.instance(row, "data", dump.zeroes(BasicType.BYTE, bytes));
    }

    private void hold(String field, long held) {
        dump.addClass("com.acme.Leak").staticReference(field, held);
    }

    /** A map in access order; its subclass has a field with this maximum unless it is 0. */
    private void recentlyUsed(int entries, int maximum) {
        DumpClass hash =
                dump.addClass("java.util.HashMap").reference("table").field("size", BasicType.INT);
        DumpClass map = dump.addClass("java.util.LinkedHashMap", hash);
        map.field("accessOrder", BasicType.BOOLEAN);
        DumpClass recent = dump.addClass("com.acme.Recent", map);
        if (maximum > 0) {
            recent.field("maxEntries", BasicType.INT);
        }
        long[] entry = new long[entries];
        Arrays.setAll(entry, _ -> row(1_500));
        long table = dump.array(object, entry);
        long made = dump.instance(recent, "table", table, "size", entries, "accessOrder", true);
        if (maximum > 0) {
            dump.set(made, "maxEntries", maximum);
        }
        hold("RECENT", made);
    }

    @Test
    void mapInAccessOrderFarBelowItsMaximumCanFillTheHeap() throws Exception {
        recentlyUsed(2_000, 1_000_000);
        Finding first = findings().getFirst();

        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text())
                .startsWith("com.acme.Leak.RECENT holds ")
                .endsWith(
                        ": 2,000 entries in a cache filled to 0.2 % of its maximum of 1,000,000"
                                + " (com.acme.Recent).");
        assertThat(first.remedy()).startsWith("Set a maximum that the heap can hold.");
    }

    @Test
    void mapInAccessOrderWithoutAKnownMaximumIsNotBounded() throws Exception {
        recentlyUsed(2_347, 0);
        Finding first = findings().getFirst();

        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text()).contains("2,347 entries", "without a maximum in its fields");
        assertThat(first.remedy()).startsWith("Check that removeEldestEntry drops entries");
    }

    @Test
    void mapInAccessOrderThatIsFullIsInformation() throws Exception {
        recentlyUsed(2_347, 2_400);

        assertThat(findings().getFirst().severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void mapInAccessOrderWithARoundNumberOfEntriesIsFull() throws Exception {
        recentlyUsed(2_400, 0);

        assertThat(findings().getFirst().severity()).isEqualTo(Severity.INFORMATION);
    }

    /** A pool of two threads, with tasks for futures. */
    private void commonPool(int tasks) {
        DumpClass pool =
                dump.addClass("java.util.concurrent.ForkJoinPool")
                        .reference("queues")
                        .reference("workerNamePrefix");
        DumpClass queue =
                dump.addClass("java.util.concurrent.ForkJoinPool$WorkQueue")
                        .reference("array")
                        .reference("owner")
                        .field("base", BasicType.INT)
                        .field("top", BasicType.INT);
        DumpClass future =
                dump.addClass("java.util.concurrent.CompletableFuture").reference("result");
        DumpClass task =
                dump.addClass("java.util.concurrent.CompletableFuture$AsyncSupply")
                        .reference("fn")
                        .reference("dep");
        DumpClass supplier = dump.addClass("com.acme.Price$$Lambda+0x12").reference("row");
        long[] waiting = new long[tasks];
        for (int i = 0; i < tasks; i++) {
            long supplied = dump.instance(supplier, "row", rows(1)[0]);
            waiting[i] = dump.instance(task, "fn", supplied, "dep", dump.instance(future));
        }
        long array = dump.array(object, waiting);
        long outside = dump.instance(queue, "array", array, "base", 7, "top", 7 + tasks);
        long thread = dump.instance(object);
        long one = dump.instance(queue, "owner", thread);
        long two = dump.instance(queue, "owner", thread);
        pool.staticReference(
                "common",
                dump.instance(
                        pool,
                        "queues",
                        dump.array(queue, one, outside, two),
                        "workerNamePrefix",
                        dump.string("ForkJoinPool.commonPool-worker-")));
        dump.addClass("com.acme.Innocent").staticReference("LAST", dump.instance(future));
    }

    @Test
    void futuresOfTasksThatWaitForTheCommonPoolAreNotBlamed() throws Exception {
        commonPool(21_000);
        List<Finding> findings = findings();

        assertThat(findings.getFirst().severity()).isEqualTo(Severity.HIGH);
        assertThat(findings.getFirst().text())
                .startsWith(
                        "The queue of java.util.concurrent.ForkJoinPool.common (2 threads"
                                + " \"ForkJoinPool.commonPool-worker-#\") holds ")
                .endsWith(": 21,000 tasks wait, such as lambda of com.acme.Price.");
        assertThat(findings.getFirst().remedy()).contains("give tasks that block a pool");
        assertThat(findings).noneMatch(each -> each.text().contains("Innocent"));
    }

    @Test
    void memoryOfAutomaticArenasIsNamed() throws Exception {
        DumpClass segment =
                dump.addClass("jdk.internal.foreign.NativeMemorySegmentImpl")
                        .field("min", BasicType.LONG)
                        .field("length", BasicType.LONG)
                        .reference("scope");
        DumpClass session =
                dump.addClass("jdk.internal.foreign.ImplicitSession")
                        .field("state", BasicType.INT)
                        .reference("resourceList");
        DumpClass resources = dump.addClass("jdk.internal.foreign.ResourceList").reference("fst");
        long list = dump.instance(resources, "fst", dump.instance(object));
        long[] segments = new long[1_200];
        for (int i = 0; i < segments.length; i++) {
            long scope = dump.instance(session, "state", 0, "resourceList", list);
            long min = (long) i << 20;
            segments[i] = dump.instance(segment, "min", min, "length", 1L << 15, "scope", scope);
        }
        hold("PAGES", dump.array(segment, segments));
        Finding first = findings().getFirst();

        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text())
                .startsWith("com.acme.Leak.PAGES holds ")
                .endsWith(": 1,200 automatic Arenas have 37.5 MiB outside the heap.");
        assertThat(first.remedy()).startsWith("Drop the MemorySegments");
    }

    @Test
    void moreDirectMemoryThanHeapRanksBeforeASmallCatalogue() throws Exception {
        DumpClass buffer = dump.addClass("java.nio.Buffer").field("capacity", BasicType.INT);
        DumpClass mapped = dump.addClass("java.nio.MappedByteBuffer", buffer).reference("fd");
        DumpClass direct = dump.addClass("java.nio.DirectByteBuffer", mapped).reference("cleaner");
        DumpClass cleaner = dump.addClass("jdk.internal.ref.Cleaner");
        long[] buffers = new long[40];
        Arrays.setAll(
                buffers,
                _ -> dump.instance(direct, "capacity", 8 << 20, "cleaner", dump.instance(cleaner)));
        hold("PARTS", dump.array(direct, buffers));
        dump.addClass("com.acme.Articles").staticReference("ALL", dump.array(row, rows(30_000)));
        List<Finding> findings = findings();

        assertThat(findings.getFirst().kind()).isEqualTo(Finding.Kind.DIRECT_BUFFERS);
        assertThat(findings.get(1).text()).startsWith("com.acme.Articles.ALL");
        assertThat(findings.get(1).severity()).isEqualTo(Severity.HIGH);
    }

    @Test
    void localVariableOfTheJdkIsNamedWithTheProgramsCaller() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("java.io.InputStream");
        dump.addClass("com.acme.Upload");
        long worker = dump.instance(thread, "name", dump.string("http-1"));
        int serial =
                dump.thread(
                        worker,
                        new Frame("java/io/InputStream", "readNBytes", "InputStream.java", 407),
                        new Frame("java/io/InputStream", "readAllBytes", "InputStream.java", 346),
                        new Frame("com/acme/Upload", "receive", "Upload.java", 21));
        long[] parts = new long[400];
        Arrays.setAll(parts, _ -> dump.zeroes(BasicType.BYTE, 8_000));
        dump.root(RootKind.JAVA_FRAME, dump.array(object, parts), serial, 0);
        Finding first = findings().getFirst();

        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text())
                .startsWith(
                        "a local variable of java.io.InputStream.readNBytes(InputStream.java:407),"
                                + " called by com.acme.Upload.receive(Upload.java:21), thread"
                                + " http-1,");
    }

    @Test
    void localVariableOfTheJdkInSeveralThreadsNamesOneCaller() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("java.io.InputStream");
        dump.addClass("com.acme.Upload");
        for (int i = 0; i < 3; i++) {
            long worker = dump.instance(thread, "name", dump.string("http-" + i));
            int serial =
                    dump.thread(
                            worker,
                            new Frame("com/acme/Part", "<init>", "Part.java", 5 + i),
                            new Frame("java/io/InputStream", "readNBytes", "InputStream.java", 407),
                            new Frame("com/acme/Upload", "receive", "Upload.java", 21 + i));
            long[] parts = new long[400];
            Arrays.setAll(parts, _ -> dump.zeroes(BasicType.BYTE, 8_000));
            dump.root(RootKind.JAVA_FRAME, dump.array(object, parts), serial, 1);
        }

        assertThat(findings().getFirst().text())
                .startsWith(
                        "a local variable of java.io.InputStream.readNBytes(InputStream.java:407),"
                                + " called by com.acme.Upload.receive(Upload.java:21) in 3 threads"
                                + " holds ");
    }

    /** Netty's allocator and counter of direct memory, and a buffer with a part of it. */
    private void netty(long counted, int reachable) {
        DumpClass atomic =
                dump.addClass("java.util.concurrent.atomic.AtomicLong")
                        .field("value", BasicType.LONG);
        dump.addClass("io.netty.util.internal.PlatformDependent")
                .staticReference("DIRECT_MEMORY_COUNTER", dump.instance(atomic, "value", counted));
        DumpClass base = dump.addClass("io.netty.buffer.AbstractByteBufAllocator");
        base.reference("empty");
        DumpClass allocator = dump.addClass("io.netty.buffer.AdaptiveByteBufAllocator", base);
        DumpClass direct =
                dump.addClass("io.netty.buffer.UnpooledDirectByteBuf")
                        .reference("alloc")
                        .field("capacity", BasicType.INT);
        long made = dump.instance(allocator, "empty", dump.instance(object));
        hold("ALLOCATOR", made);
        dump.addClass("com.acme.Channel")
                .staticReference(
                        "out", dump.instance(direct, "alloc", made, "capacity", reachable));
    }

    @Test
    void directMemoryOfNettyBuffersThatWereCollectedIsLost() throws Exception {
        netty(60L << 20, 10 << 20);
        Finding first = findings().getFirst();

        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text())
                .startsWith("Netty's allocator holds ")
                .contains(": 50.0 MiB of the 60.0 MiB outside the heap that Netty counts are lost");
        assertThat(first.remedy()).contains("Release each ByteBuf", "Only a restart");
    }

    @Test
    void directMemoryOfReachableNettyBuffersIsNotLost() throws Exception {
        netty(60L << 20, 50 << 20);

        assertThat(findings()).noneMatch(each -> each.text().contains("lost"));
    }
}
