/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Reads recorded dumps of three JDKs, and longer, truncated or wrong ones. */
class VirtualThreadReaderTest {
    static final List<Integer> JDKS = RecordedVirtualThreads.JDKS;

    private static final int MANY = 100_000;
    private static final String HEAD =
            "{\"threadDump\":{\"threadContainers\":[{\"container\":\"<root>\",\"threads\":[";
    private static final String TAIL = "],\"threadCount\":\"1\"}]}}";

    @ParameterizedTest
    @FieldSource("JDKS")
    void virtualThreadsOfEachJdkAreReadAndPlatformThreadsAreNot(int jdk) throws IOException {
        VirtualThreadReader.Answer answer = RecordedVirtualThreads.read(jdk);

        assertThat(answer.cut()).isEmpty();
        assertThat(answer.count()).isEqualTo(8);
        assertThat(answer.content().threads())
                .hasSize(8)
                .allMatch(JavaThread::virtual)
                .extracting(JavaThread::name)
                .containsExactlyInAnyOrder(
                        "req-0", "", "", "", "waiter", "holder", "blocked", "spinner");
        assertThat(named("req-0", answer).stack())
                .first()
                .asString()
                .startsWith("java.lang.VirtualThread.park(VirtualThread.java:");
        assertThat(named("req-0", answer).stack()).contains("Many.deep(Many.java:4)");
    }

    @ParameterizedTest
    @CsvSource({"25", "27"})
    void statesAndWhatIsWaitedForComeFromJdk24On(int jdk) throws IOException {
        VirtualThreadReader.Answer answer = RecordedVirtualThreads.read(jdk);

        assertThat(told("req-0", answer))
                .isEqualTo(
                        "WAITING PARKED_ON"
                                + " java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject");
        assertThat(told("waiter", answer))
                .isEqualTo("WAITING WAITING_ON java.lang.Object, LOCKED java.lang.Object");
        assertThat(told("holder", answer)).isEqualTo("TIMED_WAITING LOCKED java.lang.Object");
        assertThat(told("blocked", answer)).isEqualTo("BLOCKED BLOCKED_ON java.lang.Object");
        assertThat(told("spinner", answer)).isEqualTo("RUNNABLE ");
        assertThat(named("spinner", answer).carrier()).isPresent();
        assertThat(named("holder", answer).carrier()).isEmpty();
        assertThat(named("blocked", answer).locks().getFirst().address())
                .isEqualTo(named("holder", answer).locks().getFirst().address());
        assertThat(answer.content().groups().stream().flatMap(each -> each.awaited().stream()))
                .filteredOn(each -> each.className().endsWith("ReentrantLock$NonfairSync"))
                .singleElement()
                .satisfies(
                        lock ->
                                assertThat(lock.object().flatMap(ThreadLock::owner))
                                        .as("main")
                                        .contains(3L));
    }

    @Test
    void jdk21HasNeitherStatesNorLocks() throws IOException {
        VirtualThreadReader.Answer answer = RecordedVirtualThreads.read(21);

        assertThat(answer.content().threads())
                .allMatch(each -> each.state().isEmpty() && each.locks().isEmpty());
        assertThat(named("spinner", answer).stack()).as("mounted").isEmpty();
    }

    @ParameterizedTest
    @FieldSource("JDKS")
    void truncatedDumpKeepsThePrecedingThreads(int jdk) throws IOException {
        byte[] whole = RecordedVirtualThreads.text(jdk).strip().getBytes(StandardCharsets.UTF_8);
        long before = 0;
        for (int length = 0; length < whole.length; length += 7) {
            VirtualThreadReader.Answer answer =
                    RecordedVirtualThreads.read(Arrays.copyOf(whole, length));
            assertThat(answer.cut()).as("%d bytes", length).isPresent();
            assertThat(answer.count()).as("%d bytes", length).isBetween(before, 8L);
            before = answer.count();
        }
        assertThat(before).isEqualTo(8);
    }

