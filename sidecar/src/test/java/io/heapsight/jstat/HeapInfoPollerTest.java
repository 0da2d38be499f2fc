/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.jvm.TargetFinder;
import io.heapsight.jvm.WorkerProcessPool;
import io.heapsight.proc.ProcFixture;
import io.heapsight.unit.EventLog;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A listener that replays the answers of a JVM 25 without counters. */
class HeapInfoPollerTest {
    private static final int JVM = (int) ProcessHandle.current().pid();

    @TempDir private Path proc;
    private ProcFixture fixture;
    private ServerSocketChannel listener;
    private WorkerProcessPool workers;
    private TargetConnection target;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    @BeforeEach
    void listen() throws Exception {
        fixture = new ProcFixture(proc);
        fixture.jvm(JVM, 100, "java", "-XX:-UsePerfData", "Main");
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(fixture.of(JVM).resolve("root/tmp/.java_pid1")));
        Thread.ofVirtual().start(this::answerAll);
        workers = new WorkerProcessPool();
        target =
                new TargetConnector(fixture.procFs(), workers)
                        .connect(new TargetFinder(fixture.procFs(), workers).find().getFirst());
    }

    @AfterEach
    void end() throws IOException {
        target.close();
        workers.close();
        listener.close();
    }

    @Test
    void flagsAreReadOnceAndUnknownCommandsAreNotRetried() {
        long start = System.nanoTime();
        HeapInfoPoller poller = poller(Duration.ofMillis(1));
        Awaitility.await()
                .pollInterval(Duration.ofMillis(5))
                .until(
                        () -> {
                            poller.poll(System.nanoTime(), 0, false);
                            return count("GC.heap_info") > 5;
                        });

        assertThat(count("VM.flags")).isEqualTo(1);
        assertThat(count("Compiler.codecache")).isEqualTo(1); // refused by this one
        assertThat(count("VM.metaspace")).isGreaterThan(3);
        assertThat(requests).noneMatch(request -> request.contains("VM.classloader_stats"));
        assertThat(poller.answers(start).toOptional().orElseThrow().heap())
                .satisfies(
                        heap ->
                                assertThat(heap.usage(HeapInfo.Space.METASPACE).toOptional())
                                        .isPresent());
    }

    @Test
    void nothingIsSentDuringACollection() throws IOException {
        Path task = Files.createDirectories(fixture.of(JVM).resolve("task/9"));
        Files.writeString(task.resolve("stat"), "9 (VM Thread) R 1 1 1 0 -1 0 0\n");
        HeapInfoPoller poller = poller(Duration.ofMillis(1));
        poller.poll(System.nanoTime(), 0, false);
        assertThat(requests).isEmpty();

        Files.writeString(task.resolve("stat"), "9 (VM Thread) S 1 1 1 0 -1 0 0\n");
        Awaitility.await()
                .until(
                        () -> {
                            poller.poll(System.nanoTime(), 0, false);
                            return count("GC.heap_info") > 0;
                        });
    }

    @Test
    void targetWithCountersGetsOnlyHeapInfo() {
        HeapInfoPoller poller = poller(Duration.ofHours(1));
        poller.poll(System.nanoTime(), 0, true);
        poller.poll(System.nanoTime(), 0, true);

        assertThat(requests).hasSize(1);
        assertThat(count("GC.heap_info")).isEqualTo(1);
    }

    /** A poller whose commands run synchronously. */
    private HeapInfoPoller poller(Duration interval) {
        return new HeapInfoPoller(
                target,
                Runnable::run,
                new EventLog(_ -> {}, EventLog.Format.TEXT, InstantSource.system()),
                interval,
                Duration.ofSeconds(20));
    }

    private long count(String command) {
        return requests.stream().filter(request -> request.contains(command)).count();
    }

    private void answerAll() {
        while (listener.isOpen()) {
            try (SocketChannel client = listener.accept()) {
                ByteBuffer request = ByteBuffer.allocate(1024);
                if (client.read(request) > 0) {
                    String text = new String(request.array(), StandardCharsets.UTF_8);
                    requests.add(text);
                    client.write(ByteBuffer.wrap(reply(text)));
                }
            } catch (IOException _) {
                return; // the test has ended
            }
        }
    }

    private static byte[] reply(String request) throws IOException {
        if (request.contains("Compiler.codecache")) {
            return "1\nUnknown diagnostic command\n".getBytes(StandardCharsets.UTF_8);
        }
        try (InputStream in =
                Objects.requireNonNull(
                        HeapInfoPollerTest.class.getResourceAsStream(
                                "/answers/jdk25-serial.replies"))) {
            String all = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int heap = all.indexOf("DefNew");
            String part =
                    request.contains("GC.heap_info") ? all.substring(heap) : all.substring(0, heap);
            return ("0\n" + part).getBytes(StandardCharsets.UTF_8);
        }
    }
}
