/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.report.SampleSummary;
import io.heapsight.summary.ClassRow;
import io.heapsight.summary.HeapSummary;
import io.heapsight.summary.Total;
import io.heapsight.summary.Totals;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HeapSummaryReportTest {
    private static final Path GOLDEN = Path.of("src/test/resources/report");
    private static final HeapSummaryReport COMPLETE =
            new HeapSummaryReport(SampleSummary.complete(), 20, Integer.MAX_VALUE);

    @Test
    void textEqualsTheGoldenOne() throws IOException {
        assertGolden("summary.txt", COMPLETE.text());
    }

    @Test
    void jsonEqualsTheGoldenOne() throws IOException {
        assertGolden("summary.json", COMPLETE.json());
    }

    @Test
    void pageEqualsTheGoldenOne() throws IOException {
        assertGolden("summary.html", page(SampleSummary.complete()));
    }

    @Test
    void unrequestedPartIsAbsentOrNullAndNeverZero() throws IOException {
        HeapSummaryReport report =
                new HeapSummaryReport(SampleSummary.histogramOnly(), 20, Integer.MAX_VALUE);

        assertGolden("histogram-only.txt", report.text());
        assertThat(report.json())
                .contains("\"totals\":{\"all\":{\"objects\":3,\"bytes\":4096},\"reachable\":null")
                .contains("\"unreachableBytes\":null,\"garbageObjects\":null,\"garbageBytes\":null")
                .contains("\"garbage\":null")
                .contains("\"biggest\":null", "\"suspects\":null", "\"waste\":null")
                .contains("\"threads\":null", "\"garbageRoots\":null");
    }

    @Test
    void firstLinesShowGarbageAndLargestHolder() {
        assertThat(COMPLETE.text().lines().limit(2).skip(1))
                .singleElement()
                .asString()
                .startsWith("Suspect")
                .contains("com.acme.shop.Shop.cache, an OrderCache of 42,250", "86.1 %");
        assertThat(COMPLETE.text().lines().limit(7))
                .anySatisfy(line -> assertThat(line).startsWith("Warning").contains("cut"))
                .anySatisfy(line -> assertThat(line).startsWith("Garbage").contains("17.5 %"))
                .anySatisfy(line -> assertThat(line).startsWith("Biggest").contains("OrderCache"))
                .anySatisfy(line -> assertThat(line).startsWith("Suspect").contains("OrderLine"));
    }

    @Test
    void failureWithoutSuspectHasAllItsPossibleCauses() {
        HeapSummaryReport report =
                new HeapSummaryReport(SampleSummary.failedWithoutSuspect(), 20, 20);

        assertThat(report.text())
                .containsSubsequence(
                        "none: no object holds a conspicuous part of the heap. Possible causes: ",
                        "heap is full of",
                        "too large",
                        "metaspace is full",
                        "OutOfMemoryError in thread main");
    }

    @Test
    void topLimitsRowsOfTextAndClassesOfJson() {
        HeapSummaryReport report = new HeapSummaryReport(SampleSummary.complete(), 1, 2);

        assertThat(report.text()).contains("com.acme.shop.OrderLine").doesNotContain("(loader");
        assertThat(report.json())
                .contains("\"name\":\"int[]\"")
                .doesNotContain("\"name\":\"com.acme.plugin");
    }

    @Test
    void namesCannotControlTheTerminal() {
        assertThat(COMPLETE.text())
                .doesNotContain("\u001b", "\u202e")
                .contains("\\u001b[2J\\u202e");
    }

    @Test
    void pageLoadsNothing() throws IOException {
        assertThat(page(SampleSummary.complete()))
                .doesNotContain("http://", "https://", "src=", "@import", "url(", "<link")
                .contains("default-src 'none'");
    }

    @Test
    void hostileNamesAreTextOnThePage() throws IOException {
        String page = page(SampleSummary.complete());

        assertThat(page)
                .contains("com.evil.&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;")
                .contains("&lt;b&gt;worker&lt;/b&gt;")
                .doesNotContain("<script>alert", "alert('1')</script>", "<b>worker");
        assertThat(Pattern.compile("</script>").matcher(page).results())
                .as("ends of the page's own two scripts")
                .hasSize(2);
    }

    @Test
    void hundredThousandClassesAreStreamed() throws IOException {
        HeapSummary few = SampleSummary.histogramOnly();
        HeapSummary many =
                new HeapSummary(
                        few.file(),
                        few.jdk(),
                        few.collector(),
                        few.layout(),
                        few.totals(),
                        LongStream.range(0, 100_000).mapToObj(HeapSummaryReportTest::row).toList(),
                        few.heldOnlyBy(),
                        few.garbage(),
                        few.garbageRoots(),
                        few.retained(),
                        few.waste(),
                        few.threads(),
                        few.loaders(),
                        few.skipped(),
                        few.seconds(),
                        few.peakBytes());
        LargestPiece out = new LargestPiece();

        new HeapSummaryReport(many, 20, Integer.MAX_VALUE).writeJson(out);

        assertThat(out.total).isGreaterThan(10_000_000);
        assertThat(out.largest).isLessThan(100_000);
    }

    private static ClassRow row(long number) {
        return new ClassRow(
                "com.acme.generated.Class" + number,
                number,
                0,
                Totals.counted(new Total(1, 16)),
                OptionalLong.empty());
    }

    /** Discards the output and records the size of its pieces. */
    private static final class LargestPiece extends Writer {
        private long total;
        private int largest;

        @Override
        public void write(char[] text, int from, int length) {
            total += length;
            largest = Math.max(largest, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static String page(HeapSummary summary) throws IOException {
        StringWriter out = new StringWriter();
        new HeapSummaryReport(summary, 20, 0).writeHtml(out);
        return out.toString();
    }

    private static void assertGolden(String name, String text) throws IOException {
        Path golden = GOLDEN.resolve(name);
        if (System.getProperty("golden.update") != null) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, text);
        }
        assertThat(text).as("-Dgolden.update rewrites it").isEqualTo(Files.readString(golden));
    }
}
