/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code POST /recordings} with optional settings in its body. */
class PostedSettingsTest {
    private static final String DOCUMENT = "<configuration version=\"2.0\" label=\"Mine\"/>";

    @TempDir private Path folder;
    private RunningApi api;

    @BeforeEach
    void serve() throws Exception {
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", folder.toString()), List.of());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void validAndOmittedSettingsReachTheTarget() {
        for (String body : List.of("", DOCUMENT)) {
            HttpResponse<String> answer = api.post("/recordings?seconds=1", body);
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("JVM");
        }
    }

    @Test
    void malformedSettingsAreRefusedWithTheLine() {
        HttpResponse<String> answer =
                api.post("/recordings", "<configuration version=\"2.0\">\n<event</configuration>");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("Line 2: a blank or the end", "JDK Mission Control");
    }

    @Test
    void tooLongSettingsAreRefused() {
        String comment = "<!--%s-->".formatted("x".repeat(256 << 10));
        HttpResponse<String> answer = api.post("/recordings", DOCUMENT + comment);
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("exceed 256.0 KiB");
    }

    @Test
    void settingsOfTheJdkBesideADocumentAreRefused() {
        HttpResponse<String> answer = api.post("/recordings?settings=default", DOCUMENT);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("?settings=default and a document");
    }

    @Test
    void openApiMarksTheBodyOptional() {
        JsonObject body =
                new JsonObject(api.get("/openapi.json").body())
                        .getJsonObject("paths")
                        .getJsonObject("/recordings")
                        .getJsonObject("post")
                        .getJsonObject("requestBody");
        assertThat(body.getBoolean("required")).isFalse();
        assertThat(body.getJsonObject("content").fieldNames()).containsExactly("application/xml");
    }
}
