/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import io.heapsight.tests.harness.NeedsChromium;
import io.heapsight.tests.harness.Quiet;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs on the page: recorded manually, by an experiment and of a range of the charts; compared. */
@NeedsChromium
@Quiet
@Isolated
class RunsTest {
    /** Whether a run has samples of some seconds, as a comparison needs. */
    private static final String SAMPLED =
            """
            async (name) => {
              const run = await fetch("runs/" + name, { headers: { Accept: "application/json" } });
              return (await run.json()).samples.length > 3;
            }
            """;

    /** Points of a range. */
    private static final int CHOSEN = 4;

    /** Whether the charts, with a point for each second, have more points than that. */
    private static final String ENOUGH =
            """
            async () => {
              const headers = { Accept: "application/json" };
              const { samples } = await (await fetch("samples?seconds=60", { headers })).json();
              return Date.parse(samples.at(-1)?.at) - Date.parse(samples[0]?.at) > 7_000;
            }
            """;

    @Test
    void runsAreRecordedComparedAndDeleted(@TempDir Path folder) throws IOException {
        try (LivePage live = new LivePage(folder);
                Tab tab = live.open("runs")) {
            record(tab, "A");
            exportAndImport(tab, folder.resolve("A.json"));
            record(tab, "B");
            experiment(tab, live.uri());
            for (String run : List.of("one#1", "one#2", "two#1", "two#2")) {
                delete(tab, run);
            }
            compare(tab);
            delete(tab, "A");
            delete(tab, "B");
            tab.see(tab.text("Nothing is stored."));
        }
    }

    @Test
    void experimentIsWrittenFromTwoValues(@TempDir Path folder) throws IOException {
        try (LivePage live = new LivePage(folder);
                Tab tab = live.open("runs")) {
            fill(tab, "First value", "it's");
            fill(tab, "Second value", "a/b");
            fill(tab, "Request that sets it", live.uri() + "/healthz");
            fill(tab, "Body", "level=VALUE");
            fill(tab, "Warm-up", "0s");
            fill(tab, "Each run", "3s");
            fill(tab, "Runs of each", "1");
            assertThat(tab.page().locator(".copy pre").innerText())
                    .contains("duration: 3s", "- name: 'it-s'", "body: 'level=it''s'")
                    .contains("- name: 'a-b'", "body: 'level=a/b'");
            Download plan = tab.page().waitForDownload(() -> tab.click("Save experiment.yaml"));
            assertThat(plan.suggestedFilename()).isEqualTo("experiment.yaml");
            tab.isAccessible();

            tab.page().getByLabel("Method").selectOption("GET"); // healthz answers nothing else
            tab.click("Run this experiment");
            tab.see(tab.text("Done: "));
            tab.see(row(tab, "it-s#1"));
            tab.see(row(tab, "a-b#1"));
        }
    }

    @Test
    void rangesOfTheChartsAreCompared(@TempDir Path folder) throws IOException {
        try (LivePage live = new LivePage(folder);
                Tab tab = live.open("")) {
            store(tab, "before");
            tab.link("before").click();
            tab.see(tab.holding(".range", "Range: "));
            store(tab, "after");
            assertThat(tab.page().getByLabel("Base").inputValue()).isEqualTo("before");
            assertThat(tab.page().getByLabel("Candidate").inputValue()).isEqualTo("after");
            tab.click("Compare");
            tab.see(tab.region("Comparison"));
            assertThat(tab.text("/compare?base=before&candidate=after").innerText())
                    .startsWith("curl ");
        }
    }

    /** Chooses the last samples with keys, and makes a run of them. */
    private static void store(Tab tab, String name) {
        tab.await(ENOUGH, "");
        tab.page().reload(); // so that the charts have all of them
        tab.see(".uplot");
        Locator plot = tab.page().locator(".plot").first();
        plot.press("ArrowLeft");
        for (int i = 0; i < CHOSEN; i++) {
            plot.press("Shift+ArrowLeft");
        }
        tab.see(tab.holding(".range", "Range: "));
        tab.link("Make it a run, to compare").click();
        fill(tab, "Name of the run", name);
        tab.see(tab.text("/runs/NAME?from="));
        tab.isAccessible();
        tab.click("Store the run");
        tab.see(row(tab, name).getByText("stopped"));
    }

    private static void fill(Tab tab, String label, String value) {
        tab.page().getByLabel(label).fill(value);
    }

    private static void record(Tab tab, String name) {
        tab.page().getByLabel("Name, such as INFO#1").fill(name);
        tab.click("Start a run");
        tab.page().getByLabel("Records done by " + name).fill("100");
        tab.click("Mark records");
        tab.await(SAMPLED, name);
        tab.click("Stop");
        tab.see(row(tab, name).getByText("stopped"));
    }

    private static void exportAndImport(Tab tab, Path file) {
        Download run = tab.page().waitForDownload(() -> row(tab, "A").getByText("Export").click());
        run.saveAs(file);
        tab.page().getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("C");
        tab.page().getByLabel("Run file (JSON)").setInputFiles(file);
        tab.click("Import");
        tab.see(row(tab, "C").getByText("stopped"));
        delete(tab, "C");
    }

    private static void experiment(Tab tab, URI sidecar) {
        // Its steps call the sidecar itself: their effect is irrelevant.
        String file =
                """
                target: com.acme.Hostile
                duration: 4s
                repetitions: 2
                arms:
                  - {name: one, switch: {url: "%1$s/healthz", method: GET}}
                  - {name: two, switch: {url: "%1$s/healthz", method: GET}}
                """
                        .formatted(sidecar);
        tab.page()
                .getByLabel("Experiment file (YAML)")
                .setInputFiles(
                        new FilePayload(
                                "experiment.yaml",
                                "application/yaml",
                                file.getBytes(StandardCharsets.UTF_8)));
        tab.page().locator("summary").click();
        tab.click("Run the experiment");
        tab.see(row(tab, "one#2"));
        tab.see(tab.text("Done: "));
    }

    private static void compare(Tab tab) {
        tab.page().getByLabel("Base").selectOption("A");
        tab.page().getByLabel("Candidate").selectOption("B");
        tab.click("Compare");
        tab.see(tab.region("Comparison"));
        tab.isAccessible();
    }

    private static void delete(Tab tab, String name) {
        row(tab, name).getByText("Delete").click();
        tab.seeGone(row(tab, name));
    }

    /** The link of a run in the table of runs. */
    private static Locator row(Tab tab, String name) {
        return tab.region("Runs")
                .locator("tr", new Locator.LocatorOptions().setHas(tab.cell(name)));
    }
}
