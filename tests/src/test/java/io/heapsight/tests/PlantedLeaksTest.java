/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static io.heapsight.tests.harness.Jdk.JDK_11;
import static io.heapsight.tests.harness.Jdk.JDK_17;
import static io.heapsight.tests.harness.Jdk.JDK_21;
import static io.heapsight.tests.harness.Jdk.JDK_25;
import static io.heapsight.tests.harness.Jdk.JDK_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs with one kind of leak each, dumped by alternating JDKs and collectors. The first two
 * lines of the summary name the field, ThreadLocal or local variable that holds the leak, and its
 * kind.
 */
@NeedsDocker
class PlantedLeaksTest {
    private static final String DUMP = "/tmp/heap.hprof";

    static Stream<Arguments> leaks() {
        return Stream.of(
                leak("SessionCache", JDK_8, Collector.PARALLEL, "SessionCache.SESSIONS", "60,000"),
                leak("SessionCache", JDK_25, Collector.ZGC, "SessionCache.SESSIONS", "Session"),
                leak("EventBus", JDK_17, Collector.SERIAL, "EventBus.listeners", "3,000 listeners"),
                leak("MailSender", JDK_8, Collector.G1, "queue of", "MailSender.outbox"),
                leak("MailSender", JDK_25, Collector.G1, "queue of", "MailSender.outbox"),
                leak(
                        "RequestContext",
                        JDK_11,
                        Collector.G1,
                        "ThreadLocal",
                        "RequestContext.CURRENT"),
                leak(
                        "RequestContext",
                        JDK_21,
                        Collector.G1,
                        "16 threads",
                        "RequestContext.CURRENT"),
                leak("Importer", JDK_17, Collector.G1, "Importer.readAll", "thread importer"),
                leak("Deployer", JDK_25, Collector.SERIAL, "Deployer.DEPLOYED", "40 class loaders"),
                leak("RingBuffer", JDK_11, Collector.SERIAL, "RingBuffer.slots", "200,000"),
                leak("Shopping", JDK_21, Collector.ZGC, "Shopping.BY_NAME", "Customer.history"),
                leak("Journal", JDK_25, Collector.PARALLEL, "Journal.last", "Journal$Entry"),
                leak("ReportCache", JDK_17, Collector.PARALLEL, "Reports.rendered", "Payload"),
                leak("BufferPool", JDK_25, Collector.SERIAL, "BufferPool.FREE", "direct buffers"),
                leak("BufferPool", JDK_8, Collector.PARALLEL, "BufferPool.FREE", "direct buffers"),
                leak("Uploads", JDK_21, Collector.G1, "Uploads.chunks", "byte[]"),
                leak("ShutdownHooks", JDK_25, Collector.G1, "ShutdownHooks.HOOKS", "lambda"),
                leak("SeenIds", JDK_8, Collector.SERIAL, "SeenIds.SEEN", "250,000"),
                leak("TemporaryFiles", JDK_17, Collector.G1, "DeleteOnExitHook.files", "String"),
                leak("Warehouse", JDK_25, Collector.G1, "Warehouse.stock", "Warehouse.audit"),
                leak("Scripts", JDK_17, Collector.G1, "Scripts.COMPILED", "4,000 class loaders"),
                leak("Metadata", JDK_25, Collector.SERIAL, "Metadata.CACHE", "Description"));
    }

    private static Arguments leak(
            String program, Jdk jdk, Collector collector, String... expected) {
        return Arguments.of(program, jdk, collector, List.of(expected));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("leaks")
    void firstLinesNameTheHolderOfTheLeak(
            String program, Jdk jdk, Collector collector, List<String> expected)
            throws IOException {
        TargetSpec spec =
                TargetSpec.of(jdk, "leak." + program).with(collector).withFlags("-Xmx200m");
        List<String> lines = summary(spec);

        assertThat(String.join(" ", lines.subList(0, 2))).contains(expected);
    }

    @Test
    void programWithoutLeakHasNoSuspect() throws IOException {
        List<String> lines = summary(TargetSpec.idle(JDK_25));

        assertThat(lines.subList(0, 2))
                .anySatisfy(line -> assertThat(line).matches("Suspect +none .*"));
        assertThat(lines).noneMatch(line -> line.contains("leak suspect, high"));
    }

    private static List<String> summary(TargetSpec spec) throws IOException {
        Path dump = Files.createTempFile(Checkout.scratch(), "leak", ".hprof");
        try {
            try (TargetContainer target = TargetContainer.start(spec)) {
                target.jcmd("1", "GC.heap_dump", "-all", DUMP).outOrThrow();
                target.copyOut(DUMP, dump);
            }
            return Ran.run(
                            List.of("./heapsight", "analyze", dump.toString(), "--top", "5"),
                            Checkout.root())
                    .outOrThrow()
                    .lines()
                    .toList();
        } finally {
            Files.delete(dump);
        }
    }
}
