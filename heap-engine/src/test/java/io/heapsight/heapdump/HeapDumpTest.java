/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heapdump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.RootKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapDumpTest {
    private static final int MEBI = 1 << 20;

    @TempDir private Path directory;
    @TempDir private Path work;

    private long order;
    private long lines;
    private long lost;

    private DumpOptions options() {
        return DumpOptions.of(64 * MEBI, work);
    }

    /** A root holds an order; the order holds two lines in an array. A third line is garbage. */
    private Path shop() throws IOException {
        DumpBuilder dump = new DumpBuilder();
        DumpClass line =
                dump.addClass("com.acme.Line").field("count", BasicType.INT).reference("note");
        DumpClass type =
                dump.addClass("com.acme.Order").field("number", BasicType.LONG).reference("lines");
        lines =
                dump.array(
                        line,
                        dump.instance(line, "count", 1, "note", dump.string("urgent")),
                        dump.instance(line, "count", 2));
        order = dump.instance(type, "number", 4711L, "lines", lines);
        dump.root(RootKind.JNI_GLOBAL, order);
        lost = dump.instance(line, "count", 3);
        return Files.write(directory.resolve("shop.hprof"), dump.stickyBootClasses().bytes());
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            return files.map(Path::toString).toList();
        }
    }

    @Test
    void anObjectHasItsFieldsAndItsDominator() throws Exception {
        try (HeapDump dump = HeapDump.open(shop(), options())) {
            ObjectDescription description = dump.object(order);
            assertThat(description.object().className()).isEqualTo("com.acme.Order");
            assertThat(description.root()).contains("JNI global");
            assertThat(description.dominator()).isEmpty();
            assertThat(description.fields())
                    .extracting(each -> each.type() + " " + each.name())
                    .containsExactly("long number", "reference lines");
            assertThat(description.fields().getFirst().value()).contains("4711");

            ObjectDescription array = dump.object(lines);
            assertThat(array.length()).hasValue(2);
            assertThat(array.dominator()).contains(description.object());
        }
    }

    @Test
    void referencesAreFollowedBothWays() throws Exception {
        try (HeapDump dump = HeapDump.open(shop(), options())) {
            assertThat(dump.references(order, 10).rows())
                    .extracting(ObjectReference::via, each -> each.object().address())
                    .contains(tuple("lines", lines));
            assertThat(dump.referrers(lines, 10).rows())
                    .extracting(ObjectReference::via, each -> each.object().address())
                    .containsExactly(tuple("lines", order));
            assertThat(dump.references(lines, 1).rows()).hasSize(1);
            assertThat(dump.references(lines, 1).total()).hasValue(3);
        }
    }

    @Test
    void largestRetainedSizeComesFirst() throws Exception {
        try (HeapDump dump = HeapDump.open(shop(), options())) {
            DumpedObject top = dump.dominators(1).rows().getFirst();
            assertThat(top.address()).isEqualTo(order);
            long below =
                    dump.dominatedBy(order, 10).rows().stream()
                            .mapToLong(each -> each.retainedBytes().orElseThrow())
                            .sum();
            assertThat(top.retainedBytes()).hasValue(top.shallowBytes() + below);
            assertThat(dump.instances("com.acme.Line", 10).rows())
                    .hasSize(3)
                    .extracting(DumpedObject::isReachable)
                    .containsExactly(true, true, false);
        }
    }

    @Test
    void garbageHasNoPathAndIsReported() throws Exception {
        try (HeapDump dump = HeapDump.open(shop(), options())) {
            GcRootPath path = dump.pathsToRoots(lines, 1).getFirst();
            assertThat(path.root()).isEqualTo("JNI global");
            assertThat(path.steps()).extracting(ObjectReference::via).containsExactly("", "lines");
            assertThat(path.isStrong()).isTrue();
            assertThat(dump.pathsToRoots(lost, 1)).isEmpty();

            HeapReport report = dump.report();
            long bytes = dump.object(lost).object().shallowBytes();
            ObjectCount garbage = new ObjectCount(1, bytes);
            assertThat(report.garbage()).isEqualTo(new GarbageInterval(garbage, garbage, garbage));
            assertThat(report.all().bytes()).isEqualTo(report.reachable().bytes() + bytes);
            assertThat(dump.classes())
                    .filteredOn(each -> each.name().equals("com.acme.Line"))
                    .extracting(DumpedClass::unreachable)
                    .containsExactly(garbage);
        }
    }

    @Test
    void queriesFindObjectsAndGroups() throws Exception {
        try (HeapDump dump = HeapDump.open(shop(), options())) {
            assertThat(dump.query("class = com.acme.Line and field.count >= 2", 10).objects())
                    .extracting(DumpedObject::address)
                    .contains(lost)
                    .hasSize(2);
            assertThat(dump.query("class under com.acme group by class", 10).groups())
                    .extracting(each -> each.name() + " " + each.count().objects())
                    .contains("com.acme.Order 1", "com.acme.Line 3");
        }
    }

    @Test
    void textIsShownOnlyOnRequest() throws Exception {
        Path file = shop();
        String strings = "class = java.lang.String";
        try (HeapDump dump = HeapDump.open(file, options())) {
            assertThat(dump.query(strings, 1).objects().getFirst().label()).isEmpty();
        }
        try (HeapDump dump = HeapDump.open(file, options().withText())) {
            assertThat(dump.query(strings, 1).objects().getFirst().label().orElseThrow())
                    .contains("urgent");
        }
    }

    @Test
    void failuresHaveAReason() throws Exception {
        Path file = shop();
        try (HeapDump dump = HeapDump.open(file, options())) {
            assertReason(() -> dump.object(1), HeapDumpException.Reason.NOT_FOUND, "0x1");
            assertReason(
                    () -> dump.instances("com.acme.None", 1),
                    HeapDumpException.Reason.NOT_FOUND,
                    "com.acme.None");
            assertReason(
                    () -> dump.query("class =", 1), HeapDumpException.Reason.BAD_QUERY, "column 8");
        }
        Path text = Files.writeString(directory.resolve("text"), "no heap dump ".repeat(10));
        assertReason(
                () -> HeapDump.open(text, options()),
                HeapDumpException.Reason.NOT_A_HEAP_DUMP,
                "JAVA PROFILE");
        assertReason(
                () -> HeapDump.open(file, DumpOptions.of(1, work)),
                HeapDumpException.Reason.NO_ROOM,
                "of 1 B");
        assertThatThrownBy(() -> HeapDump.open(directory.resolve("none"), options()))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(left()).isEmpty();
    }

    private static void assertReason(
            ThrowingCallable call, HeapDumpException.Reason reason, String words) {
        assertThatThrownBy(call)
                .isInstanceOf(HeapDumpException.class)
                .hasMessageContaining(words)
                .extracting(each -> ((HeapDumpException) each).reason())
                .isEqualTo(reason);
    }

    @Test
    void slowQueryTimesOut() throws Exception {
        DumpOptions options = options().withQueryTimeout(Duration.ZERO);
        try (HeapDump dump = HeapDump.open(GoldenDump.SERIAL_25.file(), options)) {
            assertReason(
                    () -> dump.query("class = java.lang.String", 1),
                    HeapDumpException.Reason.TIMED_OUT,
                    "0.0 s");
        }
    }

    @Test
    void indexIsReusedAndTemporaryOneIsDeleted() throws Exception {
        Path index = directory.resolve("shop.index");
        List<String> phases = Collections.synchronizedList(new ArrayList<>());
        DumpOptions options =
                options().withIndex(index).withProgress((phase, _, _) -> phases.add(phase));
        Path file = shop();
        try (HeapDump dump = HeapDump.open(file, options)) {
            assertThat(dump.report().suspects()).isNotNull();
        }
        assertThat(index).isNotEmptyFile();
        assertThat(phases).isNotEmpty();
        phases.clear();
        try (HeapDump dump = HeapDump.open(file, options)) {
            assertThat(phases).isEmpty();
            assertThat(dump.object(order).object().retainedBytes()).isPresent();
            // Parts that an index lacks.
            assertThat(dump.report().garbage().atLeast().objects()).isEqualTo(1);
            assertThat(phases).isNotEmpty();
        }
        try (HeapDump dump = HeapDump.open(file, options())) {
            assertThat(left()).isEmpty();
            assertThat(dump.dominators(1).rows()).hasSize(1);
        }
    }

    @Test
    void flagsMakeSizesExact() throws Exception {
        Path file = GoldenDump.COMPACT_HEADERS_25.file();
        DumpOptions flags = options().withVmFlags(GoldenDump.COMPACT_HEADERS_25.flags());
        try (HeapDump dump = HeapDump.open(file, flags)) {
            assertThat(dump.report().areSizesExact()).isTrue();
        }
    }

    @Test
    void cancellingEndsOpeningAndQueries() throws Exception {
        Path file = shop();
        Cancellation cancellation = new Cancellation();
        try (HeapDump dump = HeapDump.open(file, options().withCancellation(cancellation))) {
            assertThat(cancellation.isCancelled()).isFalse();
            cancellation.cancel();
            assertThatThrownBy(() -> dump.object(order)).isInstanceOf(CancellationException.class);
            assertThatThrownBy(dump::classes).isInstanceOf(CancellationException.class);
        }
        Cancellation soon = new Cancellation();
        DumpOptions cancelled =
                options().withCancellation(soon).withProgress((_, _, _) -> soon.cancel());
        assertThatThrownBy(() -> HeapDump.open(GoldenDump.SERIAL_25.file(), cancelled))
                .isInstanceOf(CancellationException.class);
        Path copy = directory.resolve("copy.hprof");
        assertThatThrownBy(() -> HeapDump.redact(GoldenDump.SERIAL_25.file(), copy, cancelled))
                .isInstanceOf(CancellationException.class);
        assertThat(copy).doesNotExist();
        assertThat(left()).isEmpty();
    }

    @Test
    void closedDumpSaysSo() throws Exception {
        HeapDump dump = HeapDump.open(shop(), options());
        dump.close();
        dump.close();
        assertThatThrownBy(() -> dump.object(order)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(dump::report).isInstanceOf(IllegalStateException.class);
        assertThat(left()).isEmpty();
    }

    @Test
    void threadsMayQueryConcurrently() throws Exception {
        try (HeapDump dump = HeapDump.open(GoldenDump.SERIAL_25.file(), options());
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<DumpedObject> objects = dump.instances("java.util.HashMap", 20).rows();
            List<Future<List<GcRootPath>>> answers = new ArrayList<>();
            for (DumpedObject each : objects) {
                answers.add(threads.submit(() -> dump.pathsToRoots(each.address(), 3)));
            }
            for (int i = 0; i < objects.size(); i++) {
                assertThat(answers.get(i).get())
                        .isEqualTo(dump.pathsToRoots(objects.get(i).address(), 3));
            }
        }
    }

    @Test
    void redactedCopyHasTheSameObjectsAndNoData() throws Exception {
        Path file = shop();
        Path copy = directory.resolve("copy.hprof");
        assertThat(HeapDump.redact(file, copy, options())).isEmpty();
        try (HeapDump dump = HeapDump.open(copy, options().withText())) {
            assertThat(dump.object(order).fields().getFirst().value()).contains("0");
            assertThat(dump.dominators(1).rows().getFirst().address()).isEqualTo(order);
        }
        assertThat(Files.readString(copy, StandardCharsets.ISO_8859_1)).doesNotContain("urgent");
        byte[] before = Files.readAllBytes(copy);
        assertThatThrownBy(() -> HeapDump.redact(file, copy, options()))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(copy).hasBinaryContent(before);
    }

    @Test
    void reportOfARealHeapHasSuspectsAndAnInterval() throws Exception {
        DumpOptions options = options().withVmFlags(GoldenDump.G1_25.flags());
        try (HeapDump dump = HeapDump.open(GoldenDump.G1_25.file(), options)) {
            HeapReport report = dump.report();
            assertThat(report.collector()).contains("G1");
            assertThat(report.suspects())
                    .isNotEmpty()
                    .allSatisfy(
                            each -> {
                                assertThat(each.share()).isBetween(0.0, 1.0);
                                assertThat(each.sentence()).isNotBlank();
                                assertThat(each.remedy()).isNotBlank();
                            });
            GarbageInterval garbage = report.garbage();
            assertThat(garbage.atLeast().bytes()).isPositive();
            assertThat(garbage.atMost().bytes())
                    .isBetween(garbage.atLeast().bytes(), garbage.unreachable().bytes());
        }
    }
}
