/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsChromium;
import io.heapsight.tests.harness.Quiet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The questions that the page is for: each is answered from the first view with a few clicks. */
@NeedsChromium
@Quiet
@Isolated
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FiveJobsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int MOST_CLICKS = 3;
    private static final List<String> RUNS = List.of("before", "after");

    private static LivePage live;

    private int clicks;

    @BeforeAll
    static void collect(@TempDir Path folder) throws IOException {
        live = new LivePage(folder);
        HttpCaller sidecar = live.caller();
        RUNS.forEach(run -> done(sidecar.put("/runs/" + run, "").statusCode()));
        done(sidecar.get("/histogram").statusCode());
        done(sidecar.post("/heapdumps").statusCode());
        await().atMost(PATIENCE).until(() -> isExplorable(sidecar));
        for (String run : RUNS) {
            await().atMost(PATIENCE).until(() -> samples(sidecar, run) > 3);
            done(sidecar.post("/runs/" + run + "/stop").statusCode());
        }
    }

    private static void done(int status) {
        assertThat(status).isBetween(200, 202);
    }

    private static boolean isExplorable(HttpCaller sidecar) {
        return Json.parse(sidecar.getJson("/heapdumps").body()).at("heapdumps").items().stream()
                .anyMatch(dump -> dump.at("index").isTrue());
    }

    private static int samples(HttpCaller sidecar, String run) {
        return Json.parse(sidecar.getJson("/runs/" + run).body()).at("samples").items().size();
    }

    @AfterAll
    static void stop() {
        live.close();
    }

    @BeforeEach
    void begin() {
        clicks = 0;
    }

    private void click(Locator it) {
        it.click();
        clicks++;
        assertThat(clicks).isLessThanOrEqualTo(MOST_CLICKS);
    }

    @Test
    @Order(1)
    void whichClassLeaksAndWhoHoldsIt() {
        try (Tab tab = live.open("")) {
            click(tab.link("All classes"));
            click(tab.link("com.acme.Hostile$Order"));
            tab.see(tab.heading("What holds com.acme.Hostile$Order"));
            tab.see(tab.region("Merged paths").getByText(".static KEPT"));
        }
    }

    @Test
    @Order(2)
    void whyTheCollectorTakesCpu() {
        live.collect();
        try (Tab tab = live.open("")) {
            click(tab.link("GC"));
            tab.see(tab.heading("Is it the collector?"));
            tab.see(tab.row("Pauses by cause", "Diagnostic Command"));
            tab.isAccessible();
        }
    }

    @Test
    @Order(3)
    void whatLimitItNeeds() {
        try (Tab tab = live.open("")) {
            click(tab.link("Advice"));
            tab.see(tab.holding("h3", "memory-limit: "));
            tab.see(tab.holding("h3", "heap-size: "));
        }
    }

    @Test
    @Order(4)
    void whetherAChangeHelped() {
        try (Tab tab = live.open("")) {
            click(tab.link("Runs"));
            click(tab.button("Compare"));
            tab.see(tab.region("Comparison"));
            tab.see(tab.region("Comparison").getByText("Verdict"));
        }
    }

    /** The target is killed, and another one takes its place. */
    @Test
    @Order(5)
    void whyItDied() {
        live.endTarget();
        await().atMost(PATIENCE).until(() -> hasPostmortem(live.caller()));
        live.startTarget(LivePage.HEAP);
        await().atMost(PATIENCE).until(() -> live.caller().get("/status").statusCode() == 200);
        try (Tab tab = live.open("")) {
            tab.see(tab.holding(".verdict h2", "Hostile died ("));
            tab.isAccessible();
            tab.picture("first-screen", false);
            click(tab.link("What was collected"));
            tab.see(tab.text("certainty: "));
        }
    }

    private static boolean hasPostmortem(HttpCaller sidecar) {
        return !Json.parse(sidecar.getJson("/postmortems").body())
                .at("postmortems")
                .items()
                .isEmpty();
    }
}
