/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.retained;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.OwnHeap;
import io.heapsight.heap.content.OldStrings;
import io.heapsight.heap.memory.BudgetExceededException;
import io.heapsight.heap.reachability.MarkedHeap;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RootKind;
import io.heapsight.hprof.StackTraces.Frame;
import io.heapsight.summary.ThreadRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads with their locals, in built dumps and in the JVM of the test. */
class ThreadSurveyTest {
    private static final int MOST = 10;

    private final DumpBuilder dump = new DumpBuilder();
    private final DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
    private final DumpClass order = dump.addClass("com.acme.Order");

    private List<ThreadRow> rows(RetainedSizeLookup retained) throws BudgetExceededException {
        try (MarkedHeap marked = MarkedHeap.of(dump)) {
            return ThreadSurvey.rows(marked.file(), marked.heap(), retained, MOST);
        }
    }

    @Test
    void namesThreadsAndTheFramesOfTheirLocals() throws BudgetExceededException {
        dump.addClass("com.acme.Shop");
        long main = dump.instance(thread, "name", dump.string("main"));
        long sold = dump.instance(order);
        int serial =
                dump.thread(
                        main,
                        new Frame("com/acme/Shop", "sell", "Shop.java", 17),
                        new Frame("com/acme/Shop", "main", null, -3));
        dump.root(RootKind.JAVA_FRAME, sold, serial, 0)
                .root(RootKind.JAVA_FRAME, sold, serial, 0)
                .root(RootKind.JNI_LOCAL, sold, serial, 1)
                .root(RootKind.JNI_LOCAL, sold, serial, -1)
                .root(RootKind.NATIVE_STACK, sold, serial, 0)
                .root(RootKind.THREAD_BLOCK, order.address(), serial, 0)
                .root(RootKind.JAVA_FRAME, sold, serial, 9)
                .root(RootKind.JAVA_FRAME, 0x1234, serial, 0)
                .root(RootKind.JAVA_FRAME, main, serial + 1, 0);

        assertThat(rows(RetainedSizeLookup.UNKNOWN))
                .containsExactly(
                        new ThreadRow(
                                "main",
                                main,
                                "java.lang.Thread",
                                Optional.empty(),
                                OptionalLong.empty(),
                                Optional.empty(),
                                List.of(
                                        local("com.acme.Shop.sell(Shop.java:17)", sold),
                                        local("com.acme.Shop.main(Native Method), JNI", sold),
                                        local("JNI local", sold),
                                        local("native stack", sold),
                                        new ThreadRow.Local(
                                                "thread block",
                                                "java.lang.Class",
                                                order.address(),
                                                OptionalLong.empty()),
                                        local("frame 9", sold))));
    }

    @Test
    void failedAllocationIsInTheProgramsMethod() throws BudgetExceededException {
        dump.addClass("java.lang.OutOfMemoryError");
        dump.addClass("java.util.Arrays");
        dump.addClass("com.acme.Shop");
        Frame error = new Frame("java/lang/OutOfMemoryError", "<init>", "OutOfMemoryError.java", 0);
        Frame copy = new Frame("java/util/Arrays", "copyOf", "Arrays.java", 3_537);
        dump.thread(
                dump.instance(thread, "name", dump.string("main")),
                error,
                copy,
                new Frame("com/acme/Shop", "sell", "Shop.java", 17),
                new Frame("com/acme/Shop", "main", "Shop.java", 5));
        dump.thread(dump.instance(thread, "name", dump.string("timer")), error, copy);
        dump.thread(dump.instance(thread, "name", dump.string("copies")), copy);

        assertThat(rows(RetainedSizeLookup.UNKNOWN))
                .extracting(row -> row.name() + ": " + row.failedIn().orElse("-"))
                .containsExactlyInAnyOrder(
                        "main: com.acme.Shop.sell(Shop.java:17)",
                        "timer: java.util.Arrays.copyOf(Arrays.java:3537)",
                        "copies: -");
    }

    private static ThreadRow.Local local(String frame, long address) {
        return new ThreadRow.Local(frame, "com.acme.Order", address, OptionalLong.empty());
    }

