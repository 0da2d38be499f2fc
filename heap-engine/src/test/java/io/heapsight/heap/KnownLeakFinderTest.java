/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.hprof.StackTraces.Frame;
import io.heapsight.summary.Finding;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.LeakCause;
import io.heapsight.summary.Severity;
import io.heapsight.summary.Suspect;
import io.heapsight.unit.ByteSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kinds of leak in built heaps: the cause ranks first, however large a healthy catalogue is. */
class KnownLeakFinderTest {
    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass row = dump.addClass("com.acme.Row").reference("data");
    private final DumpClass reference =
            dump.addClass("java.lang.ref.Reference").reference("referent").reference("next");

    private HeapSummary analyze() throws Exception {
        dump.stickyBootClasses();
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m")).summary();
    }

    private static Suspect first(HeapSummary summary) {
        return summary.retained().orElseThrow().suspects().getFirst();
    }

    private static String causeId(Suspect suspect) {
        return suspect.found().cause().map(LeakCause::id).orElse("none");
    }

    private long row(int bytes) {
        return dump.instance(row, "data", dump.zeroes(BasicType.BYTE, bytes));
    }

    private long[] rows(int count, int bytes) {
        long[] rows = new long[count];
        for (int i = 0; i < count; i++) {
            rows[i] = row(bytes);
        }
        return rows;
    }

    /** Objects of a healthy program. */
    private void catalogue(int rows) {
        dump.addClass("com.acme.Shop")
                .staticReference("CATALOGUE", dump.array(row, rows(rows, 1_000)));
    }

    @Test
    void finalizersAreCountedInAnyOrder() throws Exception {
        DumpClass last = dump.addClass("java.lang.ref.FinalReference", reference);
        DumpClass finalizer =
                dump.addClass("java.lang.ref.Finalizer", last).reference("next2").reference("prev");
        DumpClass resource = dump.addClass("com.acme.Resource").reference("data");
        List<Long> all = new ArrayList<>();
        for (int i = 0; i < 6_000; i++) {
            long data = dump.zeroes(BasicType.BYTE, 200);
            all.add(dump.instance(finalizer, "referent", dump.instance(resource, "data", data)));
        }
        List<Long> queue = new ArrayList<>(all);
        Collections.shuffle(queue, new Random(7));
        for (int i = 1; i < all.size(); i++) {
            dump.set(all.get(i), "prev", all.get(i - 1));
            dump.set(all.get(i - 1), "next2", all.get(i));
            dump.set(queue.get(i - 1), "next", queue.get(i));
        }
        finalizer
                .staticReference("unfinalized", all.getFirst())
                .staticReference("queue", queue.getFirst());
        catalogue(200);
        Suspect suspect = first(analyze());

        assertThat(causeId(suspect)).isEqualTo("finalizer-backlog");
        assertThat(suspect.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(suspect.sentence())
                .startsWith("The finalizer queue (java.lang.ref.Finalizer) holds ")
                .endsWith("6,000 objects wait for finalize(), 6,000 of them com.acme.Resource.");
    }

    @Test
    void usedObjectDoesNotWaitForItsFinalizer() throws Exception {
        DumpClass last = dump.addClass("java.lang.ref.FinalReference", reference);
        DumpClass finalizer = dump.addClass("java.lang.ref.Finalizer", last).reference("next2");
        long next = 0;
        long[] used = rows(6_000, 100);
        for (long each : used) {
            next = dump.instance(finalizer, "referent", each, "next2", next);
        }
        finalizer.staticReference("unfinalized", next);
        dump.addClass("com.acme.Shop").staticReference("used", dump.array(row, used));

        assertThat(analyze().retained().orElseThrow().suspects())
                .noneMatch(each -> causeId(each).equals("finalizer-backlog"));
    }

    @Test
    void cancelledTasksRankBeforeALargerCatalogue() throws Exception {
        DumpClass executor =
                dump.addClass("java.util.concurrent.ScheduledThreadPoolExecutor")
                        .reference("queue");
        DumpClass task =
                dump.addClass(
                                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask")
                        .field("state", BasicType.INT)
                        .reference("this$0")
                        .reference("callable");
        long pool = dump.instance(executor);
        long[] tasks = new long[1_200];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = dump.instance(task, "state", 4, "this$0", pool, "callable", row(300));
        }
        dump.set(pool, "queue", dump.array(object, tasks));
        dump.addClass("com.acme.Mail").staticReference("TIMER", pool);
        catalogue(700);
        Suspect suspect = first(analyze());

        assertThat(causeId(suspect)).isEqualTo("cancelled-tasks");
        assertThat(suspect.sentence())
                .startsWith("The queue of com.acme.Mail.TIMER holds ")
                .endsWith(": 1,200 cancelled tasks that were never removed.");
    }

    @Test
    void periodicTasksOfASchedulerAreNamedWithTheirClass() throws Exception {
        DumpClass executor =
                dump.addClass("java.util.concurrent.ThreadPoolExecutor").reference("workQueue");
        DumpClass scheduler =
                dump.addClass("java.util.concurrent.ScheduledThreadPoolExecutor", executor);
        DumpClass queue =
                dump.addClass("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue")
                        .field("size", BasicType.INT)
                        .reference("queue");
        DumpClass task =
                dump.addClass(
                                "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask")
                        .field("state", BasicType.INT)
                        .reference("callable");
        DumpClass adapter =
                dump.addClass("java.util.concurrent.Executors$RunnableAdapter").reference("task");
        long[] tasks = new long[1_200];
        for (int i = 0; i < tasks.length; i++) {
            long refresh = dump.instance(adapter, "task", row(300));
            tasks[i] = dump.instance(task, "callable", refresh);
        }
        long waiting =
                dump.instance(queue, "size", tasks.length, "queue", dump.array(object, tasks));
        dump.addClass("com.acme.Mail")
                .staticReference("TIMER", dump.instance(scheduler, "workQueue", waiting));
        Suspect suspect = first(analyze());

        assertThat(suspect.sentence())
                .startsWith("The queue of com.acme.Mail.TIMER holds ")
                .endsWith(": 1,200 tasks wait, such as com.acme.Row.");
        assertThat(suspect.found().cause().orElseThrow().remedy())
                .startsWith("Cancel the ScheduledFuture of each task");
    }

    @Test
    void cancelledTasksOfATimerArePurged() throws Exception {
        DumpClass timerTask = dump.addClass("java.util.TimerTask").field("state", BasicType.INT);
        DumpClass timeout = dump.addClass("com.acme.Timeout", timerTask).reference("request");
        long[] tasks = new long[3_200];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = dump.instance(timeout, "state", i % 4 == 0 ? 1 : 3, "request", row(300));
        }
        DumpClass queue = dump.addClass("java.util.TaskQueue").reference("queue");
        DumpClass timer = dump.addClass("java.util.Timer").reference("queue");
        DumpClass thread = dump.addClass("java.util.TimerThread").reference("queue");
        long waiting = dump.instance(queue, "queue", dump.array(timerTask, tasks));
        dump.addClass("com.acme.Mail")
                .staticReference("TIMER", dump.instance(timer, "queue", waiting))
                .staticReference("thread", dump.instance(thread, "queue", waiting));
        Suspect suspect = first(analyze());

        assertThat(causeId(suspect)).isEqualTo("cancelled-tasks");
        assertThat(suspect.sentence())
                .startsWith("com.acme.Mail.TIMER holds ")
                .endsWith(": 2,400 cancelled timeouts (com.acme.Timeout).");
    }

