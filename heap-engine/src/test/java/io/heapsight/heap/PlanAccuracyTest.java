/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.AnalysisRequest.Scope;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans of many heaps, compared with the memory that their analyses took. */
class PlanAccuracyTest {
    private static final int DUMPS = Integer.getInteger("plan.dumps", 60);
    private static final int OBJECTS = 30_000;
    private static final ByteSize ENOUGH = ByteSize.parse("1g");

    /** Less than the smallest index. */
    private static final ByteSize TOO_LITTLE = new ByteSize(4 << 10);

    private static final double MOST_OVER = 1.15;

    @TempDir private Path folder;

    private final StringBuilder table = new StringBuilder("seed level planned needed\n");
    private boolean held = true;

    @Test
    void plansAreNeverTooSmallAndWithin15Percent() throws Exception {
        for (int seed = 0; seed < DUMPS; seed++) {
            Path dump = new ShapedHeap(seed, OBJECTS).writeTo(folder);
            AnalysisPlan exact = plan(dump, ENOUGH);
            AnalysisPlan atMost = plan(dump, TOO_LITTLE);
            assertThat(exact.reachable()).isPresent();
            assertThat(streamed(dump)).as("seed %d", seed).isEqualTo(atMost);
            for (Scope scope : List.of(Scope.GARBAGE, Scope.EVERYTHING)) {
                long needed = needed(new HeapAnalyzer(), dump, scope);
                compare(seed, scope.name(), planned(exact, scope), needed);
                held &= scope == Scope.GARBAGE || planned(atMost, scope) >= needed;
            }
            HeapAnalyzer indexing = new HeapAnalyzer().keepingIndex(HeapExplorer.indexOf(dump));
            long needed = needed(indexing, dump, Scope.EVERYTHING);
            compare(seed, "index", exact.levels().getLast().tableBytes(), needed);
            held &= atMost.levels().getLast().tableBytes() >= needed;
            Files.delete(dump);
        }
        assertThat(held).as(table.toString()).isTrue();
    }

    private void compare(int seed, String level, long planned, long needed) {
        boolean holds = planned >= needed && planned <= MOST_OVER * needed;
        table.append(
                "%d %s %d %d%s%n"
                        .formatted(seed, level, planned, needed, holds ? "" : "   <== wrong"));
        held &= holds;
    }

    private static long planned(AnalysisPlan plan, Scope scope) {
        return plan.levels().stream()
                .filter(level -> level.scope() == scope && !level.index())
                .mapToLong(AnalysisPlan.Level::tableBytes)
                .sum();
    }

    private AnalysisPlan plan(Path dump, ByteSize memory) throws IOException, ProblemException {
        return new AnalysisPlanner(
                        folder, HeapAnalyzer.threads(), Progress.SILENT, new CancelSignal())
                .plan(dump, memory);
    }

    private static AnalysisPlan streamed(Path dump) throws IOException, ProblemException {
        try (InputStream in = Files.newInputStream(dump)) {
            return StreamedAnalysisPlanner.read(
                    in, "dump", Files.size(dump), HeapAnalyzer.threads());
        }
    }

    private long needed(HeapAnalyzer analyzer, Path dump, Scope scope)
            throws IOException, ProblemException {
        return analyzer.analyze(
                        new AnalysisRequest(
                                dump,
                                ENOUGH,
                                10,
                                HeapFlags.NONE,
                                scope,
                                Optional.empty(),
                                false,
                                folder),
                        Progress.SILENT,
                        new CancelSignal())
                .peakBytes();
    }
}
