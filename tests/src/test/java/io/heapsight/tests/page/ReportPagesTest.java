/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.NeedsChromium;
import io.heapsight.tests.harness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pages of reports, on a telephone and a desktop, light and dark: those of tests, with hostile
 * names, and of real dumps, with long tables.
 */
@NeedsChromium
class ReportPagesTest {
    private static final Path SIDECAR = Checkout.root().resolve("sidecar");
    private static final Path DUMPS =
            Checkout.root().resolve("heap-engine/src/test/resources/golden-dumps");
    private static final List<Integer> WIDTHS = List.of(320, 480, Chromium.WIDE);

    /**
     * A long table shows 20 rows until its box is ticked, and its names stay in place when it is
     * scrolled.
     */
    private static final String WRONG_TABLES =
            """
            () => {
              const problems = [];
              for (const region of document.querySelectorAll(".scroll")) {
                const wrong = (what) => problems.push(`${region.ariaLabel}: ${what}`);
                const rows = [...region.querySelectorAll("tbody tr")];
                const box = region.parentElement.querySelector("input.unfold");
                const shown = () => rows.filter((row) => row.getClientRects().length).length;
                if (rows.length > 25 && (!box || shown() !== 20)) {
                  wrong(`${shown()} of ${rows.length} rows are shown`);
                }
                if (box && region.parentElement.querySelectorAll(".scroll").length === 1) {
                  box.checked = true;
                  if (shown() !== rows.length) wrong("does not unfold");
                  box.checked = false;
                }
                const name = region.querySelector("tbody th");
                const left = (it) => it.getBoundingClientRect().left;
                region.scrollLeft = 10_000;
                if (name && left(name) < left(region) - 1) wrong("names leave when it is scrolled");
                region.scrollLeft = 0;
              }
              return problems;
            }
            """;

    private static Chromium chromium;
    private static Path folder;

    @BeforeAll
    static void make(@TempDir Path made) throws IOException {
        folder = made;
        Files.copy(
                SIDECAR.resolve("src/test/resources/report/summary.html"),
                folder.resolve("summary.html"));
        Path comparison = SIDECAR.resolve("target/pages/comparison.html");
        assertThat(comparison).as("./mvnw -pl sidecar -am test makes it").exists();
        Files.copy(comparison, folder.resolve("comparison.html"));
        List<String> dumps = new ArrayList<>();
        for (String name : List.of("serial-25", "g1-25")) {
            String dump = DUMPS.resolve(name + ".hprof.gz").toString();
            String page =
                    heapsight("analyze", dump, "--top", "100", "--format", "html").outOrThrow();
            Files.writeString(folder.resolve(name + ".html"), page);
            Path figures = folder.resolve(name + ".json");
            Files.writeString(figures, heapsight("analyze", dump, "--format", "json").outOrThrow());
            dumps.add(figures.toString());
        }
        Ran compared = heapsight("compare", dumps.get(0), dumps.get(1), "--format", "html");
        // 1: a difference was found.
        assertThat(compared.exitCode()).as(compared.err()).isBetween(0, 1);
        Files.writeString(folder.resolve("dumps.html"), compared.out());
        chromium = Chromium.start();
    }

    private static Ran heapsight(String... arguments) {
        String program = Checkout.root().resolve("heapsight").toString();
        return Ran.run(Stream.concat(Stream.of(program), Stream.of(arguments)).toList());
    }

    @AfterAll
    static void stop() {
        chromium.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary", "comparison", "serial-25", "g1-25", "dumps"})
    void aReportFitsFoldsItsTablesAndIsAccessible(String name) {
        for (int width : WIDTHS) {
            check(name, width, ColorScheme.LIGHT);
        }
        check(name, Chromium.WIDE, ColorScheme.DARK);
    }

    private static void check(String name, int width, ColorScheme colours) {
        try (Tab tab = chromium.tab(width, colours)) {
            tab.page().navigate(folder.resolve(name + ".html").toUri().toString());
            tab.fits();
            assertThat(Tab.strings(tab.page().evaluate(WRONG_TABLES))).isEmpty();
            assertThat(tab.violations()).isEmpty();
            tab.picture("%s-%d-%s".formatted(name, width, colours), true);
        }
    }
}
