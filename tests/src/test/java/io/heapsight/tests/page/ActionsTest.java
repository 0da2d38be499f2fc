/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import io.heapsight.tests.harness.NeedsChromium;
import io.heapsight.tests.harness.Quiet;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Actions of the page on the target: each is done by clicking, and undone. */
@NeedsChromium
@Quiet
@Isolated
class ActionsTest {
    /** The settings of the JDK. */
    private static final Path PROFILE_JFC =
            Path.of(System.getProperty("java.home"), "lib", "jfr", "profile.jfc");

    private static LivePage live;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        live = new LivePage(folder);
    }

    @AfterAll
    static void stop() {
        live.close();
    }

    @Test
    void histogramsAreCapturedAndShowATrend() {
        try (Tab tab = live.open("classes")) {
            tab.click("Take a histogram");
            tab.see(tab.holding("td", "com.acme.Hostile$Order"));
            tab.click("Take a histogram");
            tab.see("svg.spark");
        }
    }

    @Test
    void garbageIsCounted() {
        try (Tab tab = live.open("classes")) {
            tab.click("Count garbage");
            tab.see(tab.text("of the heap was unreachable"));
        }
    }

    @Test
    void twoHistogramsAreCompared() {
        try (Tab tab = live.open("classes")) {
            tab.click("Compare two histograms");
            tab.see(tab.region("Growth by class"));
        }
    }

    @Test
    void hostileNamesOfThreadsAreText() {
        try (Tab tab = live.open("threads")) {
            tab.click("Take thread dumps");
            tab.see("summary");
            tab.page().locator("summary").all().forEach(Locator::click);
            tab.see(tab.text("<img src=x"));
            tab.see(tab.text("</pre><script>"));
            tab.see(tab.text("\\u202eright to left"));
            assertThat(tab.page().locator("main img, main script").count()).isZero();
            tab.fits();
            tab.isAccessible();
        }
    }

    @Test
    void heapDumpIsCapturedAnalysedDownloadedAndDeleted() {
        try (Tab tab = live.open("heapdumps")) {
            tab.click("Take a heap dump");
            tab.see("td a");
            tab.page().waitForDownload(() -> tab.click("Download redacted")).cancel();
            tab.page().locator("td a").first().click();
            tab.see(tab.text("Hostile.KEPT"));
            tab.page().locator(".treemap button").first().click();
            tab.see(tab.page().locator(".actions button").nth(1));
            tab.isAccessible();

            tab.page().navigate(live.address("jobs"));
            tab.see(tab.row("Jobs", "heapdump"));
            tab.see(tab.row("Audit log", "heapdump"));

            deleteTheOnlyOne(tab, "heapdumps");
        }
    }

    @Test
    void recordingIsCapturedSummarisedAndDeleted() {
        try (Tab tab = live.open("recordings")) {
            tab.page().getByLabel("Seconds").selectOption("10");
            tab.page().getByLabel("Your own settings (.jfc)").setInputFiles(PROFILE_JFC);
            tab.click("Record");
            tab.see(tab.holding("td", "posted: Profiling"));
            tab.page().locator("td a").first().click();
            tab.see(tab.text("events in"));
            tab.see(tab.heading("Verdicts of JDK Mission Control's rules"));
            tab.isAccessible();
            tab.picture("recording", true);

            deleteTheOnlyOne(tab, "recordings");
        }
    }

    @Test
    void profileIsCapturedShownAsAFlameGraphAndDeleted() {
        try (Tab tab = live.open("profiles")) {
            tab.page().getByLabel("Event").selectOption("alloc");
            tab.page().getByLabel("Seconds").selectOption("10");
            tab.click("Profile");
            tab.page().locator("td a").first().click();
            tab.see(tab.holding("td", "com.acme.Hostile.main"));
            tab.page().getByLabel("Package").fill("com.acme");
            tab.click("Share of a package");
            tab.see(tab.text("com.acme: "));
            try (Tab flames = tab.opened(() -> tab.link("Flame graph").click())) {
                flames.see("canvas");
            }
            tab.isAccessible();
            tab.picture("profile", false);

            seeTheDifferenceToAnother(tab);
            tab.click("Delete");
            tab.seeGone(tab.page().locator("td a").nth(1));
            deleteTheOnlyOne(tab, "profiles");
        }
    }

    @Test
    void recordingIsCancelled() {
        try (Tab tab = live.open("recordings")) {
            tab.page().getByLabel("Seconds").selectOption("300");
            tab.click("Record");
            tab.click("Cancel");
            tab.page().navigate(live.address("jobs"));
            tab.see(tab.row("Jobs", "cancelled"));
            tab.see(tab.row("Audit log", "cancelled"));
        }
    }

    @Test
    void incidentBundleIsDownloaded() {
        try (Tab tab = live.open("postmortems")) {
            tab.page().getByLabel("Don't touch the target").check();
            Download bundle = tab.page().waitForDownload(() -> tab.click("Download the bundle"));
            assertThat(bundle.failure()).isNull();
        }
    }

    private static void seeTheDifferenceToAnother(Tab tab) {
        tab.page().navigate(live.address("profiles"));
        tab.page().getByLabel("Event").selectOption("alloc");
        tab.page().getByLabel("Seconds").selectOption("10");
        tab.click("Profile");
        Locator links = tab.page().locator("td a");
        tab.see(links.nth(1));
        tab.page().getByLabel("Base").fill(id(links.nth(0)));
        tab.page().getByLabel("Candidate").fill(id(links.nth(1)));
        tab.click("Compare");
        tab.see(tab.region("Difference of profiles"));
        tab.isAccessible();
    }

    /** The profile that a link opens. */
    private static String id(Locator link) {
        String address = link.getAttribute("href");
        return address.substring(address.lastIndexOf('/') + 1);
    }

    private static void deleteTheOnlyOne(Tab tab, String view) {
        tab.page().navigate(live.address(view));
        tab.click("Delete");
        tab.see(tab.text("Nothing is stored."));
    }
}
