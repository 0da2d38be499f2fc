/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.FilePayload;
import io.heapsight.tests.harness.NeedsChromium;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Runs on the page: recorded manually and by an experiment, compared, and deleted. */
@NeedsChromium
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

    private static void record(Tab tab, String name) {
        tab.page().getByLabel("Name, such as INFO#1").fill(name);
        tab.click("Start a run");
        tab.page().getByLabel("Records done by " + name).fill("100");
        tab.click("Mark records");
        tab.page().waitForFunction(SAMPLED, name);
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
