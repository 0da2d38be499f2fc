/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecheck;
import io.heapsight.attach.JcmdCommand;
import io.heapsight.perfdata.Counters;
import io.heapsight.proc.ProcFixture;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that looks like a GraalVM native image, with a counters file of HotSpot. Its listener
 * answers as the documentation of native images says: no image was available.
 */
class NativeImageTest {
    /** This process has the listener. */
    private static final int IMAGE = (int) ProcessHandle.current().pid();

    private static final String HELP =
            """
            The following commands are available:
            GC.heap_dump
            GC.run
            Thread.print
            VM.version
            help

            For more information about a specific command use 'help <command>'.
            """;

    @TempDir private Path proc;
    private ProcFixture fixture;

    @BeforeEach
    void image() throws IOException {
        fixture = new ProcFixture(proc);
        fixture.jvm(IMAGE, 100, "/app/orders");
        Files.write(fixture.of(IMAGE).resolve("exe"), elf());
        Files.writeString(
                fixture.of(IMAGE).resolve("maps"),
                "7f0000010000-7f0000020000 r-xp 0 00:2f 17  /app/orders\n");
    }

    @Test
    void countersAreReadIfTheImageHasThem() throws Exception {
        Path folder = Files.createDirectories(fixture.of(IMAGE).resolve("root/tmp/hsperfdata_app"));
        try (InputStream in =
                Objects.requireNonNull(
                        getClass().getResourceAsStream("/hsperfdata/jdk25-serial.hsperfdata.gz"))) {
            Files.copy(new GZIPInputStream(in), folder.resolve("1"));
        }
        Files.writeString(
                fixture.of(IMAGE).resolve("maps"),
                """
                7f0000010000-7f0000020000 r-xp 0 00:2f 17  /app/orders
                7f0000030000-7f0000040000 rw-s 0 00:2f 18  /tmp/hsperfdata_app/1
                """);
        try (WorkerProcessPool workers = new WorkerProcessPool();
                TargetConnection target = connect(workers)) {
            assertThat(target.jvm().vm()).isEqualTo(Vm.NATIVE_IMAGE);
            assertThat(target.counters()).isInstanceOf(Reading.Present.class);
            assertThat(AttachPrecheck.firstFailure(target.checks())).isEmpty();
        }
    }

    @Test
    void missingCountersNameTheBuildOption() throws Exception {
        try (WorkerProcessPool workers = new WorkerProcessPool();
                TargetConnection target = connect(workers)) {
            Reading<Counters> counters = target.counters();
            assertThat(CountersProblem.of(target, counters.reason()).remedy())
                    .contains("--enable-monitoring=jvmstat");
        }
    }

    @Test
    void imageWithoutSigQuitHandlerNamesTheBuildOptionAndGetsNoSignal() throws Exception {
        fixture.target(IMAGE, 1000, 1000, 0, 0);
        try (WorkerProcessPool workers = new WorkerProcessPool();
                TargetConnection target = connect(workers)) {
            assertThat(AttachPrecheck.firstFailure(target.checks()))
                    .contains(new AttachFailure.NoJcmdInImage());
            assertThat(target.obstacle().orElseThrow().remedy())
                    .contains("--enable-monitoring=jcmd,jvmstat,heapdump");
        }
    }

    @Test
    void refusedCommandListsThoseOfTheImage() throws Exception {
        Path socket = fixture.of(IMAGE).resolve("root/tmp/.java_pid1");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                WorkerProcessPool workers = new WorkerProcessPool();
                TargetConnection target = connect(workers)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            Thread.ofVirtual().start(() -> answer(listener));
            assertThat(jcmd(target, "Thread.print")).isEqualTo("threads\n");
            assertThatThrownBy(() -> jcmd(target, "GC.class_histogram"))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> {
                                assertThat(e.problem().title())
                                        .isEqualTo(
                                                "The native image has no command"
                                                        + " GC.class_histogram");
                                assertThat(e.problem().detail())
                                        .contains("GC.heap_dump, GC.run, Thread.print, VM.version");
                            });
            assertThatThrownBy(() -> jcmd(target, "JFR.start"))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e ->
                                    assertThat(e.problem().remedy())
                                            .contains("--enable-monitoring=jcmd,jfr"));
        }
    }

    private static String jcmd(TargetConnection target, String name) throws ProblemException {
        return target.jcmd(JcmdCommand.of(name), Duration.ofSeconds(20), new CancelSignal());
    }

    /** Connections that close at once only probe the socket. */
    private static void answer(ServerSocketChannel listener) {
        while (listener.isOpen()) {
            try (SocketChannel client = listener.accept()) {
                ByteBuffer request = ByteBuffer.allocate(1024);
                if (client.read(request) > 0) {
                    String text = new String(request.array(), StandardCharsets.UTF_8);
                    client.write(ByteBuffer.wrap(reply(text).getBytes(StandardCharsets.UTF_8)));
                }
            } catch (IOException _) {
                return; // the test has ended
            }
        }
    }

    private static String reply(String request) {
        if (request.contains("help")) {
            return "0\n" + HELP;
        }
        return request.contains("Thread.print")
                ? "0\nthreads\n"
                : "1\njava.lang.IllegalArgumentException: Unknown diagnostic command\n";
    }

    private TargetConnection connect(WorkerProcessPool workers) throws Exception {
        TargetJvm jvm = new TargetFinder(fixture.procFs(), workers).find().getFirst();
        return new TargetConnector(fixture.procFs(), workers).connect(jvm);
    }

    /** The header, one section, and its names, .svm_heap among them. */
    private static byte[] elf() {
        byte[] names = "\0.svm_heap\0".getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer file = ByteBuffer.allocate(128 + names.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, (byte) 2).putLong(40, 64);
        file.putShort(58, (short) 64).putShort(60, (short) 1).putShort(62, (short) 0);
        file.putLong(64 + 24, 128).putLong(64 + 32, names.length).put(128, names);
        return file.array();
    }
}
