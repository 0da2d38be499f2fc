/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsChromium;
import io.heapsight.tests.harness.Quiet;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page before any query to the target, access to it, and an ending target. */
@NeedsChromium
@Quiet
@Isolated
class ViewsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int NARROW = 320;
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

    /** The first and last pixel with the colour of the range, on each chart of the overview. */
    private static final String SHADED =
            """
            () => {
              const bar = getComputedStyle(document.documentElement).getPropertyValue("--bar").trim();
              const rgb = [1, 3, 5].map((i) => parseInt(bar.slice(i, i + 2), 16));
              return [...document.querySelectorAll(".charts canvas")].map((canvas) => {
                const { width, height } = canvas;
                const pixels = canvas.getContext("2d").getImageData(0, height / 3, width, 8).data;
                const is = (x, y) => rgb.every((it, i) => pixels[4 * (y * width + x) + i] === it);
                const rows = [...Array(8).keys()]; // some may be of a line
                const there = [...Array(width).keys()].filter((x) => rows.some((y) => is(x, y)));
                return [there[0], there.at(-1)].join(" to ");
              });
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

    /** A chart may have one point so far, on which keys have no effect. */
    private static void pressUntilSeen(Locator chart, String key, Locator wanted) {
        await().pollInSameThread()
                .atMost(PATIENCE)
                .until(
                        () -> {
                            chart.press(key);
                            return wanted.isVisible();
                        });
    }

    @Test
    void arrowKeysReadAChart() {
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            tab.await(SAMPLED, "");
            Locator heap = tab.page().locator(".plot").first();
            pressUntilSeen(heap, "ArrowLeft", tab.holding("figure .at", "at "));
            assertThat(heap.getAttribute("aria-label"))
                    .matches("Heap: .* at \\d\\d:\\d\\d:\\d\\d.*");
        }
    }

    @Test
    void rangeIsDraggedOverAChartAndKeptUntilItIsCleared() {
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            tab.see(".verdict"); // it is above the charts
            tab.await(SAMPLED, "");
            drag(tab.page(), tab.page().locator(".u-over").nth(1));
            tab.see(tab.holding(".range", "Range: "));
            tab.page().waitForURL(Pattern.compile(".*[?&]from=.*&to=.*"));
            List<String> shaded = Tab.strings(tab.page().evaluate(SHADED));
            assertThat(shaded).isNotEmpty().allMatch(range -> range.matches("\\d+ to \\d+"));
            for (int end = 0; end < 2; end++) {
                int place = end;
                IntSummaryStatistics pixels =
                        shaded.stream()
                                .mapToInt(range -> Integer.parseInt(range.split(" to ")[place]))
                                .summaryStatistics();
                assertThat(pixels.getMax() - pixels.getMin()).as("%s", shaded).isLessThan(4);
            }
            tab.isAccessible();
            tab.picture("range", false);

            tab.page().reload();
            tab.see(tab.holding(".range", "Range: "));
            tab.link("Memory").click();
            tab.see(tab.holding(".range", "Range: "));
            tab.page().keyboard().press("Escape");
            tab.see(tab.text("Drag over a chart to choose a range"));
            tab.page().waitForURL(Pattern.compile(".*#/memory"));
        }
    }

    private static void drag(Page page, Locator plot) {
        plot.scrollIntoViewIfNeeded();
        BoundingBox box = plot.boundingBox();
        double y = box.y + box.height / 2;
        page.mouse().move(box.x + box.width / 3, y);
        page.mouse().down();
        page.mouse().move(box.x + box.width / 2, y);
        page.mouse().move(box.x + box.width * 2 / 3, y);
        page.mouse().up();
    }

    @Test
    void fingerChoosesARangeAcrossAChartAndScrollsThePageAlongIt() {
        try (Tab tab = live.tab(NARROW, ColorScheme.LIGHT)) {
            tab.page().navigate(live.address(""));
            tab.see(".verdict");
            tab.see(".uplot");
            tab.await(SAMPLED, "");
            Locator plot = tab.page().locator(".u-over").first();
            plot.scrollIntoViewIfNeeded();
            slide(tab.page(), plot.boundingBox(), 0, -1);
            tab.page().waitForFunction("scrollY > 0");
            assertThat(tab.holding(".range", "Range: ").isVisible()).isFalse();
            slide(tab.page(), plot.boundingBox(), 1, 0);
            tab.see(tab.holding(".range", "Range: "));
            tab.page().waitForURL(Pattern.compile(".*[?&]from=.*&to=.*"));
        }
    }

    /** Moves a finger from the middle of a box, by a third of its size. */
    private static void slide(Page page, BoundingBox box, int right, int down) {
        CDPSession session = page.context().newCDPSession(page);
        for (int step = 0; step <= 4; step++) {
            JsonObject point = new JsonObject();
            point.addProperty("x", box.x + box.width / 2 + right * step * box.width / 12);
            point.addProperty("y", box.y + box.height / 2 + down * step * box.height / 12);
            touch(session, step == 0 ? "touchStart" : "touchMove", List.of(point));
        }
        touch(session, "touchEnd", List.of());
    }

    private static void touch(CDPSession session, String type, List<JsonObject> points) {
        JsonArray fingers = new JsonArray();
        points.forEach(fingers::add);
        JsonObject event = new JsonObject();
        event.addProperty("type", type);
        event.add("touchPoints", fingers);
        session.send("Input.dispatchTouchEvent", event);
    }

    @Test
    void runIsReadWithTheValues() {
        HttpCaller sidecar = live.caller();
        assertThat(sidecar.put("/runs/band", "").statusCode()).isEqualTo(200);
        await().atMost(PATIENCE).until(() -> samples(sidecar, "/runs/band") > 3);
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            pressUntilSeen(
                    tab.page().locator(".plot").first(),
                    "ArrowLeft",
                    tab.holding("figure .at", "band"));
        } finally {
            sidecar.post("/runs/band/stop");
        }
    }

    private static int samples(HttpCaller sidecar, String run) {
        return Json.parse(sidecar.getJson(run).body()).at("samples").items().size();
    }

    @Test
    void shiftAndArrowKeysChooseARange() {
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            tab.await(SAMPLED, "");
            Locator heap = tab.page().locator(".plot").first();
            pressUntilSeen(heap, "Shift+ArrowLeft", tab.holding(".range [role=status]", "Range: "));
            tab.click("Clear (Escape)");
            tab.see(tab.text("Drag over a chart to choose a range"));
        }
    }

    @Test
    void orderAndFocusOfALiveTableStay() {
        try (Tab tab = live.open("")) {
            Locator used =
                    tab.region("Memory pools")
                            .locator("th", new Locator.LocatorOptions().setHasText("Used"));
            used.locator("button").click();
            for (int update = 0; update < 3; update++) {
                tab.page().waitForResponse(Pattern.compile(".*/samples\\?.*"), () -> {});
            }
            assertThat(used.getAttribute("aria-sort")).isEqualTo("descending");
            assertThat(tab.page().evaluate("document.activeElement.textContent")).isEqualTo("Used");
        }
    }

    @Test
    void slowSidecarHasOneRequestOfEachKind() {
        AtomicLong requests = new AtomicLong();
        try (Tab tab = live.tab(Chromium.WIDE, ColorScheme.LIGHT)) {
            tab.page().clock().install();
            tab.page().route("**/samples?*", _ -> requests.incrementAndGet());
            tab.page().navigate(live.address(""));
            tab.see("#views a");
            for (int update = 0; update < 10; update++) {
                tab.page().clock().runFor(2000);
            }
            // The charts and the header: the first ones and those of the interval.
            assertThat(requests.get()).isBetween(2L, 6L);
        }
    }

    @Test
    void partsThatFailSayWhy() {
        try (Tab tab = live.tab(Chromium.WIDE, ColorScheme.LIGHT)) {
            tab.page()
                    .route(
                            Pattern.compile("/status(\\?.*)?$"),
                            route -> answer(route, 503, "{\"title\": \"It is too busy\"}"));
            tab.page()
                    .route("**/recordings", route -> answer(route, 200, "<title>Sign in</title>"));
            tab.page().navigate(live.address(""));
            tab.see(tab.holding(".notice", "It is too busy"));
            tab.see(tab.text("Not readable now: recordings (The answer is not JSON)."));
        }
    }

    private static void answer(Route route, int status, String body) {
        route.fulfill(new Route.FulfillOptions().setStatus(status).setBody(body));
    }

    @Test
    void hugeNamesFitAndLinksKeepTheTarget() {
        String name = "OrderService".repeat(40);
        String of = "{\"pid\": 7, \"name\": \"" + name + "\"}";
        String death =
                """
                {"id": "20261121T221930120Z-7", "diedAt": "2026-11-21T22:19:30Z", "target": %s,
                 "reason": {"kind": "crash", "certainty": "certain", "evidence": []}}
                """
                        .formatted(of);
        try (Tab tab = live.tab(NARROW, ColorScheme.LIGHT)) {
            tab.page()
                    .route(
                            Pattern.compile("/postmortems$"),
                            route -> answer(route, 200, "{\"postmortems\": [" + death + "]}"));
            tab.page().route(Pattern.compile("/postmortems/2"), route -> answer(route, 200, death));
            tab.page().navigate(live.address("postmortems?target=Hostile"));
            tab.page().locator("td a").first().click();
            tab.see(tab.holding("h2", name));
            tab.fits();
            assertThat(tab.page().url()).endsWith("-7?target=Hostile");
        }
    }

    @Test
    void refusedCancelSaysWhy() {
        String jobs =
                """
                {"jobs": [{"id": "1", "kind": "heap\\u202edump", "subject": "", "caller": "me",
                 "startedAt": "2026-11-21T22:19:30Z", "state": "running", "progress": 0.5}]}
                """;
        try (Tab tab = live.tab(Chromium.WIDE, ColorScheme.LIGHT)) {
            tab.page().route(Pattern.compile("/jobs$"), route -> answer(route, 200, jobs));
            tab.page()
                    .route(
                            Pattern.compile("/jobs/1$"),
                            route -> answer(route, 403, "{\"title\": \"Not your job\"}"));
            tab.page().navigate(live.address("jobs"));
            tab.see("progress[aria-label='Progress of heap\\\\u202edump']");
            tab.click("Cancel");
            tab.see(tab.button("Not cancelled: Not your job"));
        }
    }

    @Test
    void addressThatIsNotEncodedHasAView() {
        try (Tab tab = live.open("heapdumps/%")) {
            tab.see(tab.link("Memory"));
            tab.see(".notice");
        }
    }

    @Test
    void printHasChartsInBlackWithoutNavigation() {
        try (Tab tab = live.tab(Chromium.WIDE, ColorScheme.DARK)) {
            tab.page().navigate(live.address(""));
            tab.see(".uplot");
            tab.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            tab.see(".swatch.line:has([stroke-dasharray='7 3'])");
            assertThat(tab.page().locator("nav").isVisible()).isFalse();
            assertThat(tab.page().getByLabel("Window").isVisible()).isFalse();
            assertThat(tab.page().evaluate("getComputedStyle(document.body).color"))
                    .isEqualTo("rgb(0, 0, 0)");
            tab.fits();
            tab.picture("print", true);
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
                    .matches("\\d\\d:\\d\\d:\\d\\d: [\\d.]+ m?s, MarkSweepCompact, \\S.*");
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
            assertThat(token.evaluate("it => it === document.activeElement")).isEqualTo(true);
            token.fill(LivePage.TOKEN);
            tab.click("Sign in");
            tab.see(tab.text("Resident memory"));
            tab.link("Overview").click();
            tab.see(".uplot");
            tab.link("Sign out").click();
            tab.see(token);
            tab.seeGone(tab.page().locator(".uplot"));
            tab.seeGone(tab.link("Sign out"));
        }
    }

    @Test
    void endedTargetIsReportedUntilAnotherStarts() {
        try (Tab tab = live.open("")) {
            tab.see(".uplot");
            live.endTarget();
            tab.see(tab.page().locator(".notice").getByText("What to do"));
            live.startTarget("-Xmx100m");
            tab.see(tab.heading("Hostile"));
            tab.seeGone(tab.page().locator(".notice"));

            tab.page().reload();
            tab.see(".uplot");
            tab.page().locator(".plot").first().press("Home");
            tab.see(tab.holding("figure .at", "Hostile died"));
            tab.see(tab.holding("figure .at", "restart: -Xmx96m → -Xmx100m"));
        }
    }
}
