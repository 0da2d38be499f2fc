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
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queues, pools and registries that hold what their names do not say, in built heaps. */
class LibraryQueuesTest {
    private static final int MANY = 11_000;

    @TempDir private Path directory;
    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass object = dump.classNamed("java.lang.Object");
    private final DumpClass row = dump.addClass("com.acme.Row").reference("data");
    private DumpClass list;

    @BeforeEach
    void addLists() {
        list = dump.addClass("java.util.ArrayList").reference("elementData");
        list.field("size", BasicType.INT);
    }

    private List<Finding> findings() throws Exception {
        dump.stickyBootClasses();
        dump.addClass("com.acme.Catalogue").staticReference("ROWS", dump.array(row, rows(300)));
        return AnalyzedHeap.of(dump.bytes(), directory, ByteSize.parse("64m")).summary().findings();
    }

    private long[] rows(int count) {
        long[] rows = new long[count];
        for (int i = 0; i < count; i++) {
            rows[i] = dump.instance(row, "data", dump.zeroes(BasicType.BYTE, 100 + i % 7));
        }
        return rows;
    }

    private long list(int count) {
        return list(rows(count));
    }

    private long list(long[] elements) {
        long data = dump.array(object, elements);
        return dump.instance(list, "elementData", data, "size", elements.length);
    }

    private void hold(String field, long held) {
        dump.addClass("com.acme.Leak").staticReference(field, held);
    }

