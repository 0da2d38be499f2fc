/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code GET /} to a browser, and the files of the page. */
class PageResourceTest {
    private static final String BROWSER =
            "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
    private static final Pattern LOADED =
            Pattern.compile("(?:src|href)=\"page/([^\"]+)|from \"\\./([^\"]+)");

    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        api = RunningApi.of(Map.of(), List.of());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void browsersGetThePageAndCurlTheList() {
        HttpResponse<String> page = api.get("/", "Accept", BROWSER);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.body()).startsWith("<!doctype html>").doesNotContain("<script>", "style=");

        assertThat(api.get("/", "Accept", "*/*").body()).startsWith("heapsight: ");
    }

    @Test
    void everyFileOfThePageIsPublic() {
        String page = api.get("/", "Accept", BROWSER).body();
        List<String> first = loadedBy(page);
        assertThat(first).contains("app.js", "uplot.js", "uplot.css", "page.css", "icon.svg");
        for (String file : first) {
            HttpResponse<String> answer = api.getFromElsewhere("/page/" + file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.body()).as(file).isNotBlank();
        }
        List<String> modules = loadedBy(api.get("/page/app.js").body());
        assertThat(modules).contains("overview.js", "heapdumps.js");
        for (String file : modules) {
            assertThat(api.get("/page/" + file).headers().firstValue("Content-Type"))
                    .as(file)
                    .hasValue("text/javascript; charset=utf-8");
        }
    }

    private static List<String> loadedBy(String text) {
        return LOADED.matcher(text).results().map(PageResourceTest::file).toList();
    }

    private static String file(MatchResult found) {
        return found.group(1) == null ? found.group(2) : found.group(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "none.js",
                "index.html",
                "..%2FPageResource.class",
                "%2e%2e%2fsummary.css",
                "app.js%00.css"
            })
    void nothingElseIsServed(String file) {
        assertThat(api.get("/page/" + file).statusCode()).isIn(400, 404);
    }
}
