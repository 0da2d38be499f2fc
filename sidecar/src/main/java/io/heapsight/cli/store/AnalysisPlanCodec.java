/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.heap.AnalysisPlan;
import io.heapsight.heap.AnalysisRequest.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Formats and parses the plan of an analysis without marks, as a child process sends it: numbers
 * separated by spaces.
 *
 * <pre>
 * fileBytes dumpBytes compressed objects classes references,
 * then tableBytes and diskBytes by level, the last one with an index
 * </pre>
 */
public final class AnalysisPlanCodec {
    private static final int BEFORE_LEVELS = 6;

    private AnalysisPlanCodec() {}

    /** Returns the text of a plan. */
    public static String text(AnalysisPlan plan) {
        LongStream before =
                LongStream.of(
                        plan.fileBytes(),
                        plan.dumpBytes(),
                        plan.compressed() ? 1 : 0,
                        plan.objects(),
                        plan.classes(),
                        plan.references());
        LongStream levels =
                plan.levels().stream()
                        .flatMapToLong(each -> LongStream.of(each.tableBytes(), each.diskBytes()));
        return LongStream.concat(before, levels)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }

    /**
     * Parses the text of a plan.
     *
     * @throws IllegalArgumentException if the text is not a plan
     */
    static AnalysisPlan parse(String text) {
        long[] numbers = Arrays.stream(text.split(" ")).mapToLong(Long::parseLong).toArray();
        Scope[] scopes = Scope.values();
        if (numbers.length != BEFORE_LEVELS + 2 * (scopes.length + 1)) {
            throw new IllegalArgumentException("no plan: " + text);
        }
        List<AnalysisPlan.Level> levels = new ArrayList<>();
        int at = BEFORE_LEVELS;
        for (Scope scope : scopes) {
            levels.add(new AnalysisPlan.Level(scope, numbers[at], numbers[at + 1]));
            at += 2;
        }
        levels.add(new AnalysisPlan.Level(Scope.EVERYTHING, true, numbers[at], numbers[at + 1]));
        return new AnalysisPlan(
                numbers[0],
                numbers[1],
                numbers[2] == 1,
                numbers[3],
                OptionalLong.empty(),
                numbers[4],
                numbers[5],
                levels);
    }
}