    @Test
    void hundredThousandEqualThreadsAreOneGroupWithAFewListed() throws IOException {
        VirtualThreadReader.Answer answer =
                read(MANY, i -> thread(i, "Order.total(Order.java:17)", "Queue@1f"));

        assertThat(answer.cut()).isEmpty();
        assertThat(answer.count()).isEqualTo(MANY);
        SameStackThreads group = answer.content().groups().getFirst();
        assertThat(answer.content().groups()).hasSize(1);
        assertThat(group.count()).isEqualTo(MANY);
        assertThat(group.threads()).hasSize(ThreadDumpBuilder.MOST_LISTED);
        assertThat(group.pools()).containsExactly(new SameStackThreads.Pool("req-", MANY));
        assertThat(group.awaited())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.count()).isEqualTo(MANY);
                            assertThat(each.object().map(ThreadLock::address)).contains(0x1fL);
                        });
        assertThat(answer.content().omitted()).isEqualTo(MANY - ThreadDumpBuilder.MOST_LISTED);
    }

    @Test
    void groupBlockedByManyObjectsOfOneClassNamesNone() throws IOException {
        VirtualThreadReader.Answer answer =
                read(100, i -> thread(i, "Order.total(Order.java:17)", "Queue@" + i));

        assertThat(answer.content().groups().getFirst().awaited())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.className()).isEqualTo("Queue");
                            assertThat(each.count()).isEqualTo(100);
                            assertThat(each.object()).isEmpty();
                        });
    }

    @Test
    void hundredThousandDifferentStacksStayWithinBoundsAndAreCounted() throws IOException {
        VirtualThreadReader.Answer answer =
                read(MANY, i -> thread(i, "Order.total(Order.java:%d)".formatted(i), "Q@1"));

        assertThat(answer.count()).isEqualTo(MANY);
        assertThat(answer.content().groups()).hasSizeBetween(1_000, 5_000);
        assertThat(answer.content().threads().size() + answer.content().omitted()).isEqualTo(MANY);
    }

    /** Rare stacks matter most; here they come last. */
    @Test
    void rareStackAfterManyThreadsHasItsGroup() throws IOException {
        VirtualThreadReader.Answer answer =
                read(
                        20_000,
                        i ->
                                thread(
                                        i,
                                        i == 19_999
                                                ? "Rare.one(Rare.java:1)"
                                                : "Order.total(Order.java:%d)".formatted(i % 400),
                                        "Q@1"));

        assertThat(answer.content().groups())
                .hasSize(401)
                .anySatisfy(
                        group ->
                                assertThat(group.stack())
                                        .containsExactly(
                                                "Rare.one(Rare.java:1)",
                                                "java.lang.VirtualThread.run(VirtualThread.java:1)"));
    }

    @Test
    void aDeepStackEndsAfter1024Frames() throws IOException {
        String frames =
                IntStream.range(0, 5_000)
                        .mapToObj("\"com.acme.Deep.down(Deep.java:%d)\""::formatted)
                        .collect(Collectors.joining(","));

        VirtualThreadReader.Answer answer =
                RecordedVirtualThreads.read(
                        HEAD + "{\"tid\":1,\"virtual\":true,\"stack\":[" + frames + "]}" + TAIL);

        assertThat(answer.content().threads().getFirst().stack())
                .hasSize(1025)
                .endsWith("... 3976 more");
    }

    @Test
    void namesAndFramesAreShownSafely() throws IOException {
        VirtualThreadReader.Answer answer =
                RecordedVirtualThreads.read(
                        HEAD
                                + "{\"tid\":1,\"virtual\":true,\"name\":\"\\u001b[31mred\","
                                + "\"state\":\"DANCING\",\"stack\":["
                                + "\"app//com.acme.A.a(A.java:1)\","
                                + "\"java.base\\/java.lang.Thread.run(Thread.java:2)\","
                                + "\"com.acme.A$$Lambda/0x00007f00.run(Unknown Source)\","
                                + "\"m@1/com.acme.A$$Lambda/0x00007f00.run(Unknown Source)\"]}"
                                + TAIL);

        JavaThread thread = answer.content().threads().getFirst();
        assertThat(thread.name()).isEqualTo("\\u001b[31mred");
        assertThat(thread.state()).isEmpty();
        assertThat(thread.stack())
                .containsExactly(
                        "com.acme.A.a(A.java:1)",
                        "java.lang.Thread.run(Thread.java:2)",
                        "com.acme.A$$Lambda/0x00007f00.run(Unknown Source)",
                        "com.acme.A$$Lambda/0x00007f00.run(Unknown Source)");
    }

    /** As the JVM sees it: each waits for a lock of the other one. */
    @Test
    void virtualThreadsInALockCycleAreDeadlocked() throws IOException {
        VirtualThreadReader.Answer answer =
                RecordedVirtualThreads.read(
                        HEAD
                                + locked(1, "left", 2, "a")
                                + ","
                                + locked(2, "right", 1, "b")
                                + ","
                                + locked(3, "behind", 1, "b")
                                + TAIL);

        assertThat(answer.content().deadlocks())
                .extracting(Deadlock::threads)
                .containsExactly(List.of("left", "right"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|no data",
                "[]|the dump is not an object",
                "no dump|Unrecognized token",
                "{\"threadDump\":[]}|threadDump is not an object",
                "{\"threadDump\":{\"threadContainers\":{}}}|threadContainers is not an array",
                "{\"threadDump\":{\"threadContainers\":[1]}}|a container is not an object",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":\"x\"}]}}|threads is not an array",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":[[]]}]}}|a thread is not an object",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":[{\"tid\":\"x\"}]}]}}|tid is not a whole",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":[{\"tid\":-1}]}]}}|tid is not a whole",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":[{\"tid\":{}}]}]}}|tid is not a whole",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":[{\"name\":[]}]}]}}|name is not a text",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":[{\"stack\":[1]}]}]}}|an element of stack is not a text",
                "{\"threadDump\":{\"threadContainers\":[{\"threads\":[{\"parkBlocker\":1}]}]}}|parkBlocker is not an object"
            })
    void whatIsNoDumpIsRefusedWithWhereAndWhy(String text, String why) throws IOException {
        VirtualThreadReader.Answer answer = RecordedVirtualThreads.read(text);

        assertThat(answer.count()).isZero();
        assertThat(answer.cut()).get().asString().contains(why);
    }

    @Test
    void endlessNestingOrTextIsRefused() throws IOException {
        assertThat(RecordedVirtualThreads.read("{\"a\":" + "[".repeat(100_000)).cut())
                .get()
                .asString()
                .contains("nested too deeply");
        assertThat(
                        RecordedVirtualThreads.read(
                                        HEAD + "{\"name\":\"" + "x".repeat(3_000_000) + "\"}")
                                .cut())
                .get()
                .asString()
                .contains("too long");
    }

    @Test
    void oversizedFieldsAreTruncatedAndTheRestIsRead() throws IOException {
        byte[] whole = RecordedVirtualThreads.text(25).getBytes(StandardCharsets.UTF_8);
        ThreadDumpInputStream in =
                new ThreadDumpInputStream(
                        new ByteArrayInputStream(whole), whole.length / 2, Duration.ofMinutes(1));

        VirtualThreadReader.Answer answer = VirtualThreadReader.read(in, _ -> true);
        in.drain();

        assertThat(answer.cut()).get().asString().contains("of a dump are read");
        assertThat(answer.count()).isBetween(1L, 7L);
        assertThat(in.bytes()).isEqualTo(whole.length);
    }

    private static JavaThread named(String name, VirtualThreadReader.Answer answer) {
        return answer.content().threads().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String told(String name, VirtualThreadReader.Answer answer) {
        JavaThread thread = named(name, answer);
        return thread.state().map(Enum::name).orElse("none")
                + " "
                + thread.locks().stream()
                        .map(lock -> lock.relation() + " " + lock.className())
                        .collect(Collectors.joining(", "));
    }

    private static String locked(int id, String name, int owner, String lock) {
        return ("{\"tid\":%d,\"virtual\":true,\"name\":\"%s\",\"state\":\"WAITING\",\"stack\":[],"
                        + "\"parkBlocker\":{\"object\":\"Lock@%s\",\"owner\":%d}}")
                .formatted(id, name, lock, owner);
    }

    private static String thread(int id, String frame, String blocker) {
        return ("{\"tid\":\"%d\",\"virtual\":true,\"name\":\"req-%d\",\"state\":\"WAITING\","
                        + "\"parkBlocker\":{\"object\":\"%s\"},\"stack\":[\"%s\","
                        + "\"java.base\\/java.lang.VirtualThread.run(VirtualThread.java:1)\"]}")
                .formatted(id, id, blocker, frame);
    }

    /** Generated while it is read: the dump is never stored. */
    private static VirtualThreadReader.Answer read(int count, IntFunction<String> thread)
            throws IOException {
        return VirtualThreadReader.read(new MadeDump(count, thread), _ -> true);
    }

    private static final class MadeDump extends InputStream {
        private final int count;
        private final IntFunction<String> thread;
        private InputStream part = bytes(HEAD);
        private int next;

        MadeDump(int count, IntFunction<String> thread) {
            this.count = count;
            this.thread = thread;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            int read = part.read(buffer, from, length);
            while (read < 0 && next <= count) {
                part = bytes(next == count ? TAIL : (next == 0 ? "" : ",") + thread.apply(next));
                next++;
                read = part.read(buffer, from, length);
            }
            return read;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        private static InputStream bytes(String text) {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void threadWithoutFramesIsVirtualUnlessKnownAsPlatformThread() throws IOException {
        String text = HEAD + "{\"tid\":\"7\",\"name\":\"\",\"stack\":[]}" + TAIL;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThat(VirtualThreadReader.read(new ByteArrayInputStream(bytes), id -> id == 7).count())
                .isZero();
        assertThat(VirtualThreadReader.read(new ByteArrayInputStream(bytes), id -> id == 8).count())
                .isEqualTo(1);
    }
}
