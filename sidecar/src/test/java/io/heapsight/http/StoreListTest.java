/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code GET /store} of a sidecar without a store; module tests has one with a store. */
class StoreListTest {
    @TempDir private Path folder;

    @Test
    void withoutAStoreItSaysHowToSetOne() throws Exception {
        try (RunningApi api =
                        RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", folder.toString()), List.of());
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + api.port() + "/store"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("HEAPSIGHT_STORE=s3://BUCKET/PREFIX");
        }
    }
}
