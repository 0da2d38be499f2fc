/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.heap.AnalysisRequest.Scope;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.summary.HeapSummary;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plan says, compared with what analyses of the same dumps need. */
class AnalysisPlannerTest {

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compact-headers-25",
                "g1-25",
                "no-compressed-oops-17",
                "serial-25",
                "small-27",
                "small-wide-27"
            })
    void thePlanIsEnoughAndCountsTheObjects(String name) throws Exception {
        Path dump = Path.of("src/test/resources/golden-dumps", name + ".hprof.gz");
        AnalysisPlan plan =
                new AnalysisPlanner(
                                folder, HeapAnalyzer.threads(), Progress.SILENT, new CancelSignal())
                        .plan(dump, ByteSize.parse("1g"));
        Map<Scope, HeapSummary> summaries = new EnumMap<>(Scope.class);
        for (AnalysisPlan.Level level : plan.levels()) {
            HeapAnalyzer analyzer = new HeapAnalyzer();
            Path index = folder.resolve(name + ".index");
            HeapSummary summary =
                    analyze(
                            level.index() ? analyzer.keepingIndex(index) : analyzer,
                            dump,
                            level.scope());
            summaries.putIfAbsent(level.scope(), summary);
            assertThat(summary.peakBytes()).as("%s", level).isLessThanOrEqualTo(level.tableBytes());
            long indexBytes = level.index() ? Files.size(index) : 0;
            assertThat(level.diskBytes()).isGreaterThanOrEqualTo(plan.dumpBytes() + indexBytes);
        }
        assertThat(plan.compressed()).isTrue();
        // The dump has no records of class objects.
        assertThat(plan.objects())
                .isLessThan(
                        requireNonNull(summaries.get(Scope.HISTOGRAM)).totals().all().objects());
        HeapSummary everything = requireNonNull(summaries.get(Scope.EVERYTHING));
        assertThat(plan.levels().get(2).tableBytes())
                .isLessThan(everything.peakBytes() * 115 / 100);
        assertThat(plan.levels().get(2).diskBytes()).isEqualTo(plan.dumpBytes());
        assertThat(plan.reachable())
                .hasValue(everything.totals().split().orElseThrow().reachable().objects());
    }

    @ParameterizedTest
    @ValueSource(strings = {"g1-25", "small-wide-27"})
    void aStreamedDumpIsInflatedOnTheWayAndAllOfItCountsAsReachable(String name) throws Exception {
        Path dump = Path.of("src/test/resources/golden-dumps", name + ".hprof.gz");
        AnalysisPlan plan;
        try (InputStream in = Files.newInputStream(dump)) {
            plan = StreamedAnalysisPlanner.read(in, name, Files.size(dump), HeapAnalyzer.threads());
        }
        AnalysisPlan exact =
                new AnalysisPlanner(
                                folder, HeapAnalyzer.threads(), Progress.SILENT, new CancelSignal())
                        .plan(dump, ByteSize.parse("1g"));
        assertThat(plan.objects()).isEqualTo(exact.objects());
        assertThat(plan.dumpBytes()).isEqualTo(exact.dumpBytes());
        assertThat(plan.reachable()).isEmpty();
        assertThat(plan.levels().getLast().tableBytes())
                .isGreaterThan(analyze(dump, Scope.EVERYTHING).peakBytes());
    }

    private HeapSummary analyze(Path dump, Scope scope) throws Exception {
        return analyze(new HeapAnalyzer(), dump, scope);
    }

    private HeapSummary analyze(HeapAnalyzer analyzer, Path dump, Scope scope) throws Exception {
        return analyzer.analyze(
                new AnalysisRequest(
                        dump,
                        ByteSize.parse("1g"),
                        10,
                        HeapFlags.NONE,
                        scope,
                        Optional.empty(),
                        false,
                        folder),
                Progress.SILENT,
                new CancelSignal());
    }
}
