/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heapsight.kept.KeptFiles;
import io.heapsight.profile.ProfileConverter;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfileRecord;
import io.heapsight.profile.ProfileStore;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a profile, complete and by range. */
class ProfilesResourceTest {
    private static final String ID = "20261121T221930120Z-7";
    private static final String RECORDING = "FLR and what follows it";
    private static final String STACKS = "main;work 7\n";

    @TempDir private Path data;

    private void keep() throws Exception {
        ProfileStore store = ProfileStore.open(data);
        KeptFiles<ProfileRecord> files = store.files();
        files.prepare();
        ProfileRecord profile =
                new ProfileRecord(
                        ID,
                        Instant.EPOCH,
                        7,
                        "Shop",
                        ProfileEvent.CPU,
                        "itimer",
                        30,
                        RECORDING.length(),
                        7,
                        true,
                        "test",
                        Optional.empty());
        files.add(profile, Files.writeString(files.beside(ID, ".part"), RECORDING));
        Files.writeString(store.made(ID, ProfileConverter.Form.COLLAPSED), STACKS);
    }

    @Test
    @SuppressWarnings("try") // the caller leaves early
    void cancelledComparisonLeavesNoFile() throws Exception {
        keep();
        try (RunningApi api =
                        RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of());
                Socket caller = api.connect()) {
            caller.getOutputStream()
                    .write(
                            "GET /profiles/diff?base=%1$s&candidate=%1$s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .formatted(ID)
                                    .getBytes(US_ASCII));
            String option = "--output=" + data;
            try (StoppedChild child = StoppedChild.with(option)) {
                String output =
                        child.arguments().stream()
                                .filter(each -> each.startsWith(option))
                                .findFirst()
                                .orElseThrow();
                Path written = Path.of(output.substring("--output=".length()));
                Files.createFile(written); // as by the child

                caller.close();

                await().until(() -> Files.notExists(written));
            }
        }
    }

    @Test
    void interruptedDownloadResumes() throws Exception {
        keep();
        try (RunningApi api =
                RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of())) {
            HttpResponse<String> whole = api.get("/profiles/" + ID + "/jfr");
            assertThat(whole.statusCode()).isEqualTo(200);
            assertThat(whole.body()).isEqualTo(RECORDING);
            assertThat(whole.headers().firstValue("Accept-Ranges")).contains("bytes");
            String tag = whole.headers().firstValue("ETag").orElseThrow();

            HttpResponse<String> rest =
                    api.get("/profiles/" + ID + "/jfr", "Range", "bytes=4-", "If-Range", tag);
            assertThat(rest.statusCode()).isEqualTo(206);
            assertThat(rest.body()).isEqualTo(RECORDING.substring(4));

            HttpResponse<String> stacks =
                    api.get("/profiles/" + ID + "/collapsed", "Range", "bytes=0-3");
            assertThat(stacks.statusCode()).isEqualTo(206);
            assertThat(stacks.body()).isEqualTo("main");
            assertThat(stacks.headers().firstValue("ETag")).isPresent().isNotEqualTo(tag);
            assertThat(api.get("/profiles/" + ID + "/jfr", "Range", "bytes=99-").statusCode())
                    .isEqualTo(416);
            assertThat(api.get("/profiles/" + ID + "/pprof").statusCode()).isEqualTo(503);
        }
    }
}
