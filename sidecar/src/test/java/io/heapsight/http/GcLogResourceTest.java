/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.ProblemException;
import io.heapsight.vmlog.GcLogRecord;
import io.heapsight.vmlog.GcLogStore;
import io.heapsight.vmlog.GcLogger;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /gclog}: stored logs, and targets whose log can't be switched on. */
class GcLogResourceTest {
    private static final String ID = "20261128T064715829Z-7";
    private static final String LOG = "[0.1s][info][gc] Using G1\n";

    @TempDir Path data;

    @Test
    void storedLogIsListedSentInPartsAndDeleted() throws Exception {
        keep();
        try (RunningApi api = api(List.of())) {
            JsonObject row = new JsonObject(json(api)).getJsonArray("gclogs").getJsonObject(0);
            assertThat(row.getString("id")).isEqualTo(ID);
            assertThat(row.getString("end")).isEqualTo("target-ended");
            assertThat(row.getBoolean("whole")).isTrue();
            assertThat(api.get("/gclog").body()).contains("target-ended");
            assertThat(api.get("/gclog/" + ID).body()).isEqualTo(LOG);
            assertThat(api.get("/gclog/" + ID, "Range", "bytes=7-10").body()).isEqualTo("info");
            assertThat(row.getBoolean("summary")).isFalse();
            HttpResponse<String> none = api.get("/gclog/" + ID + "/summary");
            assertThat(none.statusCode()).isEqualTo(404);
            assertThat(none.body()).contains("POST /gclog/" + ID + "/summary creates it");

            assertThat(api.call("DELETE", "/gclog/" + ID).body()).contains("No GC logs");
            assertThat(api.get("/gclog/" + ID).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void jdk8IsRefusedInPlainWordsWithoutACommand() throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop").onJdk("1.8.0_504");
                RunningApi api = api(List.of(target))) {
            HttpResponse<String> refused = api.call("POST", "/gclog?seconds=1");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body())
                    .contains("JDK 8, which has no VM.log", "-Xloggc:/tmp/gc.log");
            assertThat(target.wasAsked()).isFalse();
        }
    }

    @Test
    void jvmWhoseListIsUnreadableIsNotTouched() throws Exception {
        Files.createDirectories(data.resolve("proc/7/root/tmp"));
        try (ReplayedTarget target =
                        new ReplayedTarget(7, "Shop")
                                .seenIn(data.resolve("proc"))
                                .answering("VM.log", () -> "Log output configur");
                RunningApi api = api(List.of(target))) {
            HttpResponse<String> refused = api.call("POST", "/gclog?seconds=1");

            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(502);
            assertThat(refused.body()).contains("VM.log list", "Log output configur");
            assertThat(api.get("/gclog").body()).contains("No GC logs");
        }
    }

    @Test
    void targetWithoutALogOfItsOwnSaysHowToGetOne() throws Exception {
        try (ReplayedTarget target = new ReplayedTarget(7, "Shop");
                RunningApi api = api(List.of(target))) {
            HttpResponse<String> none = api.get("/gclog/target");

            assertThat(none.statusCode()).isEqualTo(404);
            assertThat(none.body()).contains("writes no GC log to a file", "POST /gclog");
            assertThat(api.get("/gclog/target/summary").body()).isEqualTo(none.body());
        }
    }

    private void keep() throws Exception {
        GcLogStore store = GcLogStore.open(data);
        store.files().prepare();
        GcLogRecord log =
                new GcLogRecord(
                        ID,
                        Instant.parse("2026-11-28T06:47:15Z"),
                        7,
                        "Shop",
                        600,
                        LOG.length(),
                        GcLogger.End.TARGET_ENDED,
                        true,
                        OptionalLong.empty());
        store.files().add(log, Files.writeString(store.files().partOf(ID), LOG));
    }

    private RunningApi api(List<ReplayedTarget> targets) throws ProblemException {
        return RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.copyOf(targets));
    }

    private static String json(RunningApi api) {
        return api.get("/gclog", "Accept", "application/json").body();
    }
}
