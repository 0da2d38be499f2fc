/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.TimeoutError;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.Cover;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.awaitility.Awaitility;

/**
 * A tab of the browser. It waits up to a minute for elements, and collects errors. Closing it fails
 * if its console showed an error, or if markup of a name was run.
 */
final class Tab implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final boolean CI = System.getenv("CI") != null;
    private static final String AXE = axe();

    private static final String VIOLATIONS =
            """
            async (impacts) => (await axe.run(document)).violations
                .filter((rule) => impacts.length === 0 || impacts.includes(rule.impact))
                .flatMap((rule) => rule.nodes.map((node) =>
                    `${rule.id}: ${node.html.slice(0, 120)} ${node.failureSummary ?? ""}`))
            """;

    private static final String OVERFLOW =
            """
            () => {
              const root = document.documentElement;
              if (root.scrollWidth <= root.clientWidth) return [];
              const beyond = (it) => it.getBoundingClientRect().right > innerWidth + 1;
              const found = [...document.querySelectorAll("body *")]
                  .filter((it) => beyond(it) && !it.closest(".scroll"));
              return [`the page is ${root.scrollWidth - root.clientWidth} pixels too wide`,
                  ...found.slice(0, 5).map((it) => it.outerHTML.slice(0, 120))];
            }
            """;

    private final Page page;
    private final List<String> said = new ArrayList<>();

    Tab(Page page) {
        this.page = page;
        page.setDefaultTimeout(PATIENCE_MILLIS);
        page.onPageError(said::add);
        page.onDialog(
                dialog -> {
                    said.add("a dialog: " + dialog.message());
                    dialog.dismiss();
                });
        page.onConsoleMessage(
                message -> {
                    // Refusals of the API are shown on the page and are no page errors.
                    if (message.type().equals("error")
                            && !message.text().startsWith("Failed to load resource")) {
                        said.add(message.text());
                    }
                });
    }

    private static String axe() {
        try (InputStream file = Tab.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Page page() {
        return page;
    }

    /** Waits until an asynchronous function is true: Playwright's own wait ends at its promise. */
    void await(String function, Object argument) {
        Awaitility.await()
                .pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .until(() -> Boolean.TRUE.equals(page.evaluate(function, argument)));
    }

    /** The first button of this name. */
    Locator button(String name) {
        return named(AriaRole.BUTTON, name);
    }

    /** The first link of this text. */
    Locator link(String text) {
        return named(AriaRole.LINK, text);
    }

    /** The element with this accessible name: a table, … */
    Locator region(String name) {
        return named(AriaRole.REGION, name);
    }

    private Locator named(AriaRole role, String name) {
        return page.getByRole(role, new Page.GetByRoleOptions().setName(name).setExact(true))
                .first();
    }

    /** The first heading of this text. */
    Locator heading(String text) {
        return named(AriaRole.HEADING, text);
    }

    /** The first element that matches a CSS selector and contains this text. */
    Locator holding(String selector, String text) {
        return page.locator(selector, new Page.LocatorOptions().setHasText(text)).first();
    }

    /** A cell of a table with exactly this text. */
    Locator cell(String text) {
        return page.getByRole(
                AriaRole.CELL, new Page.GetByRoleOptions().setName(text).setExact(true));
    }

    /** The first row of a table that contains this text. */
    Locator row(String table, String text) {
        return region(table).locator("tr", new Locator.LocatorOptions().setHasText(text)).first();
    }

    Locator text(String part) {
        return page.getByText(part);
    }

    void click(String button) {
        button(button).click();
    }

    /** Waits until the first of them is shown. */
    void see(Locator wanted) {
        await(wanted, WaitForSelectorState.VISIBLE);
    }

    void see(String selector) {
        see(page.locator(selector));
    }

    /** Waits until there is none left. */
    void seeGone(Locator unwanted) {
        await(unwanted, WaitForSelectorState.DETACHED);
    }

    private void await(Locator it, WaitForSelectorState state) {
        try {
            it.first().waitFor(new Locator.WaitForOptions().setState(state));
        } catch (TimeoutError e) {
            String shown = page.locator("body").innerText();
            throw new AssertionError("%s: not %s in:\n%.2000s".formatted(it, state, shown), e);
        }
    }

    /** The tab that an action opens beside this one. */
    Tab opened(Runnable action) {
        return new Tab(page.context().waitForPage(action));
    }

    /** Findings of axe for the current page, optionally of these impacts only. */
    List<String> violations(String... impacts) {
        page.evaluate(AXE);
        return strings(page.evaluate(VIOLATIONS, List.of(impacts)));
    }

    /** Checks that axe finds nothing serious. */
    void isAccessible() {
        assertThat(violations("serious", "critical")).as(page.url()).isEmpty();
    }

    /** Checks that nothing extends beyond the window, unless a container scrolls. */
    void fits() {
        assertThat(strings(page.evaluate(OVERFLOW))).as(page.url()).isEmpty();
    }

    /** The result of a script in the page. */
    static List<String> strings(Object answer) {
        return ((List<?>) answer).stream().map(String::valueOf).toList();
    }

    /**
     * Saves a picture in tests/target/pages, of the window or of the whole page; in CI only where
     * all of a matrix runs.
     */
    void picture(String name, boolean whole) {
        if (!CI || Cover.isFull()) {
            picture(Checkout.scratch().resolve("pages/" + name + ".png"), whole);
        }
    }

    void picture(Path file, boolean whole) {
        page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(whole));
    }

    /** Checks that no error occurred so far. */
    void isClean() {
        assertThat(said).as("errors of " + page.url()).isEmpty();
    }

    @Override
    public void close() {
        try {
            isClean();
        } finally {
            page.close();
        }
    }
}
