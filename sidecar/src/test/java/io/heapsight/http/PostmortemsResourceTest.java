/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.postmortem.DeathCause;
import io.heapsight.postmortem.PostmortemStore;
import io.heapsight.postmortem.SamplePostmortem;
import io.heapsight.unit.EventLog;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code /postmortems} over files of an earlier sidecar. */
class PostmortemsResourceTest {
    private static final String FIRST = SamplePostmortem.id(1);
    private static final String SECOND = SamplePostmortem.id(2);

    @TempDir private Path data;

    @Test
    void listIsNewestFirstAndDetailIsComplete() throws Exception {
        keepTwo();
        try (RunningApi api = api()) {
            assertThat(api.get("/postmortems").body().lines())
                    .hasSize(3)
                    .satisfies(
                            lines -> {
                                assertThat(lines.get(1)).contains(SECOND, "Shop", "probably crash");
                                assertThat(lines.get(2)).contains(FIRST, "oom-kill", "[B");
                            });
            assertThat(api.get("/postmortems?format=json").body())
                    .startsWith("{\"schemaVersion\":1,\"postmortems\":[{\"id\":\"" + SECOND + "\",")
                    .contains("\"kind\":\"oom-kill\",\"certainty\":\"certain\"");

            HttpResponse<String> shown = api.get("/postmortems/" + FIRST);
            assertThat(shown.body())
                    .contains(
                            "oom-kill",
                            "  - It was killed by signal 9 (SIGKILL).",
                            "by trigger container_memory>90%",
                            "80,000,000  [B",
                            "memory 128.0 MiB",
                            "# SIGSEGV")
                    .satisfies(text -> assertThat(text.lines()).allMatch(l -> l.length() <= 100));
            assertThat(api.get("/postmortems/" + FIRST, "Accept", "application/json").body())
                    .isEqualTo(Files.readString(data.resolve("postmortems/" + FIRST + ".json")));
            assertThat(api.get("/postmortems/" + SECOND).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void fullCrashLogHasItsOwnRoute() throws Exception {
        String log = "# SIGSEGV\nEnvironment Variables:\nPASSWORD=canary\n";
        SamplePostmortem.keep(
                store(),
                SamplePostmortem.withEverything(FIRST),
                Files.writeString(data.resolve("hs_err"), log));
        SamplePostmortem.keep(store(), SamplePostmortem.bare(SECOND, DeathCause.Kind.CRASH));
        try (RunningApi api = api()) {
            String path = "/postmortems/" + FIRST;
            assertThat(api.get(path + "/hs_err").body()).isEqualTo(log);
            assertThat(api.getFromElsewhere(path + "/hs_err").statusCode()).isEqualTo(401);
            assertThat(api.get(path).body())
                    .contains("GET " + path + "/hs_err", "GET /heapdumps/20261121T221931120Z-7")
                    .contains("  - Its heap dump is kept.")
                    .doesNotContain("canary");
            assertThat(api.get("/bundle?ask=false").body()).doesNotContain("canary");
            HttpResponse<String> none = api.get("/postmortems/" + SECOND + "/hs_err");
            assertThat(none.statusCode()).isEqualTo(404);
            assertThat(none.body()).contains("No crash log (hs_err)", "-XX:ErrorFile");
        }
    }

    @Test
    void emptyListIsEmptyAndUnknownIdIsNotFound() throws Exception {
        try (RunningApi api = api()) {
            assertThat(api.get("/postmortems").body()).isEqualTo("No target has died.\n");
            assertThat(api.get("/postmortems/" + FIRST).statusCode()).isEqualTo(404);
            assertThat(api.get("/postmortems/..%2fruns").statusCode()).isEqualTo(400);
            assertThat(api.getFromElsewhere("/postmortems").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void corruptFileIsAProblemNotAFailure() throws Exception {
        keepTwo();
        try (RunningApi api = api()) {
            Files.writeString(data.resolve("postmortems/" + FIRST + ".json"), "{");
            HttpResponse<String> answer = api.get("/postmortems/" + FIRST);
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains("can't be read");
        }
    }

    private void keepTwo() throws Exception {
        PostmortemStore store = store();
        SamplePostmortem.keep(store, SamplePostmortem.withEverything(FIRST));
        SamplePostmortem.keep(store, SamplePostmortem.bare(SECOND, DeathCause.Kind.CRASH));
    }

    private PostmortemStore store() throws Exception {
        return PostmortemStore.open(
                data,
                20,
                new EventLog(System.err::println, EventLog.Format.TEXT, InstantSource.system()));
    }

    private RunningApi api() throws Exception {
        return RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of());
    }
}
