/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.heapsight.tests.harness.NeedsChromium;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page before any query to the target, access to it, and an ending target. */
@NeedsChromium
@Isolated
class ViewsTest {
    private static final long FIRST_VIEW_BYTES = 250_000;

    private static final List<String> VIEWS =
            List.of(
                    "Overview",
                    "Memory",
                    "Classes",
                    "Heap dumps",
                    "GC",
                    "Threads",
                    "Recordings",
                    "Profiles",
                    "Post-mortems",
                    "Jobs and rules",
                    "Runs",
                    "Doctor",
                    "Advice",
                    "Endpoints");

    /** Whether the charts have some points. */
    private static final String SAMPLED =
            """
            async () => {
              const headers = { Accept: "application/json" };
              const answer = await fetch("samples?seconds=60", { headers });
              return (await answer.json()).samples.length > 4;
            }
            """;

    private static LivePage live;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        live = new LivePage(folder);
    }

    @AfterAll
    static void stop() {
        live.close();
    }

    @ParameterizedTest
    @CsvSource({"320, LIGHT", "1280, LIGHT", "1280, DARK"})
    void everyViewFitsAndIsAccessible(int width, ColorScheme colours) {
        try (Tab tab = live.tab(width, colours)) {
            tab.page().navigate(live.address(""));
            tab.see(".uplot");
            assertThat(tab.page().locator("#views a").allInnerTexts()).isEqualTo(VIEWS);
            for (String view : VIEWS) {
                tab.link(view).click();
                tab.see(tab.holding("#views a[aria-current=page]", view));
                tab.see("main h2");
                tab.fits();
                if (width == Chromium.WIDE) {
                    tab.isAccessible();
                }
                tab.picture("%s-%d-%s".formatted(view, width, colours), false);
                tab.isClean();
            }
        }
    }

    @Test
    void firstViewIsLight() {
        AtomicLong bytes = new AtomicLong();
        try (Tab tab = live.tab(Chromium.WIDE, ColorScheme.LIGHT)) {
            CDPSession session = tab.page().context().newCDPSession(tab.page());
            session.send("Network.enable");
            session.on(
                    "Network.loadingFinished",
                    it -> bytes.addAndGet(it.get("encodedDataLength").getAsLong()));
            tab.page().navigate(live.address(""));
            tab.see(".uplot");
        }
        assertThat(bytes.get()).isBetween(1L, FIRST_VIEW_BYTES);
    }

    @Test
    void arrowKeysReadAChart() {
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            tab.page().waitForFunction(SAMPLED);
            Locator heap = tab.page().locator(".plot").first();
            heap.press("ArrowLeft");
            heap.press("ArrowLeft");
            tab.see(tab.holding("figure .at", "at "));
            assertThat(heap.getAttribute("aria-label")).matches("Heap: .* at \\d\\d:\\d\\d:\\d\\d");
        }
    }

    @Test
    void windowOfTheChartsIsInTheAddress() {
        try (Tab tab = live.open("")) {
            tab.page().getByLabel("Window").selectOption("15 min");
            assertThat(tab.page().url()).endsWith("window=900");
            tab.page().reload();
            tab.see(".uplot");
            assertThat(tab.page().getByLabel("Window").inputValue()).isEqualTo("900");
        }
    }

    @Test
    void pauseIsAMarkWithLengthCollectorAndCause() {
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            live.collect();
            tab.see(tab.holding("svg.pauses rect", "MarkSweepCompact"));
            assertThat(tab.holding("svg.pauses rect", "MarkSweepCompact").textContent())
                    .matches("[\\d: -]+: [\\d.]+ m?s, MarkSweepCompact, \\S.*");
            tab.see(tab.text("The longest: "));
        }
    }

    @Test
    void remotePageRequestsTheToken() throws SocketException {
        try (Tab tab = live.open(live.elsewhere(), "memory")) {
            Locator token = tab.page().getByLabel("Token");
            token.fill("wrong");
            tab.click("Sign in");
            tab.see(tab.text("with an invalid token"));
            token.fill(LivePage.TOKEN);
            tab.click("Sign in");
            tab.see(tab.text("Resident memory"));
        }
    }

    @Test
    void endedTargetIsReportedUntilAnotherStarts() {
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            live.endTarget();
            tab.see(tab.page().locator(".notice").getByText("What to do"));
            live.startTarget();
            tab.see(tab.heading("Hostile"));
            tab.seeGone(tab.page().locator(".notice"));
        }
    }
}
