/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import com.microsoft.playwright.Locator;
import io.heapsight.tests.harness.NeedsChromium;
import io.heapsight.tests.harness.Quiet;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The heap explorer of the page: each test starts at the summary of a heap dump. */
@NeedsChromium
@Quiet
@Isolated
class ExplorerTest {
    private static LivePage live;

    private Tab tab;

    @BeforeAll
    static void takeAHeapDump(@TempDir Path folder) throws IOException {
        live = new LivePage(folder);
        try (Tab dumps = live.open("heapdumps")) {
            dumps.click("Take a heap dump");
            dumps.see("td a");
        }
    }

    @AfterAll
    static void stop() {
        live.close();
    }

    @BeforeEach
    void openItsSummary() {
        tab = live.open("heapdumps");
        tab.page().locator("td a").first().click();
    }

    @AfterEach
    void nothingWentWrong() {
        tab.close();
    }

    @Test
    void objectHasFieldsPathToItsRootAndReferences() {
        tab.link("Classes of the dump").click();
        tab.link("com.acme.Hostile$Order").click();
        tab.see(tab.heading("Instances of com.acme.Hostile$Order"));
        tab.isAccessible();

        tab.holding("td a", "com.acme.Hostile$Order").click();
        tab.see(tab.heading("com.acme.Hostile$Order"));
        tab.see(tab.holding("td", "customer"));
        tab.see("details ol li");
        tab.holding("summary", "References").click();
        tab.see(tab.region("References"));
        tab.isAccessible();
        tab.picture("explorer-object", true);
    }

    @Test
    void dominatorTreeIsOpenedLevelByLevel() {
        tab.link("Dominator tree").click();
        tab.see(tab.heading("Dominator tree"));
        tab.page().locator("summary").first().click();
        tab.see("details .inner details");
        tab.see("details .inner a");
        tab.isAccessible();
        tab.picture("explorer-dominators", false);
    }

    @Test
    void packagesAreOpenedLevelByLevel() {
        tab.link("Packages").click();
        tab.holding("summary", "java: ").click();
        tab.see(tab.holding("details .inner summary", "java.lang: "));
        tab.isAccessible();
    }

    @Test
    void classLoadersAreListed() {
        tab.link("Class loaders").click();
        tab.see(tab.holding("td", "AppClassLoader"));
        tab.isAccessible();
    }

    @Test
    void holdersOfAClassAreATreeOfPaths() {
        tab.link("Classes of the dump").click();
        tab.link("com.acme.Hostile$Order").click();
        tab.link("Paths from GC roots to all of them").click();
        tab.see(tab.heading("What holds com.acme.Hostile$Order"));
        tab.see(tab.region("Merged paths").getByText(".static KEPT"));
        tab.isAccessible();
        tab.picture("explorer-paths", false);
    }

    @Test
    void garbageIsListedByItsRoots() {
        tab.link("Garbage").click();
        tab.see(tab.region("Garbage by its roots").getByText("java.util.ArrayList"));
        tab.isAccessible();
    }

    @Test
    void threadsOfTheDumpHaveTheirLocals() {
        tab.link("Threads of the dump").click();
        Locator named = tab.holding("tr", "<img src=x");
        tab.see(named);
        named.locator("a", new Locator.LocatorOptions().setHasText("of ")).click();
        tab.see(tab.text("Stack of thread "));
        tab.see(tab.holding("td", "Hostile.await"));
        tab.see(tab.holding("td", "java.util.concurrent.CountDownLatch"));
        tab.isAccessible();
        tab.picture("explorer-locals", false);
    }

    @Test
    void queriesFindObjectsAndGroupsAndReportTheErrorPosition() {
        tab.link("Query").click();
        run("class = com.acme.Hostile$Order and garbage");
        tab.see(tab.region("Objects found"));
        run("class under java group by package");
        tab.see(tab.region("Groups").getByText("java.util"));
        run("class =");
        tab.see(tab.text("column 8"));
        tab.isAccessible();
    }

    private void run(String query) {
        Locator input = tab.page().getByLabel("Query");
        input.fill(query);
        tab.click("Run");
    }
}
