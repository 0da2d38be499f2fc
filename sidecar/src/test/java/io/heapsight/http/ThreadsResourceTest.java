/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code GET /threads} of a recorded target. */
class ThreadsResourceTest {
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Hung");
        api = RunningApi.of(Map.of(), List.of(target));
    }

    @AfterEach
    void stop() {
        api.close();
        target.close();
    }

    @Test
    void textBeginsWithDeadlocksAndStuckThreads() {
        String text = api.get("/threads?count=2&interval=1s").body();

        assertThat(text)
                .startsWith("7 (Hung): ")
                .contains("2 deadlocks")
                .containsSubsequence(
                        "note: virtual threads are shown only while a carrier carries them",
                        "DEADLOCK: deadlock-left waits for java.lang.Object of deadlock-right",
                        "STUCK: spinning-1 has been in com.acme.Hung.decode for 1.",
                        "PINNED: virtual thread #31",
                        "4 WAITING: 4 of http-exec-\n    at jdk.internal.misc.Unsafe.park(Native")
                .contains("\\u001b[31mred\\u202e\"")
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void jsonHasEveryThread() {
        JsonObject json =
                new JsonObject(api.call("GET", "/threads", "Accept", "application/json").body());

        assertThat(json.getJsonArray("threads").stream().map(JsonObject.class::cast))
                .anySatisfy(
                        thread -> {
                            assertThat(thread.getString("name")).isEqualTo("deadlock-left");
                            assertThat(thread.getString("state")).isEqualTo("BLOCKED");
                            assertThat(
                                            thread.getJsonArray("locks")
                                                    .getJsonObject(0)
                                                    .getString("relation"))
                                    .isEqualTo("blocked-on");
                        });
        assertThat(json.getJsonArray("stuck")).isEmpty();
    }

    @Test
    void secondDumpWithinTheMinimumIntervalIsRefused() {
        assertThat(api.get("/threads").statusCode()).isEqualTo(200);

        HttpResponse<String> second = api.get("/threads");

        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.body())
                .contains("The last thread dump of Hung", "HEAPSIGHT_MIN_INTERVAL_THREADS");
        assertThat(api.log)
                .anyMatch(line -> line.contains("kind=threads") && line.contains("outcome=done"));
    }

    @Test
    void parametersBeyondTheirBoundsAreRefused() {
        assertThat(api.get("/threads?count=11").statusCode()).isEqualTo(400);
        assertThat(api.get("/threads?count=2&interval=31s").statusCode()).isEqualTo(400);
        assertThat(api.get("/threads?count=2&interval=0s").statusCode()).isEqualTo(400);
    }
}
