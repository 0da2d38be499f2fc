/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.page;

import com.microsoft.playwright.options.ColorScheme;
import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Json;
import java.net.URI;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Captures the pictures of the page in README.md and docs/web-page.md. It is no test:
 * docs/images/make runs it beside a demo with an analysed heap dump, whose address is {@code
 * pictures.of}.
 */
class PagePictures {
    @Test
    void take() {
        String address = Objects.requireNonNull(System.getProperty("pictures.of"), "-Dpictures.of");
        HttpCaller sidecar = new HttpCaller(URI.create(address), "");
        Json newest = json(sidecar, "/heapdumps").at("heapdumps").items().getLast();
        String dump = "/heapdumps/" + newest.at("id").text();
        String lines = dump + "/classes/io.heapsight.demo.LeakingShop$OrderLine/instances";
        Json line = json(sidecar, lines).at("objects").items().getFirst();
        String object = address + "/#" + dump + "/objects/" + line.at("address").text();
        try (Chromium chromium = Chromium.start()) {
            Tab desk = chromium.tab(Chromium.WIDE, ColorScheme.LIGHT);
            take(desk, address, ".uplot", "page");
            take(desk, object, "details ol li", "page-object");
            take(chromium.tab(360, ColorScheme.DARK), address, ".verdict h2", "page-360-dark");
        }
    }

    private static Json json(HttpCaller sidecar, String path) {
        return Json.parse(sidecar.getJson(path).body());
    }

    /** As soon as an element that matches {@code ready} is shown. */
    private static void take(Tab tab, String address, String ready, String name) {
        tab.page().navigate(address);
        tab.see(ready);
        tab.picture(Checkout.root().resolve("docs/images/" + name + ".png"), false);
    }
}