    @Test
    void ranksThreadsAndLocalsByRetainedSize() throws BudgetExceededException {
        long small = dump.instance(thread);
        long large = dump.instance(thread);
        long first = dump.instance(order);
        long second = dump.instance(order);
        dump.thread(small);
        int serial = dump.thread(large, new Frame("com/acme/Order", "pay", "Order.java", 0));
        dump.root(RootKind.JAVA_FRAME, first, serial, 0);
        dump.root(RootKind.JAVA_FRAME, second, serial, 0);

        List<ThreadRow> rows = rows(address -> OptionalLong.of(address - small));

        assertThat(rows).extracting(ThreadRow::address).containsExactly(large, small);
        assertThat(rows.getFirst().retainedBytes()).hasValue(large - small);
        assertThat(rows.getFirst().locals())
                .extracting(ThreadRow.Local::address)
                .containsExactly(second, first);
        assertThat(rows.getFirst().locals().getFirst().frame())
                .isEqualTo("com.acme.Order.pay(Order.java)");
    }

    /** Thousands of threads with the same stack did not fit in a heap of 64 MiB. */
    @Test
    void equalStacksShareTheirTexts() throws BudgetExceededException {
        Frame pay = new Frame("com/acme/Order", "pay", "Order.java", 7);
        for (int i = 0; i < 2; i++) {
            int serial = dump.thread(dump.instance(thread), pay, pay);
            dump.root(RootKind.JAVA_FRAME, dump.instance(order), serial, 1);
        }

        List<ThreadRow> rows = rows(RetainedSizeLookup.UNKNOWN);

        ThreadRow.Local one = rows.getFirst().locals().getFirst();
        ThreadRow.Local other = rows.getLast().locals().getFirst();
        assertThat(one.frame()).isEqualTo("com.acme.Order.pay(Order.java:7)");
        assertThat(other.frame()).isSameAs(one.frame());
        assertThat(other.className()).isSameAs(one.className());
        assertThat(other.address()).isNotEqualTo(one.address());
    }

    @Test
    void readsNamesAndDaemonsOfJdk8() throws BudgetExceededException {
        thread.field("daemon", BasicType.BOOLEAN);
        long name = OldStrings.ofJdk8(dump).chars("Reaper");
        dump.thread(dump.instance(thread, "name", name, "daemon", true));
        dump.thread(dump.instance(thread));

        List<ThreadRow> rows = rows(RetainedSizeLookup.UNKNOWN);

        assertThat(rows).extracting(ThreadRow::name).containsExactly("Reaper", "");
        assertThat(rows)
                .extracting(ThreadRow::daemon)
                .containsExactly(Optional.of(true), Optional.of(false));
    }

    @Test
    void skipsAddressesWithoutObject() throws BudgetExceededException {
        dump.thread(0x1234);

        assertThat(rows(RetainedSizeLookup.UNKNOWN)).isEmpty();
    }

    @Test
    void findsTheThreadsOfThisJvm(@TempDir Path directory)
            throws IOException, BudgetExceededException {
        Path file = OwnHeap.dumpInto(directory, this);

        try (MarkedHeap marked = MarkedHeap.of(file)) {
            List<ThreadRow> rows =
                    ThreadSurvey.rows(
                            marked.file(), marked.heap(), RetainedSizeLookup.UNKNOWN, 1_000);

            assertThat(rows).extracting(ThreadRow::name).contains("Finalizer");
            ThreadRow own =
                    rows.stream()
                            .filter(row -> row.name().equals(Thread.currentThread().getName()))
                            .findFirst()
                            .orElseThrow();
            assertThat(own.daemon()).contains(Thread.currentThread().isDaemon());
            assertThat(own.locals())
                    .anySatisfy(
                            local -> {
                                assertThat(local.frame())
                                        .startsWith(
                                                "io.heapsight.heap.retained.ThreadSurveyTest"
                                                        + ".findsTheThreadsOfThisJvm"
                                                        + "(ThreadSurveyTest.java:");
                                assertThat(local.className())
                                        .isEqualTo(ThreadSurveyTest.class.getName());
                            });
        }
    }
}
