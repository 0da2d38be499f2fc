/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StuckThreadsTest {
    private static final long SECOND = 1_000_000_000L;

    static List<Integer> jdks() {
        return RecordedDumps.JDKS;
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void threadsThatRunOrWaitForAHeldLockAreStuck(int jdk) throws Exception {
        ThreadDump.Content dump = RecordedDumps.read(jdk);

        assertThat(found(dump, dump, dump))
                .extracting(stuck -> stuck.thread() + " in " + stuck.method())
                .containsExactlyInAnyOrder(
                        "spinning-1 in com.acme.Hung.decode",
                        "deadlock-left in com.acme.Hung.monitors",
                        "deadlock-right in com.acme.Hung.monitors",
                        "deadlock-upper in com.acme.Hung.locks",
                        "deadlock-lower in com.acme.Hung.locks");
    }

    @Test
    void timeAndCpuSpanFirstToLastDump() throws Exception {
        String text = RecordedDumps.text(25);

        assertThat(found(cpu(text, 1_000), cpu(text, 2_500), cpu(text, 10_900)).getFirst())
                .isEqualTo(
                        new StuckThread(
                                "spinning-1",
                                "com.acme.Hung.decode",
                                Duration.ofSeconds(10),
                                OptionalDouble.of(9.9)));
    }

    @Test
    void threadThatMovedInBetweenIsNotStuck() throws Exception {
        String text = RecordedDumps.text(17);
        ThreadDump.Content dump = RecordedDumps.read(text);
        ThreadDump.Content elsewhere =
                RecordedDumps.read(text.replace("Hung.decode(", "Hung.encode("));

        assertThat(found(dump, elsewhere, dump))
                .extracting(StuckThread::thread)
                .doesNotContain("spinning-1");
    }

    @Test
    void reusedThreadIdIsNotStuck() throws Exception {
        String text = RecordedDumps.text(17);

        assertThat(
                        found(
                                RecordedDumps.read(text),
                                RecordedDumps.read(text.replace("spinning-1", "spinning-2"))))
                .extracting(StuckThread::thread)
                .doesNotContain("spinning-1", "spinning-2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "io.netty.channel.epoll.Native.epollWait",
                "io.grpc.netty.shaded.io.netty.channel.epoll.Native.epollWait0",
                "java.lang.ProcessHandleImpl.waitForProcessExit0",
                "java.lang.UNIXProcess.waitForProcessExit",
                "java.net.PlainDatagramSocketImpl.receive0",
                "sun.nio.ch.DatagramChannelImpl.receive0",
                "sun.nio.ch.UnixDomainSockets.accept0"
            })
    void threadThatWaitsInNativeCodeIsNotStuck(String method) throws Exception {
        ThreadDump.Content dump =
                RecordedDumps.read(RecordedDumps.text(17).replace("com.acme.Hung.decode", method));

        assertThat(dump.threads()).extracting(JavaThread::topMethod).contains(Optional.of(method));
        assertThat(found(dump, dump)).extracting(StuckThread::thread).doesNotContain("spinning-1");
    }

    @Test
    void oneDumpIsNotEnough() throws Exception {
        assertThat(found(RecordedDumps.read(17))).isEmpty();
    }

    private static ThreadDump.Content cpu(String text, int millis) throws Exception {
        return RecordedDumps.read(
                text.replaceAll("(\"spinning-1\".* cpu=)[\\d.]+", "$1" + millis + ".00"));
    }

    private static List<StuckThread> found(ThreadDump.Content... dumps) {
        StuckThreads stuck = new StuckThreads();
        for (int i = 0; i < dumps.length; i++) {
            stuck.add(new ThreadDump(Instant.EPOCH, 5L * i * SECOND, dumps[i]));
        }
        return stuck.found();
    }
}
