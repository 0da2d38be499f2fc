/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.CancelSignal;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code GET /threads} of a recorded target. */
class ThreadsResourceTest {
    @TempDir Path data;
    private ReplayedTarget target;
    private RunningApi api;

    @BeforeEach
    void start() throws Exception {
        target = new ReplayedTarget(7, "Hung");
        api = RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of(target));
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
                        "note: only mounted virtual threads are shown",
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
    void virtualThreadsAreGroupedByBlockerAndNoFileStays() throws Exception {
        target.withVirtualThreads("virtual-jdk-27", data.resolve("proc"));

        JsonObject json = new JsonObject(api.get("/threads?virtual=true&format=json").body());

        assertThat(json.getJsonObject("virtualThreads").getLong("count")).isEqualTo(8);
        assertThat(json.getJsonObject("virtualThreads").getBoolean("complete")).isTrue();
        assertThat(json.getJsonArray("threads").stream().map(JsonObject.class::cast))
                .as("in place of the mounted one in Thread.print")
                .filteredOn(thread -> thread.getBoolean("virtual"))
                .hasSize(8);
        assertThat(json.getJsonArray("groups").stream().map(JsonObject.class::cast))
                .map(group -> group.getJsonArray("waitsFor"))
                .filteredOn(waitsFor -> !waitsFor.isEmpty())
                .map(waitsFor -> waitsFor.getJsonObject(0))
                .anySatisfy(
                        lock -> {
                            assertThat(lock.getString("relation")).isEqualTo("parked-on");
                            assertThat(lock.getString("class")).endsWith("$NonfairSync");
                            assertThat(lock.getString("address")).isEqualTo("0xe901887");
                            assertThat(lock.getLong("owner")).isEqualTo(3);
                        });
        assertThat(json.getJsonArray("deadlocks")).as("of Thread.print").hasSize(2);
        assertThat(data.resolve("proc/7/root/tmp")).isEmptyDirectory();
    }

    @Test
    void textShowsBlockersOfVirtualThreads() throws Exception {
        target.withVirtualThreads("virtual-jdk-27", data.resolve("proc"));

        assertThat(api.get("/threads?virtual=true").body())
                .startsWith("7 (Hung): 32 threads, 8 virtual, at ")
                .contains(
                        "1 BLOCKED: blocked\n    1 blocked on java.lang.Object@4e2ff361\n",
                        "NonfairSync@e901887,\n    which thread #3 holds")
                .doesNotContain("note: virtual");
    }

    @Test
    void failedVirtualThreadDumpIsANote() {
        String text = api.get("/threads?virtual=true").body();

        assertThat(text)
                .contains("2 deadlocks", "note: virtual threads can't be dumped:", "PINNED");
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
    void dumpOfATriggerIsStoredAsTextAndJsonUntilRemoved() throws Exception {
        assertThat(api.get("/threads/kept").body()).startsWith("No thread dump stored");

        String path = api.reports.threads().take(target, "trigger heap>90%", new CancelSignal());

        assertThat(api.get(path).body())
                .startsWith("7 (Hung): ")
                .contains("DEADLOCK: deadlock-left waits for java.lang.Object of deadlock-right");
        JsonObject dump = new JsonObject(api.get(path + "?format=json").body());
        assertThat(dump.getJsonArray("deadlocks")).hasSize(2);
        JsonObject kept =
                new JsonObject(api.get("/threads/kept?format=json").body())
                        .getJsonArray("threadDumps")
                        .getJsonObject(0);
        assertThat(path).isEqualTo("/threads/kept/" + kept.getString("id"));
        assertThat(kept.getString("caller")).isEqualTo("trigger heap>90%");
        assertThat(kept.getJsonObject("target").getString("name")).isEqualTo("Hung");
        assertThat(kept.getLong("bytes"))
                .isEqualTo(api.get(path + "?format=json").body().getBytes(UTF_8).length);
        assertThat(filesKept()).hasSize(3);

        assertThat(api.call("DELETE", path).statusCode()).isEqualTo(200);

        assertThat(api.get(path).statusCode()).isEqualTo(404);
        assertThat(filesKept()).isEmpty();
    }

    @Test
    void quotaRemovesOldestTriggerDumps() throws Exception {
        api.close();
        api =
                RunningApi.of(
                        Map.of(
                                "HEAPSIGHT_DATA_DIR",
                                data.toString(),
                                "HEAPSIGHT_MIN_INTERVAL_THREADS",
                                "0s",
                                "HEAPSIGHT_TRIGGER_THREADS_QUOTA",
                                "count=2,bytes=1g"),
                        List.of(target));
        String first = api.reports.threads().take(target, "trigger heap>90%", new CancelSignal());
        String second = api.reports.threads().take(target, "trigger heap>90%", new CancelSignal());
        String third = api.reports.threads().take(target, "trigger heap>90%", new CancelSignal());

        assertThat(api.get(first).statusCode()).isEqualTo(404);
        assertThat(api.get(second).statusCode()).isEqualTo(200);
        assertThat(api.get(third).statusCode()).isEqualTo(200);
        assertThat(filesKept()).hasSize(6);
    }

    private List<Path> filesKept() throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("threads"))) {
            return files.toList();
        }
    }

    @Test
    void parametersOutOfRangeAreRefused() {
        assertThat(api.get("/threads?count=11").statusCode()).isEqualTo(400);
        assertThat(api.get("/threads?count=2&interval=31s").statusCode()).isEqualTo(400);
        assertThat(api.get("/threads?count=2&interval=0s").statusCode()).isEqualTo(400);
    }
}
