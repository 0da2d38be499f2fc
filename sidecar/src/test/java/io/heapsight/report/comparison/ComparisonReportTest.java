/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.heapsight.compare.Arm;
import io.heapsight.compare.Comparison;
import io.heapsight.compare.ExportJob;
import io.heapsight.compare.MeasuredRun;
import io.heapsight.compare.ProfiledRuns;
import io.heapsight.run.Run;
import io.heapsight.unit.ProblemException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonReportTest {
    /** The folder where ReportPagesTest of the other module finds it. */
    private static final Path FOR_BROWSER = Path.of("target/pages");

    private static final String HOSTILE = "<script>alert('1')</script>\"&{{words}}\u001b[2J";

    private static final String LONG = "com.acme.export.of.a.package.with.a.long.name.Exporter.run";

    private static Arm arm(String name, ExportJob job, Map<String, String> labels) {
        return Arm.of(
                IntStream.rangeClosed(1, 4)
                        .mapToObj(
                                i -> {
                                    int seed = name.length() + i;
                                    Run run = job.labelled(labels).run(name + "#" + i, seed);
                                    return MeasuredRun.repeated(
                                            ProfiledRuns.with(run, LONG + HOSTILE, seed));
                                })
                        .toList());
    }

    private static ComparisonReport report() throws ProblemException {
        Arm base = arm("INFO", ExportJob.INFO, Map.of("level", "INFO"));
        Arm candidate = arm("WARN-and-a-long-name-of-an-arm", ExportJob.WARN, Map.of("a", HOSTILE));
        return new ComparisonReport(
                Comparison.between(base, candidate, Comparison.Terms.USUAL), 20);
    }

    @Test
    void textFitsAHundredColumnsExceptForNames() throws Exception {
        assertThat(report().text().lines())
                .allMatch(line -> line.length() <= 100 || line.contains(LONG));
        assertThat(report().text()).doesNotContain("\u001b");
    }

    @Test
    void firstParagraphIsAVerdictInWords() throws Exception {
        String words = report().text().lines().skip(2).limit(8).reduce("", (a, b) -> a + " " + b);
        assertThat(words)
                .containsPattern("used 7\\d % less CPU time \\(\\d+ to \\d+ %\\)")
                .contains("wrote 99.7 % fewer bytes")
                .containsPattern("No evidence of a difference: .*GC overhead");
    }

    @Test
    void documentHasTheStableFieldsInEachRow() throws Exception {
        String json = report().json();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            while (parser.nextToken() != null) {
                assertThat(parser.currentToken()).isNotNull();
            }
        }
        assertThat(json)
                .startsWith("{\"schemaVersion\":1,\"base\":{\"name\":\"INFO\",\"runs\":[")
                .containsPattern(
                        "\"metric\":\"gc.overhead\",\"unit\":\"ratio\",\"base\":[0-9.E-]+,"
                                + "\"candidate\":[0-9.E-]+,\"changePercent\":[0-9.E-]+,"
                                + "\"interval\":\\[[0-9.E-]+,[0-9.E-]+],.*"
                                + "\"verdict\":\"no-evidence\",\"method\":\"[^\"]+\",\"reason\":\"[^\"]+\",\"family\":\"primary\"");
    }

    @Test
    void methodsBehindTheDifferenceAreInEveryFormat() throws Exception {
        ComparisonReport report = report();
        StringWriter page = new StringWriter();
        report.writeHtml(page);
        for (String form : List.of(report.text(), report.markdown(), page.toString())) {
            assertThat(form)
                    .contains("Methods that account for the difference in CPU time")
                    .contains("In cores", "Main.main", "com.acme");
        }
        assertThat(report.json())
                .containsPattern(
                        "\"profile\":\\{\"event\":\"cpu\",\"all\":\\{\"name\":\"all methods\",.*"
                                + "\"self\":\\[\\{\"name\":\"com.acme.export.*"
                                + "\"unit\":\"cores\".*\"total\":");
        assertThat(report.markdown()).doesNotContainPattern("(?<!\\\\)<script|\u001b");
    }

    @Test
    void pageLoadsNothingAndEscapesLabels() throws Exception {
        StringWriter page = new StringWriter();
        report().writeHtml(page);
        Files.createDirectories(FOR_BROWSER);
        Files.writeString(FOR_BROWSER.resolve("comparison.html"), page.toString());
        assertThat(page.toString())
                .contains("<svg", "default-src 'none'", "CPU utilisation, cores")
                .contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;")
                .doesNotContain("<script", "src=", "href=\"http", "url(", "@import");
        for (String line : List.of("class=\"base\"", "class=\"candidate\"")) {
            assertThat(page.toString().split("<path " + line, -1)).hasSizeGreaterThan(4 * 5);
        }
    }
}
