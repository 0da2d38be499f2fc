/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.heapsight.explore.ObjectRow;
import io.heapsight.explore.ThreadList;
import io.heapsight.explore.ThreadStack;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RootKind;
import io.heapsight.hprof.StackTraces;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.ThreadRow;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads and the objects of their stacks, in built dumps and compared with summaries of real ones.
 */
class ThreadStackTest {
    private static final int ALL = 100_000;

    /** Maximum of locals in a summary. */
    private static final int SUMMARY_LOCALS = 50;

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource
    void threadsOfRealDumpsEqualTheSummary(GoldenDump dump) throws Exception {
        Path copy = Files.copy(dump.file(), directory.resolve("dump.hprof"));
        HeapSummary summary =
                new HeapAnalyzer()
                        .keepingIndex(HeapExplorer.indexOf(copy))
                        .analyze(
                                RandomHeapExplorerTest.request(copy, 1),
                                Progress.SILENT,
                                new CancelSignal());
        try (HeapExplorer explorer = RandomHeapExplorerTest.open(copy)) {
            ThreadList list = explorer.threads(ALL);
            assertThat(list.total()).isEqualTo(list.rows().size());
            assertThat(list.rows())
                    .extracting(row -> row.thread().retainedBytes())
                    .containsExactlyElementsOf(
                            summary.threads().stream().map(ThreadRow::retainedBytes).toList());
            Map<Long, ThreadRow> expected =
                    summary.threads().stream().collect(toMap(ThreadRow::address, row -> row));
            Set<Long> numbers = new HashSet<>();
            int withLocals = 0;
            for (ThreadList.Row row : list.rows()) {
                ThreadRow its = requireNonNull(expected.remove(row.thread().address()));
                assertThat(row.thread().className()).isEqualTo(its.className());
                assertThat(row.thread().label()).isEqualTo(Optional.of(its.name()));
                assertThat(numbers.add(row.number())).isTrue();
                ThreadStack stack = explorer.stack(row.number(), ALL);
                assertThat(stack.of()).isEqualTo(row);
                assertThat(stack.shownLocals()).isEqualTo(row.locals());
                assertThat(stack.frames().size()).isGreaterThanOrEqualTo((int) stack.totalFrames());
                withLocals += compareLocals(stack, its) ? 1 : 0;
            }
            assertThat(expected).isEmpty();
            assertThat(withLocals).isPositive();
        }
    }

    /** A summary names a recursive frame once. */
    private static boolean compareLocals(ThreadStack stack, ThreadRow expected) {
        if (expected.locals().size() == SUMMARY_LOCALS) {
            return false;
        }
        Set<String> found = new HashSet<>();
        for (ThreadStack.Frame frame : stack.frames()) {
            for (ObjectRow local : frame.locals()) {
                String kind = local.via().orElseThrow();
                String where =
                        switch (kind) {
                            case "local variable" -> frame.text();
                            case "JNI local" ->
                                    frame.text().equals("outside of frames")
                                            ? kind
                                            : frame.text() + ", JNI";
                            default -> kind;
                        };
                found.add(where + " " + local.address() + " " + local.retainedBytes());
            }
        }
        Set<String> all = new HashSet<>();
        for (ThreadRow.Local local : expected.locals()) {
            all.add(local.frame() + " " + local.address() + " " + local.retainedBytes());
        }
        assertThat(found).isEqualTo(all);
        return !all.isEmpty();
    }

