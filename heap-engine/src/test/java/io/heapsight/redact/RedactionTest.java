/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.DumpData;
import io.heapsight.hprof.DumpFormat;
import io.heapsight.hprof.Framing;
import io.heapsight.hprof.HprofFile;
import io.heapsight.hprof.HprofFormatException;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.hprof.RootKind;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Mutation;
import io.heapsight.unit.Progress;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Removed and preserved contents, in built dumps. */
class RedactionTest {
    private static final int SEEDS = 300;
    private static final int MUTANTS = 2_000;

    private static byte[] redact(byte[] dump) {
        return redact(dump, new CancelSignal());
    }

    private static byte[] redact(byte[] dump, CancelSignal cancel) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (HprofFile file = DumpBuilder.open(dump)) {
            Redaction redaction = Redaction.of(file, Progress.SILENT, cancel);
            redaction.writeTo(Channels.newChannel(out));
            assertThat(out.size()).isEqualTo(redaction.bytes());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    private static String text(byte[] dump) {
        return new String(dump, StandardCharsets.ISO_8859_1);
    }

    /** The redacted dump must equal the same heap filled with zeroes. */
    @ParameterizedTest
    @EnumSource
    void redactedRandomHeapEqualsTheHeapOfZeroes(DumpFormat.Order order) {
        for (int seed = 0; seed < SEEDS; seed++) {
            DumpBuilder dump = new RandomHeap(seed, 60).dump();
            Framing framing = List.of(Framing.values()).get(seed % Framing.values().length);
            dump.format(
                    DumpFormat.HOTSPOT.framing(framing).segmentBytes(300).shuffled(order, seed));
            DumpData.fill(dump, () -> 0);
            byte[] zeroes = dump.bytes();
            DumpData.fill(dump, new Random(seed)::nextInt);

            assertThat(redact(dump.bytes())).as("seed %d", seed).isEqualTo(zeroes);
        }
    }

    /** An interrupted upload resumes after the bytes that it sent. */
    @Test
    void outputIsReproducibleAlsoCompressed() throws IOException {
        DumpBuilder dump = new RandomHeap(1, 20_000).dump();
        DumpData.fill(dump, new Random(1)::nextInt);
        byte[] bytes = dump.bytes();

        byte[] first = redactedAndCompressed(bytes);

        assertThat(redactedAndCompressed(bytes)).isEqualTo(first);
    }

    private static byte[] redactedAndCompressed(byte[] dump) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out, 64 * 1024)) {
            gzip.write(redact(dump));
        }
        return out.toByteArray();
    }

    @Test
    void stringContentsGoAndNamesStay() {
        DumpBuilder dump = new DumpBuilder();
        DumpClass account =
                dump.addClass("com.acme.Account")
                        .reference("password")
                        .field("pin", BasicType.INT)
                        .staticField("LIMIT", BasicType.LONG, 0x5152535455565758L);
        long secret = dump.string("hunter2 and more");
        dump.root(
                RootKind.JNI_GLOBAL, dump.instance(account, "password", secret, "pin", 0x41424344));

        assertThat(text(dump.bytes())).contains("hunter2", "ABCD", "QRSTUVWX");
        assertThat(text(redact(dump.bytes())))
                .doesNotContain("hunter2", "ABCD", "QRSTUVWX")
                .contains("com/acme/Account", "password", "pin", "LIMIT");
    }

    @ParameterizedTest
    @EnumSource
    void threadNamesStayWhereverTheirRecordsAre(DumpFormat.Order order) {
        for (int seed = 0; seed < 20; seed++) {
            DumpBuilder dump = new DumpBuilder();
            DumpClass thread =
                    dump.addClass("java.lang.Thread")
                            .field("tid", BasicType.LONG)
                            .reference("other")
                            .reference("name");
            DumpClass worker = dump.addClass("com.acme.Worker", thread).reference("task");
            long started =
                    dump.instance(
                            worker, "task", dump.string("task of worker"), "tid", 0x41424344L);
            dump.thread(started);
            dump.set(started, "name", dump.string("worker-1"));
            dump.instance(thread, "name", dump.string("never-started"));

            String redacted =
                    text(redact(dump.format(DumpFormat.HOTSPOT.shuffled(order, seed)).bytes()));

            assertThat(redacted)
                    .contains("worker-1")
                    .doesNotContain("task of worker", "never-started", "ABCD");
        }
    }

    @Test
    void versionOfTheJdkStays() {
        DumpBuilder dump = new DumpBuilder();
        long version = dump.string("25.0.3+9-LTS");
        long other = dump.string("a password");
        dump.addClass("java.lang.VersionProps")
                .staticReference("java_runtime_version", version)
                .staticReference("other", other);
        dump.addClass("com.acme.VersionProps").staticReference("java_version", other);

        assertThat(text(redact(dump.bytes())))
                .contains("25.0.3+9-LTS")
                .doesNotContain("a password");
    }

    @Test
    void unreferencedStringIsNoName() {
        byte[] dump = new DumpBuilder().bytes();
        byte[] literal = "jdbc:password=hunter2".getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream withLiteral = new ByteArrayOutputStream();
        int header = 31;
        withLiteral.write(dump, 0, header);
        withLiteral.writeBytes(new byte[] {1, 0, 0, 0, 0, 0, 0, 0, (byte) (literal.length + 8)});
        withLiteral.writeBytes(new byte[] {0x7F, 1, 2, 3, 4, 5, 6, 7});
        withLiteral.writeBytes(literal);
        withLiteral.write(dump, header, dump.length - header);

        assertThat(text(redact(withLiteral.toByteArray())))
                .doesNotContain("hunter2", "jdbc")
                .contains("*".repeat(literal.length))
                .contains("java/lang/Object");
    }

    @Test
    void truncatedDumpIsWrittenUpToItsLastWholeRecord() {
        DumpBuilder dump = new RandomHeap(7, 20).dump();
        DumpData.fill(dump, () -> 1);
        byte[] whole = dump.bytes();
        byte[] redacted = redact(whole);
        int withoutHeap = 0;
        for (int length = 31; length < whole.length; length++) {
            byte[] cut;
            try {
                cut = redact(Arrays.copyOf(whole, length));
            } catch (HprofFormatException e) {
                assertThat(e).hasMessageContaining("ends before the first object of the heap");
                withoutHeap = length;
                continue;
            }
            assertThat(cut.length).isLessThanOrEqualTo(length);
            for (int i = 0; i < cut.length; i++) {
                // The class of a name may be in the missing part.
                assertThat(cut[i] == redacted[i] || cut[i] == '*')
                        .as("%d of %d", i, length)
                        .isTrue();
            }
        }
        assertThat(withoutHeap).isLessThan(whole.length / 2);
    }

    @Test
    void instanceOfMissingClassIsBlankedWhole() {
        byte[] instance = new byte[1 + 8 + 4 + 8 + 4 + 8];
        instance[0] = 0x21;
        instance[8] = 0x10;
        instance[20] = 0x66;
        instance[24] = 8;
        Arrays.fill(instance, 25, 33, (byte) 'X');

        assertThat(text(redact(new DumpBuilder().raw(instance).bytes()))).doesNotContain("X");
    }

    @Test
    void mutatedDumpsAreRedactedOrRefused() {
        byte[] dump = new RandomHeap(3, 40).dump().bytes();
        int refused = 0;
        for (int seed = 0; seed < MUTANTS; seed++) {
            byte[] mutant = Mutation.of(dump, seed);
            try {
                assertThat(redact(mutant).length).isLessThanOrEqualTo(mutant.length);
            } catch (HprofFormatException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(MUTANTS / 20, MUTANTS * 9 / 10);
    }

    @Test
    void cancelledRedactionEnds() {
        CancelSignal cancelled = new CancelSignal();
        cancelled.cancel();
        byte[] dump = new DumpBuilder().bytes();

        assertThatThrownBy(() -> redact(dump, cancelled)).isInstanceOf(CancellationException.class);
    }
}
