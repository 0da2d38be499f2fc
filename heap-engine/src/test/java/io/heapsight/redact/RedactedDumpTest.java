/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.AnalysisRequest.Scope;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.OwnHeap;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.GoldenDump;
import io.heapsight.hprof.HprofFile;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.Garbage;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Totals;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redaction of dumps that HotSpot wrote. */
class RedactedDumpTest {
    private static final int MEBI = 1 << 20;

    @TempDir private Path directory;

    private Path redact(Path dump) throws Exception {
        Path redacted = directory.resolve("redacted.hprof");
        try (HprofFile file = HprofFile.open(dump);
                FileChannel channel =
                        FileChannel.open(
                                redacted,
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.WRITE)) {
            Redaction.of(file, Progress.SILENT, new CancelSignal()).writeTo(channel);
        }
        return redacted;
    }

    private HeapSummary analyze(Path dump, Path objects) throws Exception {
        return new HeapAnalyzer()
                .analyze(
                        new AnalysisRequest(
                                dump,
                                new ByteSize(256L * MEBI),
                                10,
                                HeapFlags.NONE,
                                Scope.EVERYTHING,
                                Optional.of(objects),
                                false,
                                directory),
                        Progress.SILENT,
                        new CancelSignal());
    }

    /** Each object with its class, size, retained size and dominator. */
    @ParameterizedTest
    @EnumSource(names = {"G1_25", "NO_COMPRESSED_OOPS_17"})
    void analysisFindsTheSameObjects(GoldenDump dump) throws Exception {
        Path redacted = redact(dump.file());
        Path before = directory.resolve("before.tsv");
        Path after = directory.resolve("after.tsv");

        HeapSummary full = analyze(dump.file(), before);
        HeapSummary left = analyze(redacted, after);

        assertThat(Files.size(redacted)).isEqualTo(Files.size(dump.file()));
        assertThat(Files.mismatch(before, after)).isEqualTo(-1);
        assertThat(without(left.totals())).isEqualTo(without(full.totals()));
        assertThat(left.garbage().orElseThrow())
                .satisfies(bounds -> assertOverlap(bounds, full.garbage().orElseThrow()));
        // The number of measured distances depends on the order of the threads.
        assertThat(left.layout())
                .usingRecursiveComparison()
                .ignoringFields("evidence")
                .isEqualTo(full.layout());
        assertThat(left.classes().stream().map(RedactedDumpTest::without))
                .isEqualTo(full.classes().stream().map(RedactedDumpTest::without).toList());
        assertThat(left.threads().stream().map(row -> row.name() + row.locals()))
                .isEqualTo(full.threads().stream().map(row -> row.name() + row.locals()).toList());
        assertThat(left.jdk()).isEqualTo(full.jdk());
    }

    /**
     * Some objects held only by the VM are recognized by numbers and text, which redaction removes.
     */
    private static Totals without(Totals totals) {
        Totals.Split split = totals.split().orElseThrow();
        return Totals.of(
                split.reachable(), split.unreachable(), split.unreachable(), split.filler());
    }

    private static ClassRow without(ClassRow row) {
        return new ClassRow(
                row.name(),
                row.address(),
                row.loader(),
                without(row.totals()),
                row.retainedBytes());
    }

    private static void assertOverlap(Garbage one, Garbage other) {
        assertThat(one.unreachable()).isEqualTo(other.unreachable());
        assertThat(one.atLeast().objects()).isLessThanOrEqualTo(other.atMost().objects());
        assertThat(other.atLeast().objects()).isLessThanOrEqualTo(one.atMost().objects());
    }

    @Test
    void noByteOfTheProgramsDataIsLeft() throws Exception {
        String secret = "made at run time " + ProcessHandle.current().pid() * 31;
        String wide = "ключ " + secret;
        char[] password = ("c-" + secret).toCharArray();
        Map<String, Object> held =
                Map.of(
                        "literal of this class",
                        List.of(secret, wide, password, 0x0BAD_CAFE_DEAD_BEEFL));
        CountDownLatch end = new CountDownLatch(1);
        Thread worker = Thread.ofPlatform().name("the-worker-that-stays").start(() -> await(end));
        Path dump = OwnHeap.dumpInto(directory, held);
        end.countDown();
        worker.join();

        List<byte[]> secrets =
                List.of(
                        secret.getBytes(StandardCharsets.ISO_8859_1),
                        secret.getBytes(StandardCharsets.UTF_16LE),
                        secret.getBytes(StandardCharsets.UTF_16BE),
                        wide.getBytes(StandardCharsets.UTF_16LE),
                        "literal of this class".getBytes(StandardCharsets.UTF_8),
                        new byte[] {0x0B, (byte) 0xAD, (byte) 0xCA, (byte) 0xFE, (byte) 0xDE});
        byte[] before = Files.readAllBytes(dump);
        assertThat(secrets.stream().filter(each -> contains(before, each)).count())
                .as("secrets left in the dump")
                .isGreaterThanOrEqualTo(secrets.size() - 1); // UTF-16 in either byte order

        byte[] after = Files.readAllBytes(redact(dump));

        assertThat(secrets).noneMatch(each -> contains(after, each));
        assertThat(List.of("the-worker-that-stays", "io/heapsight/redact/RedactedDumpTest"))
                .allMatch(each -> contains(after, each.getBytes(StandardCharsets.UTF_8)));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean contains(byte[] all, byte[] part) {
        for (int from = 0; from <= all.length - part.length; from++) {
            int i = 0;
            while (i < part.length && all[from + i] == part[i]) {
                i++;
            }
            if (i == part.length) {
                return true;
            }
        }
        return false;
    }
}