    private void assertFirst(String start, String end, String remedy) throws Exception {
        Finding first = findings().getFirst();
        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text()).startsWith(start).endsWith(end);
        assertThat(first.remedy()).contains(remedy);
    }

    @Test
    void messagesThatWaitForAPausedConsumerAreNoListeners() throws Exception {
        DumpClass queue =
                dump.addClass("io.vertx.core.streams.impl.MessagePassingQueue").reference("queue");
        DumpClass bus = dump.addClass("io.vertx.core.eventbus.impl.EventBusImpl").reference("in");
        hold("BUS", dump.instance(bus, "in", dump.instance(queue, "queue", list(MANY))));

        assertFirst(
                "com.acme.Leak.BUS holds ",
                ": 11,000 messages in io.vertx.core.streams.impl.MessagePassingQueue.queue.",
                "paused");
    }

    @Test
    void callersThatWaitForAConnectionAreNoPooledObjects() throws Exception {
        DumpClass waiters = dump.addClass("io.vertx.core.internal.pool.PoolWaiter");
        waiters.reference("all");
        DumpClass pool =
                dump.addClass("io.vertx.core.internal.pool.SimpleConnectionPool")
                        .reference("waiters");
        hold("POOL", dump.instance(pool, "waiters", dump.instance(waiters, "all", list(MANY))));

        assertFirst(
                "com.acme.Leak.POOL holds ",
                ": 11,000 callers that wait for a connection in"
                        + " io.vertx.core.internal.pool.PoolWaiter.all.",
                "connections come back late");
    }

    @Test
    void tasksBehindABlockedOneAreAnOrderedQueue() throws Exception {
        DumpClass queue = dump.addClass("io.vertx.core.impl.TaskQueue").reference("tasks");
        hold("WORKER", dump.instance(queue, "tasks", list(MANY)));

        assertFirst(
                "com.acme.Leak.WORKER holds ",
                ": 11,000 tasks in io.vertx.core.impl.TaskQueue.tasks.",
                "what the running task waits for");
    }

    @Test
    void tasksOfAQueueThatItsWorkerReadsAreOrdered() throws Exception {
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        DumpClass queue = dump.addClass("io.vertx.core.impl.TaskQueue").reference("tasks");
        DumpClass task = dump.addClass("io.vertx.core.impl.TaskQueue$ExecuteTask");
        task.reference("row");
        long worker = dump.instance(thread, "name", dump.string("vert.x-worker-thread-0"));
        Frame run = new Frame("io/vertx/core/impl/TaskQueue", "run", "TaskQueue.java", 87);
        int serial = dump.thread(worker, run);
        long[] tasks = new long[MANY];
        Arrays.setAll(tasks, _ -> dump.instance(task, "row", rows(1)[0]));
        long list = list(tasks);
        dump.root(RootKind.JAVA_FRAME, list, serial, 0);
        dump.root(RootKind.JAVA_FRAME, dump.instance(queue, "tasks", list), serial, 0);

        assertFirst(
                "thread vert.x-worker-thread-0 holds ",
                " tasks (io.vertx.core.impl.TaskQueue$ExecuteTask), in a local variable of"
                        + " io.vertx.core.impl.TaskQueue.run(TaskQueue.java:87), thread"
                        + " vert.x-worker-thread-0.",
                "what the running task waits for");
    }

    @Test
    void callbacksOfAnUncompletedPromiseAreCounted() throws Exception {
        DumpClass promise =
                dump.addClass("io.vertx.core.impl.future.PromiseImpl").reference("listener");
        hold("READY", dump.instance(promise, "listener", list(MANY)));

        assertFirst("com.acme.Leak.READY holds ", "PromiseImpl.listener.", "Complete the future");
    }

    @Test
    void listenersOfAnMBeanAreNamed() throws Exception {
        DumpClass support =
                dump.addClass("sun.management.NotificationEmitterSupport").reference("all");
        hold("MEMORY", dump.instance(support, "all", list(MANY)));

        assertFirst(
                "com.acme.Leak.MEMORY holds ",
                ": 11,000 listeners in sun.management.NotificationEmitterSupport.all.",
                "Remove each listener");
    }

    @Test
    void childrenOfALoggerAreNoHandlers() throws Exception {
        DumpClass logger = dump.addClass("java.util.logging.Logger").reference("kids");
        hold("ROOT", dump.instance(logger, "kids", list(MANY)));

        assertThat(findings()).noneMatch(each -> each.text().contains("log handlers"));
    }

    @Test
    void unclosedServiceClientsAreComponents() throws Exception {
        DumpClass client =
                dump.addClass("software.amazon.awssdk.services.s3.DefaultS3Client")
                        .reference("row");
        long[] clients = new long[150];
        Arrays.setAll(clients, _ -> dump.instance(client, "row", list(100)));
        hold("CLIENTS", dump.array(object, clients));

        assertFirst("com.acme.Leak.CLIENTS holds ", "DefaultS3Client).", "Make one for all");
    }

    /** A queue of buffers. */
    private void buffers(int waiting, int capacity) {
        queue(waiting, capacity, () -> dump.zeroes(BasicType.BYTE, 20_000));
    }

    private void queue(int waiting, int capacity, LongSupplier element) {
        DumpClass queue =
                dump.addClass("java.util.concurrent.ArrayBlockingQueue")
                        .reference("items")
                        .field("count", BasicType.INT);
        long[] items = new long[capacity];
        for (int i = 0; i < waiting; i++) {
            items[i] = element.getAsLong();
        }
        long array = dump.array(object, items);
        hold("FREE", dump.instance(queue, "items", array, "count", waiting));
    }

    @Test
    void poolOfBuffersAtItsCapacityIsInformation() throws Exception {
        buffers(200, 200);
        Finding first =
                findings().stream()
                        .filter(each -> each.kind() == Finding.Kind.LEAK_SUSPECT)
                        .findFirst()
                        .orElseThrow();

        assertThat(first.severity()).isEqualTo(Severity.INFORMATION);
        assertThat(first.text())
                .startsWith("com.acme.Leak.FREE holds ")
                .endsWith(
                        ": 200 elements in a queue with that capacity"
                                + " (java.util.concurrent.ArrayBlockingQueue).");
    }

    /** Its consumer may be stuck. */
    @Test
    void fullQueueOfWorkIsASuspect() throws Exception {
        DumpClass event = dump.addClass("com.acme.Event").reference("body");
        queue(200, 200, () -> dump.instance(event, "body", dump.zeroes(BasicType.BYTE, 20_000)));

        Finding first = findings().getFirst();
        assertThat(first.severity()).isEqualTo(Severity.HIGH);
        assertThat(first.text()).contains("com.acme.Leak.FREE");
    }

    @Test
    void queueBelowItsCapacityIsASuspect() throws Exception {
        buffers(200, 250);

        assertThat(findings().getFirst().severity()).isEqualTo(Severity.HIGH);
    }

    @Test
    void listOfClassesNamesTheirClass() throws Exception {
        long[] classes = new long[300];
        for (int i = 0; i < classes.length; i++) {
            DumpClass made = dump.addClass("com.acme.Made" + "x".repeat(i + 1));
            made.staticReference("data", dump.zeroes(BasicType.BYTE, 2_000));
            classes[i] = made.address();
        }
        hold("CLASSES", dump.array(object, classes));

        assertThat(findings()).noneMatch(each -> each.text().contains(" x ."));
    }
}