    @Test
    void stackHasItsLocalsPerFrame() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        DumpClass order = dump.addClass("com.acme.Order").reference("next");
        dump.addClass("com.acme.Shop");
        long main = dump.instance(thread, "name", dump.string("main"));
        long small = dump.instance(order);
        long large = dump.instance(order, "next", dump.instance(order));
        int serial =
                dump.thread(
                        main,
                        new StackTraces.Frame("com/acme/Shop", "sell", "Shop.java", 17),
                        new StackTraces.Frame("com/acme/Shop", "idle", "Shop.java", 12),
                        new StackTraces.Frame("com/acme/Shop", "main", null, -3));
        dump.root(RootKind.JAVA_FRAME, small, serial, 0)
                .root(RootKind.JAVA_FRAME, large, serial, 0)
                .root(RootKind.JAVA_FRAME, large, serial, 0)
                .root(RootKind.JNI_LOCAL, large, serial, 2)
                .root(RootKind.JNI_LOCAL, small, serial, -1)
                .root(RootKind.NATIVE_STACK, small, serial, 0)
                .root(RootKind.THREAD_BLOCK, order.address(), serial, 0)
                .root(RootKind.JAVA_FRAME, small, serial, 9)
                .root(RootKind.JAVA_FRAME, 0x1234, serial, 0);
        long idle = dump.instance(thread, "name", dump.string("idle"));
        int other = dump.thread(idle);
        Path file = Files.write(directory.resolve("shop.hprof"), dump.bytes());

        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            assertThat(explorer.threads(ALL).rows())
                    .extracting(
                            ThreadList.Row::number,
                            row -> row.thread().label().orElse(""),
                            row -> row.thread().address(),
                            ThreadList.Row::locals)
                    .containsExactly(
                            tuple((long) serial, "main", main, 7L),
                            tuple((long) other, "idle", idle, 0L));
            assertThat(explorer.threads(1).rows()).hasSize(1);
            assertThat(explorer.threads(1).total()).isEqualTo(2);

            ThreadStack stack = explorer.stack(serial, ALL);
            assertThat(stack.totalFrames()).isEqualTo(3);
            assertThat(stack.frames())
                    .extracting(ThreadStack.Frame::text)
                    .containsExactly(
                            "com.acme.Shop.sell(Shop.java:17)",
                            "com.acme.Shop.idle(Shop.java:12)",
                            "com.acme.Shop.main(Native Method)",
                            "frame 9",
                            "outside of frames");
            assertThat(locals(stack, 0)).containsExactly(large, small);
            assertThat(locals(stack, 1)).isEmpty();
            assertThat(locals(stack, 2)).containsExactly(large);
            assertThat(locals(stack, 3)).containsExactly(small);
            assertThat(stack.frames().get(4).locals())
                    .extracting(row -> row.via().orElse(""), ObjectRow::address)
                    .containsExactlyInAnyOrder(
                            tuple("JNI local", small),
                            tuple("native stack", small),
                            tuple("thread block", order.address()));

            ThreadStack cut = explorer.stack(serial, 2);
            assertThat(cut.shownLocals()).isEqualTo(2);
            assertThat(cut.of().locals()).isEqualTo(7);
            assertThat(explorer.stack(other, ALL).frames()).isEmpty();
            assertThatThrownBy(() -> explorer.stack(99, ALL))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("No thread has the number 99");
        }
    }

    private static List<Long> locals(ThreadStack stack, int frame) {
        return stack.frames().get(frame).locals().stream().map(ObjectRow::address).toList();
    }

    @Test
    void deepStackShowsItsTopAndFramesWithLocals() throws Exception {
        DumpBuilder dump = new DumpBuilder();
        DumpClass thread = dump.addClass("java.lang.Thread").reference("name");
        dump.addClass("com.acme.Shop");
        StackTraces.Frame[] frames = new StackTraces.Frame[5_000];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new StackTraces.Frame("com/acme/Shop", "sell", "Shop.java", i + 1);
        }
        int serial = dump.thread(dump.instance(thread), frames);
        dump.root(RootKind.JAVA_FRAME, dump.instance(thread), serial, 4_000);
        Path file = Files.write(directory.resolve("deep.hprof"), dump.bytes());

        try (HeapExplorer explorer = RandomHeapExplorerTest.open(file)) {
            ThreadStack stack = explorer.stack(serial, ALL);
            assertThat(stack.totalFrames()).isEqualTo(5_000);
            assertThat(stack.frames()).hasSize(1_001);
            assertThat(stack.frames().getLast().text())
                    .isEqualTo("com.acme.Shop.sell(Shop.java:4001)");
        }
    }
}
