/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadDumpReaderTest {
    private static final String END = "JNI global refs: 13, weak refs: 0\n";

    static Stream<Integer> jdks() {
        return RecordedDumps.JDKS.stream();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void deadlocksAreFoundWithTheirLocks(int jdk) throws Exception {
        List<Deadlock> deadlocks = RecordedDumps.read(jdk).deadlocks();

        assertThat(deadlocks)
                .extracting(Deadlock::threads)
                .containsExactlyInAnyOrder(
                        List.of("deadlock-left", "deadlock-right"),
                        List.of("deadlock-upper", "deadlock-lower"));
        assertThat(deadlocks)
                .flatExtracting(Deadlock::waiters)
                .extracting(each -> each.lock().orElseThrow().relation())
                .containsOnly(ThreadLock.Relation.BLOCKED_ON, ThreadLock.Relation.PARKED_ON);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void deadlocksEqualThoseOfTheJvm(int jdk) throws Exception {
        String text = RecordedDumps.text(jdk);
        String withoutLocks = text.replaceAll("(?m)^\t- .*\n", "");

        assertThat(RecordedDumps.read(withoutLocks).deadlocks())
                .extracting(each -> each.threads().stream().sorted().toList())
                .containsExactlyInAnyOrder(
                        List.of("deadlock-left", "deadlock-right"),
                        List.of("deadlock-lower", "deadlock-upper"));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void threadsOfThePoolAreOneGroup(int jdk) throws Exception {
        SameStackThreads largest =
                RecordedDumps.read(jdk).groups().stream()
                        .filter(group -> !group.stack().isEmpty())
                        .findFirst()
                        .orElseThrow();

        assertThat(largest.count()).isEqualTo(4);
        assertThat(largest.state()).contains(Thread.State.WAITING);
        assertThat(largest.pools()).containsExactly(new SameStackThreads.Pool("http-exec-", 4));
        assertThat(largest.threads())
                .extracting(JavaThread::name)
                .containsExactlyInAnyOrder(
                        "http-exec-1", "http-exec-2", "http-exec-3", "http-exec-4");
        assertThat(largest.stack())
                .contains("java.lang.Thread.run(Thread.java:" + (lastLine(largest) + ")"));
    }

    private static String lastLine(SameStackThreads group) {
        return group.stack().getLast().replaceAll("\\D", "");
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void namesAreReadCompletelyAndAreSafeToShow(int jdk) throws Exception {
        assertThat(RecordedDumps.read(jdk).threads())
                .extracting(JavaThread::name)
                .contains("\\u001b[31mred\\u202e\"", "two\\u000a\"lines\" #1 of")
                .noneMatch(name -> name.contains("VM Thread"));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void spinningThreadIsReadWithAllFields(int jdk) throws Exception {
        JavaThread spinning = named(RecordedDumps.read(jdk), "spinning-1");

        assertThat(spinning.state()).contains(Thread.State.RUNNABLE);
        assertThat(spinning.daemon()).isTrue();
        assertThat(spinning.virtual()).isFalse();
        assertThat(spinning.id()).isPositive();
        assertThat(spinning.nativeId()).isNotEmpty();
        assertThat(spinning.cpuSeconds().isPresent()).isEqualTo(jdk > 8);
        assertThat(spinning.cpuSeconds().orElse(1)).isBetween(0.5, 60.0);
        assertThat(spinning.topMethod()).contains("com.acme.Hung.decode");
        assertThat(spinning.locks()).isEmpty();
    }

    @Test
    void threadIsReadFieldByField() throws Exception {
        assertThat(named(RecordedDumps.read(8), "deadlock-left"))
                .isEqualTo(
                        new JavaThread(
                                "deadlock-left",
                                8,
                                OptionalInt.of(16),
                                false,
                                Optional.empty(),
                                true,
                                Optional.of(Thread.State.BLOCKED),
                                OptionalDouble.empty(),
                                List.of(
                                        "com.acme.Hung.monitors(Hung.java:66)",
                                        "com.acme.Hung.lambda$main$0(Hung.java:30)",
                                        "com.acme.Hung$$Lambda$1/1283928880.run(Unknown Source)",
                                        "java.lang.Thread.run(Thread.java:750)"),
                                List.of(
                                        new ThreadLock(
                                                ThreadLock.Relation.BLOCKED_ON,
                                                4228307672L,
                                                "java.lang.Object"),
                                        new ThreadLock(
                                                ThreadLock.Relation.LOCKED,
                                                4228307656L,
                                                "java.lang.Object"))));
    }

    /** The other three virtual threads wait without a carrier. */
    @Test
    void mountedVirtualThreadIsASeparateThread() throws Exception {
        JavaThread pinned = virtual(RecordedDumps.read(25));

        assertThat(pinned.label()).isEqualTo("virtual thread #31");
        assertThat(pinned.isPinned()).isTrue();
        assertThat(pinned.stack()).contains("com.acme.Hung$Pinned.<clinit>(Hung.java:122)");
        JavaThread carrier = named(RecordedDumps.read(25), "ForkJoinPool-1-worker-1");
        assertThat(carrier.state()).isEmpty();
        assertThat(carrier.stack().getFirst()).startsWith("jdk.internal.vm.Continuation.run(");
        assertThat(carrier.stack().getLast()).contains("ForkJoinWorkerThread.run(");
    }

    @Test
    void jdk21ShowsNoStackOfAVirtualThread() throws Exception {
        assertThat(virtual(RecordedDumps.read(21)))
                .extracting(JavaThread::id, JavaThread::stack)
                .containsExactly(28L, List.of());
    }

    @Test
    void waitingInObjectWaitHoldsNoMonitor() throws Exception {
        ThreadDump.Content dump =
                RecordedDumps.read(
                        thread("waits", 1, "WAITING (on object monitor)")
                                + "\tat java.lang.Object.wait(Native Method)\n"
                                + "\t- waiting on <0x0a> (a java.lang.Object)\n"
                                + "\t- locked <0x0a> (a java.lang.Object)\n"
                                + "\t- locked <0x0b> (a java.lang.Object)\n"
                                + thread("holds", 2, "BLOCKED (on object monitor)")
                                + "\t- waiting to lock <0x0b> (a java.lang.Object)\n"
                                + "\t- locked <0x0a> (a java.lang.Object)\n"
                                + END);

        assertThat(dump.deadlocks()).isEmpty();
    }

    @Test
    void threadsBlockedByADeadlockAreNotInIt() throws Exception {
        ThreadDump.Content dump =
                RecordedDumps.read(
                        waiter("outside", 1, "0x0a", "0x0d")
                                + waiter("third", 4, "0x0a", "0x0c")
                                + waiter("first", 2, "0x0b", "0x0a")
                                + waiter("second", 3, "0x0c", "0x0b")
                                + END);

        assertThat(dump.deadlocks())
                .extracting(Deadlock::threads)
                .containsExactly(List.of("first", "second", "third"));
    }

    @Test
    void truncatedAnswerIsRefused() {
        String text = RecordedDumps.text(17);
        String cut = text.substring(0, text.indexOf("JNI global"));

        assertThatThrownBy(() -> RecordedDumps.read(cut))
                .isInstanceOf(ThreadFormatException.class)
                .hasMessageMatching("line \\d+: truncated: .*JNI global ref.*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "java.lang.IllegalStateException\n", "\u001b[2J\n"})
    void whatIsNoThreadDumpIsRefusedInItsWords(String text) {
        assertThatThrownBy(() -> RecordedDumps.read(text))
                .isInstanceOf(ThreadFormatException.class)
                .hasMessageContaining("not a thread dump, but: ")
                .message()
                .doesNotContain("\u001b");
    }

    @Test
    void hundredThousandEqualThreadsAreCountedInOneGroup() throws Exception {
        String body =
                "\tat com.acme.Order.total(Order.java:17)\n\tat com.acme.Main.main(Main.java)\n\n";
        ThreadDump.Content dump =
                read(
                        IntStream.rangeClosed(1, 100_000)
                                .mapToObj(i -> thread("pool-" + i, i, "WAITING (parking)") + body));

        assertThat(dump.groups()).hasSize(1);
        assertThat(dump.groups().getFirst().count()).isEqualTo(100_000);
        assertThat(dump.groups().getFirst().pools())
                .containsExactly(new SameStackThreads.Pool("pool-", 100_000));
        assertThat(dump.threads()).hasSizeGreaterThan(10_000);
        assertThat(dump.threads().size() + dump.omitted()).isEqualTo(100_000);
    }

    @Test
    void tooManyDifferentThreadsAreDropped() throws Exception {
        ThreadDump.Content dump =
                read(
                        IntStream.rangeClosed(1, 50_000)
                                .mapToObj(
                                        i ->
                                                thread("t" + i + "x", i, "RUNNABLE")
                                                        + "\tat com.acme.A.m"
                                                        + i
                                                        + "(A.java)\n"));

        assertThat(dump.threads()).hasSizeBetween(3_000, 10_000);
        assertThat(dump.threads().size() + dump.omitted()).isEqualTo(50_000);
    }

    @Test
    void endlessLineIsRefused() {
        InputStream endless = repeated("\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".repeat(100));

        assertThatThrownBy(() -> ThreadDumpReader.read(endless))
                .isInstanceOf(ThreadFormatException.class)
                .hasMessageContaining("no end after 536870912 bytes");
    }

    @Test
    void oversizedNameIsAThreadWithoutFields() throws Exception {
        ThreadDump.Content dump =
                RecordedDumps.read(
                        thread("a\n".repeat(100_000) + "b", 1, "RUNNABLE")
                                + "\n"
                                + thread("next", 2, "RUNNABLE")
                                + END);

        assertThat(dump.omitted()).isPositive();
        assertThat(dump.threads()).extracting(JavaThread::name).contains("next");
    }

    @Test
    void deepStackNamesTheOmittedFrames() throws Exception {
        ThreadDump.Content dump =
                RecordedDumps.read(
                        thread("deep", 1, "RUNNABLE")
                                + "\tat com.acme.A.a(A.java:1)\n".repeat(5000)
                                + END);

        assertThat(dump.threads().getFirst().stack())
                .hasSize(1025)
                .last()
                .isEqualTo("... 3976 more");
    }

    private static ThreadDump.Content read(Stream<String> threads) throws Exception {
        Stream<InputStream> parts =
                Stream.concat(threads, Stream.of(END))
                        .map(
                                text ->
                                        new ByteArrayInputStream(
                                                text.getBytes(StandardCharsets.UTF_8)));
        Enumeration<InputStream> all = Collections.enumeration(parts.toList());
        return ThreadDumpReader.read(new SequenceInputStream(all)).content();
    }

    private static InputStream repeated(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new InputStream() {
            @Override
            public int read() {
                return bytes[0];
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                int count = Math.min(length, bytes.length);
                System.arraycopy(bytes, 0, into, offset, count);
                return count;
            }
        };
    }

    private static String thread(String name, int id, String state) {
        return "\"%s\" #%d prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x0a nid=0x7 runnable\n   java.lang.Thread.State: %s\n"
                .formatted(name, id, state);
    }

    private static String waiter(String name, int id, String waitsFor, String holds) {
        return thread(name, id, "BLOCKED (on object monitor)")
                + "\t- waiting to lock <%s> (a java.lang.Object)\n".formatted(waitsFor)
                + "\t- locked <%s> (a java.lang.Object)\n\n".formatted(holds);
    }

    private static JavaThread named(ThreadDump.Content dump, String name) {
        return dump.threads().stream()
                .filter(thread -> thread.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JavaThread virtual(ThreadDump.Content dump) {
        return dump.threads().stream()
                .filter(JavaThread::virtual)
                .min(Comparator.comparingLong(JavaThread::id))
                .orElseThrow();
    }

    /** Its line is then `":`, which is no name in quotes. */
    @Test
    void threadNamedByAColonAndALineFeedMayBeInADeadlock() throws Exception {
        String text =
                RecordedDumps.text(21)
                        .replaceAll("(?m)^\t- .*\n", "")
                        .replace("deadlock-left", ":\n");
        assertThat(RecordedDumps.read(text).deadlocks())
                .flatExtracting(Deadlock::threads)
                .contains(":\\u000a", "deadlock-right");
    }
}
