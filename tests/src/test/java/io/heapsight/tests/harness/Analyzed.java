/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import io.heapsight.heap.AnalysisRequest;
import io.heapsight.heap.HeapAnalyzer;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.report.summary.HeapSummaryReport;
import io.heapsight.summary.HeapSummary;
import io.heapsight.tests.harness.JcmdHistogram.Count;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Result of {@code ./heapsight analyze FILE --format json} for a heap dump. */
public record Analyzed(Json summary) {
    private static final long MEMORY = 128L << 20;

    /** Analyses it with the command line, with more options. */
    public static Analyzed of(Path dump, String... options) {
        List<String> command =
                new ArrayList<>(
                        List.of("./heapsight", "analyze", dump.toString(), "--format", "json"));
        command.addAll(List.of(options));
        return new Analyzed(Json.parse(Ran.run(command, Checkout.root()).outOrThrow()));
    }

    /** Analyses it in this JVM, with the JVM's flags as printed by {@code VM.flags}. */
    public static Analyzed here(Path dump, String flags) throws IOException, ProblemException {
        AnalysisRequest request =
                new AnalysisRequest(
                        dump,
                        new ByteSize(MEMORY),
                        Integer.MAX_VALUE,
                        HeapFlags.parse(flags),
                        AnalysisRequest.Scope.GARBAGE,
                        Optional.empty(),
                        false,
                        Checkout.scratch());
        HeapSummary summary =
                new HeapAnalyzer().analyze(request, Progress.SILENT, new CancelSignal());
        StringWriter json = new StringWriter();
        new HeapSummaryReport(summary, Integer.MAX_VALUE, Integer.MAX_VALUE).writeJson(json);
        return new Analyzed(Json.parse(json.toString()));
    }

    /** All objects class by class, named as {@link JcmdHistogram} names them. */
    public Map<String, Count> classes() {
        return counts("objects", "bytes");
    }

    /** The unreachable ones. */
    public Map<String, Count> unreachable() {
        return counts("unreachableObjects", "unreachableBytes");
    }

    /** All objects of a class; none if the dump lacks the class. */
    public Count of(String className) {
        return classes().getOrDefault(className, Count.NONE);
    }

    /** The unreachable objects of a class. */
    public Count unreachableOf(String className) {
        return unreachable().getOrDefault(className, Count.NONE);
    }

    /** The lower bound of garbage of a class. */
    public Count garbageOf(String className) {
        return counts("garbageObjects", "garbageBytes").getOrDefault(className, Count.NONE);
    }

    /** A bound of the total garbage: "atLeast", "atMost". */
    public Count garbage(String bound) {
        return count(summary.at("garbage", bound));
    }

    private Map<String, Count> counts(String objects, String bytes) {
        Map<String, Count> counts = new HashMap<>();
        for (Json row : summary.at("classes").items()) {
            String name = JcmdHistogram.withoutHidden(row.at("name").text());
            Count count = new Count(row.at(objects).number(), row.at(bytes).number());
            counts.merge(name, count, Count::plus);
        }
        return counts;
    }

    /** One of the totals: "all", "reachable", "unreachable", "filler". */
    public Count total(String name) {
        return count(summary.at("totals", name));
    }

    private static Count count(Json total) {
        return new Count(total.at("objects").number(), total.at("bytes").number());
    }
}
