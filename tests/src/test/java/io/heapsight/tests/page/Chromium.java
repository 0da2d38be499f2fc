/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.heapsight.tests.harness.NeedsChromium;
import java.util.List;
import java.util.Map;

/** A Chromium without a window. Each tab is of a person who was never there before. */
final class Chromium implements AutoCloseable {
    static final int WIDE = 1280;
    private static final int HEIGHT = 800;

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    static Chromium start() {
        // Playwright would fetch browsers of its own.
        Map<String, String> environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        Playwright playwright =
                Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        BrowserType.LaunchOptions options =
                new BrowserType.LaunchOptions()
                        .setExecutablePath(NeedsChromium.PROGRAM)
                        .setArgs(List.of("--no-sandbox", "--disable-gpu"));
        return new Chromium(playwright, playwright.chromium().launch(options));
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
        playwright.close();
    }
}
