/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.hprof.BasicType;
import io.heapsight.hprof.DumpBuilder;
import io.heapsight.hprof.DumpClass;
import io.heapsight.hprof.RandomHeap;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Suspect;
import io.heapsight.summary.Waste;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An analysis with less memory than its tables need. */
class LittleMemoryTest {
    private static final int DUMPS = 200;
    private static final int MOST_OBJECTS = 2_000;

    /** Enough that some objects are alone in their page of the index, whose pages take 8 MiB. */
    private static final int MOST_APART = 1 << 18;

    private static final int LEAST_BYTES = 2 << 20;
    private static final int MOST_BYTES = 8 << 20;

    @TempDir Path directory;

    @Test
    void nothingIsSkippedIfTheDiskHasRoom() throws Exception {
        for (int seed = 0; seed < DUMPS; seed++) {
            Path dump = dump(seed);
            HeapSummary plenty = analyze(dump, ByteSize.parse("64m").bytes(), directory);

            HeapSummary little = analyze(dump, memory(seed), directory);

            assertThat(little.skipped()).as("seed " + seed).isEmpty();
            assertThat(little.classes()).as("seed " + seed).isEqualTo(plenty.classes());
            assertThat(little.garbage()).as("seed " + seed).isEqualTo(plenty.garbage());
            assertThat(little.retained()).as("seed " + seed).isEqualTo(plenty.retained());
        }
    }

    @Test
    void skippedPartsAreNamedIfTheDiskIsFull() throws Exception {
        Path dump = dump(0);

        HeapSummary summary = analyze(dump, LEAST_BYTES, directory.resolve("none"));

        assertThat(summary.totals().all())
                .isEqualTo(analyze(dump, MOST_BYTES, directory).totals().all());
        assertThat(summary.skipped())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.phase()).startsWith("reachable objects");
                            assertThat(each.reason())
                                    .contains("for the object index; and", "none could not hold");
                            assertThat(each.remedy()).contains("--work-dir", "--max-memory");
                        });
    }

    @Test
    void countIsDoneOnceAndNotAfterItsSample() throws Exception {
        RemainingTimeEstimate time = new RemainingTimeEstimate(1, System::nanoTime);
        List<Double> shares = new ArrayList<>();
        Progress progress =
                (phase, done, total) -> {
                    time.at(phase, done, total);
                    shares.add(time.share());
                };

        new HeapAnalyzer()
                .analyze(
                        request(dump(0), LEAST_BYTES, directory.resolve("none")),
                        progress,
                        new CancelSignal());

        assertThat(shares).containsOnlyOnce(1.0);
    }

    @Test
    void suspectsAreFoundWithoutMemoryToCompareArrays() throws Exception {
        DumpBuilder built = new DumpBuilder();
        DumpClass page = built.addClass("com.acme.Page").reference("text");
        long[] pages = new long[5_000];
        for (int i = 0; i < pages.length; i++) {
            Object[] text = new Object[16];
            Arrays.fill(text, (long) i);
            text[0] = -1L;
            pages[i] = built.instance(page, "text", built.array(BasicType.LONG, text));
        }
        built.addClass("com.acme.Book").staticReference("pages", built.array(page, pages));
        built.stickyBootClasses();
        Path dump = Files.write(directory.resolve("dump.hprof"), built.bytes());
        List<Suspect> suspects =
                analyze(dump, MOST_BYTES, directory).retained().orElseThrow().suspects();
        List<String> leftOut = new ArrayList<>();
        for (long memory = 8 << 10; memory < 1 << 20; memory += 8 << 10) {
            HeapSummary summary = analyze(dump, memory, directory);
            summary.skipped().forEach(each -> leftOut.add(each.phase()));
            summary.retained().ifPresent(each -> assertThat(each.suspects()).isEqualTo(suspects));
        }

        assertThat(suspects).isNotEmpty();
        assertThat(leftOut).contains("waste by holder").doesNotContain("leak suspects");
    }

    @Test
    void randomDiskReadsEndOnlyTheDominators() throws Exception {
        Path dump = dump(0);
        AtomicLong read = new AtomicLong();

        HeapSummary summary = analyze(dump, LEAST_BYTES, directory, () -> read.getAndAdd(1L << 40));

        HeapSummary plenty = analyze(dump, ByteSize.parse("64m").bytes(), directory);
        assertThat(summary.garbage()).isEqualTo(plenty.garbage());
        assertThat(summary.waste().flatMap(Waste::strings))
                .isEqualTo(plenty.waste().flatMap(Waste::strings));
        assertThat(summary.retained()).isEmpty();
        assertThat(summary.skipped())
                .singleElement()
                .satisfies(
                        each -> {
                            assertThat(each.phase()).startsWith("dominators");
                            assertThat(each.reason()).contains("had been read from the disk");
                            assertThat(each.remedy()).contains("--max-memory");
                        });
    }

    @Test
    void readsDoNotMatterWithoutFiles() throws Exception {
        AtomicLong read = new AtomicLong();

        HeapSummary summary =
                analyze(
                        dump(0),
                        ByteSize.parse("64m").bytes(),
                        directory,
                        () -> read.getAndAdd(1L << 40));

        assertThat(summary.skipped()).isEmpty();
    }

    private static long memory(int seed) {
        return new Random(seed).nextLong(LEAST_BYTES, MOST_BYTES);
    }

    private Path dump(int seed) throws Exception {
        return Files.write(
                directory.resolve("dump.hprof"),
                new RandomHeap(seed, MOST_OBJECTS, MOST_APART).dump().bytes());
    }

    private static HeapSummary analyze(Path dump, long memory, Path workDirectory)
            throws Exception {
        return analyze(dump, memory, workDirectory, () -> 0);
    }

    private static HeapSummary analyze(
            Path dump, long memory, Path workDirectory, LongSupplier diskReads) throws Exception {
        return new HeapAnalyzer(diskReads)
                .analyze(request(dump, memory, workDirectory), Progress.SILENT, new CancelSignal());
    }

    private static AnalysisRequest request(Path dump, long memory, Path workDirectory) {
        return new AnalysisRequest(
                dump,
                new ByteSize(memory),
                10,
                HeapFlags.NONE,
                AnalysisRequest.Scope.EVERYTHING,
                Optional.empty(),
                false,
                workDirectory);
    }
}