    @Test
    void accumulatedThreadsAreALeakWhateverEachHolds() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name").reference("target");
        for (int i = 0; i < 120; i++) {
            long one = dump.instance(thread, "name", dump.string("Thread-" + i), "target", row(50));
            dump.thread(one, frame());
        }
        catalogue(500);
        Suspect suspect = first(analyze());

        assertThat(causeId(suspect)).isEqualTo("threads");
        assertThat(suspect.sentence()).startsWith("120 threads named \"Thread-#\" hold ");
        assertThat(suspect.sentence()).contains("run 120 x com.acme.Row");
    }

    private static Frame frame() {
        return new Frame("com/acme/Worker", "run", "Worker.java", 1);
    }

    @Test
    void uncompletedFuturesAreNamedByTheFieldOfTheirMap() throws Exception {
        DumpClass future =
                dump.addClass("java.util.concurrent.CompletableFuture")
                        .reference("result")
                        .reference("stack");
        long[] pending = new long[11_000];
        for (int i = 0; i < pending.length; i++) {
            pending[i] = dump.instance(future, "stack", row(8));
        }
        dump.addClass("com.acme.Client").staticReference("PENDING", dump.array(object, pending));
        Suspect suspect = first(analyze());

        assertThat(causeId(suspect)).isEqualTo("incomplete-futures");
        assertThat(suspect.sentence())
                .startsWith("com.acme.Client.PENDING holds ")
                .contains("11,000 x CompletableFuture that was never completed, of 11,000 in all");
    }

    @Test
    void cacheOfSoftReferencesIsInformation() throws Exception {
        DumpClass soft = dump.addClass("java.lang.ref.SoftReference", reference);
        long[] cached = new long[300];
        for (int i = 0; i < cached.length; i++) {
            cached[i] = dump.instance(soft, "referent", row(20_000));
        }
        dump.addClass("com.acme.Cache").staticReference("CACHE", dump.array(object, cached));
        HeapSummary summary = analyze();

        assertThat(causeId(first(summary))).isEqualTo("soft-references");
        assertThat(summary.findings())
                .extracting(Finding::severity)
                .containsOnly(Severity.INFORMATION);
    }

    @Test
    void rowsInADatabaseTreeAreInformation() throws Exception {
        DumpClass node =
                dump.addClass("com.acme.db.TreeNode")
                        .reference("left")
                        .reference("right")
                        .reference("parent")
                        .reference("row");
        long[] nodes = new long[1_023];
        for (int i = 0; i < nodes.length; i++) {
            long parent = i == 0 ? 0 : nodes[(i - 1) / 2];
            nodes[i] = dump.instance(node, "row", row(4_000), "parent", parent);
            if (i > 0) {
                dump.set(parent, i % 2 == 1 ? "left" : "right", nodes[i]);
            }
        }
        dump.addClass("com.acme.db.RowStore").staticReference("root", nodes[0]);
        catalogue(100);
        Suspect suspect = first(analyze());

        assertThat(suspect.sentence()).startsWith("com.acme.db.RowStore.root");
        assertThat(suspect.share()).isGreaterThan(0.5);
        assertThat(suspect.found().severity()).isEqualTo(Severity.INFORMATION);
    }

    @Test
    void textHeldByALocalVariableIsASuspect() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        DumpClass builder = dump.addClass("java.lang.StringBuilder").reference("value");
        long main = dump.instance(thread, "name", dump.string("exporter"));
        int serial = dump.thread(main, new Frame("com/acme/Export", "run", "Export.java", 31));
        dump.addClass("com.acme.Export");
        long text = dump.instance(builder, "value", dump.zeroes(BasicType.BYTE, 4 << 20));
        dump.root(RootKind.JAVA_FRAME, text, serial, 0);
        catalogue(100);
        Suspect suspect = first(analyze());

        assertThat(suspect.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(suspect.sentence())
                .startsWith(
                        "a local variable of com.acme.Export.run(Export.java:31), thread exporter");
    }

    @Test
    void wasteOfASuspectIsReportedAfterIt() throws Exception {
        dump.addClass("com.acme.Shop").staticReference("ROWS", dump.array(row, rows(300, 20_000)));
        List<Finding> findings = analyze().findings();

        assertThat(findings.getFirst().kind()).isEqualTo(Finding.Kind.LEAK_SUSPECT);
        assertThat(findings.get(1).kind()).isEqualTo(Finding.Kind.CONSTANT_ARRAYS);
        assertThat(findings.get(1).place()).isEqualTo("com.acme.Row.data");
    }

    @Test
    void buffersFilledLaterAreNoWaste() throws Exception {
        DumpClass chunk = dump.addClass("com.acme.PoolChunk").reference("memory");
        long[] chunks = new long[40];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = dump.instance(chunk, "memory", dump.zeroes(BasicType.BYTE, 100_000));
        }
        dump.addClass("com.acme.Arena").staticReference("chunks", dump.array(chunk, chunks));

        assertThat(analyze().findings())
                .extracting(Finding::kind)
                .doesNotContain(Finding.Kind.CONSTANT_ARRAYS);
    }

    @Test
    void classValuesAreASuspectWithoutAReferenceInTheDump() throws Exception {
        DumpClass map = dump.addClass("java.lang.ClassValue$ClassValueMap").reference("cacheArray");
        DumpClass weak = dump.addClass("java.lang.ref.WeakReference", reference);
        DumpClass entry = dump.addClass("java.lang.ClassValue$Entry", weak).reference("value");
        DumpClass version = dump.addClass("java.lang.ClassValue$Version").reference("classValue");
        long classValue = dump.instance(dump.addClass("com.acme.Registry$1"));
        dump.addClass("com.acme.Registry").staticReference("VALUES", classValue);
        long[] entries = new long[4];
        for (int i = 0; i < entries.length; i++) {
            long one = dump.instance(version, "classValue", classValue);
            entries[i] =
                    dump.instance(
                            entry, "referent", one, "value", dump.array(row, rows(200, 5_000)));
        }
        dump.instance(map, "cacheArray", dump.array(entry, entries));
        catalogue(200);
        Suspect suspect = first(analyze());

        assertThat(causeId(suspect)).isEqualTo("class-values");
        assertThat(suspect.found().severity()).isEqualTo(Severity.HIGH);
        assertThat(suspect.sentence())
                .startsWith("ClassValue com.acme.Registry.VALUES holds ")
                .contains("4 values", "800 x com.acme.Row");
    }
}
