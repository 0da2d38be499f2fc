/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.compare.MetricPattern;
import io.heapsight.compare.Verdict;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonVerdictsTest {
    private static List<String> withoutVerdict(String pattern, String... rows) throws IOException {
        String document = "{\"schemaVersion\":1,\"rows\":[" + String.join(",", rows) + "]}";
        return ComparisonVerdicts.read(
                        new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)))
                .withoutVerdict(List.of(new MetricPattern(pattern)));
    }

    private static String row(String metric, Verdict verdict, String reason) {
        return "{\"metric\":\"%s\",\"verdict\":\"%s\",\"reason\":\"%s\"}"
                .formatted(metric, verdict.label(), reason);
    }

    @Test
    void namedRowNeedsAVerdict() throws IOException {
        String lost = row("work.cpu", Verdict.NOT_COMPARABLE, "an arm has no value");
        String few = row("gc.time", Verdict.TOO_FEW_RUNS, "too few pods");
        String even = row("gc.overhead", Verdict.NO_EVIDENCE, "");
        String load = row("host.cpu", Verdict.NOT_COMPARABLE, "for information only: the host");

        assertThat(withoutVerdict("work.cpu", lost, even))
                .containsExactly("work.cpu has no verdict: an arm has no value");
        assertThat(withoutVerdict("work.*", lost, even)).hasSize(1);
        assertThat(withoutVerdict("gc.time", few, even)).hasSize(1);
        assertThat(withoutVerdict("gc.overhead", lost, even)).isEmpty();
        assertThat(withoutVerdict("host.cpu", load, even)).isEmpty();
        assertThat(withoutVerdict("*", lost, few, even)).isEmpty();
        assertThat(withoutVerdict("duration", lost, few, even))
                .containsExactly("duration has no verdict: it was not recorded");
    }

    @Test
    void groupNeedsOneRowWithAVerdict() throws IOException {
        String few = row("gc.time", Verdict.TOO_FEW_RUNS, "too few pods");
        String even = row("gc.overhead", Verdict.NO_EVIDENCE, "");

        assertThat(withoutVerdict("gc.*", few, even)).isEmpty();
        assertThat(withoutVerdict("gc.*", few))
                .containsExactly("gc.* has no verdict: too few pods");
    }
}
