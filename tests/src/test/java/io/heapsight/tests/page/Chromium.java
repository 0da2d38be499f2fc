/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.heapsight.tests.harness.NeedsChromium;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium. Each tab has a new profile. */
final class Chromium implements AutoCloseable {
    static final int WIDE = 1280;
    private static final int HEIGHT = 800;

    /** Longer than any of its test classes takes. */
    private static final long LONGEST_MINUTES = 10;

    private final CountDownLatch closed;
    private final Playwright playwright;
    private final Browser browser;

    private Chromium(CountDownLatch closed, Playwright playwright, Browser browser) {
        this.closed = closed;
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium start() {
        CountDownLatch closed = new CountDownLatch(1);
        Thread.ofVirtual().start(() -> endWhenItHangs(closed));
        // Playwright would download browsers.
        Map<String, String> environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        Playwright playwright =
                Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        BrowserType.LaunchOptions options =
                new BrowserType.LaunchOptions()
                        .setExecutablePath(NeedsChromium.PROGRAM)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu"));
        return new Chromium(closed, playwright, playwright.chromium().launch(options));
    }

    /** Playwright waits forever for a browser that does not answer. */
    private static void endWhenItHangs(CountDownLatch closed) {
        try {
            if (!closed.await(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                ProcessHandle.current()
                        .children()
                        .filter(it -> it.info().command().orElse("").contains("playwright-java"))
                        .flatMap(it -> Stream.concat(it.descendants(), Stream.of(it)))
                        .forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** An empty tab of this width, in pixels. */
    Tab tab(int width, ColorScheme colours) {
        return new Tab(
                browser.newPage(
                        new Browser.NewPageOptions()
                                .setViewportSize(width, HEIGHT)
                                .setColorScheme(colours)));
    }

    @Override
    public void close() {
        closed.countDown();
        playwright.close();
    }
}
