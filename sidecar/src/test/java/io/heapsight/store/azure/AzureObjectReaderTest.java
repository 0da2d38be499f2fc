/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.ListedObject;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.ScriptedService;
import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import io.heapsight.unit.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that read a container. */
@Timeout(60)
class AzureObjectReaderTest {
    private static final Map<String, String> SIGNED =
            Map.of(
                    "AZURE_STORAGE_ACCOUNT",
                    "acme",
                    "AZURE_STORAGE_SAS_TOKEN",
                    "sv=2021-12-02&sp=rl&sig=s3cr3t%3D");
    private static final RestClient.Patience QUICK =
            new RestClient.Patience(2, Duration.ofMillis(1), Duration.ofMillis(2));

    private static AzureObjectReader source(ScriptedService service) throws Exception {
        return new AzureObjectReader(
                new StoreSettings(
                        StoreUrl.parse("azblob://dumps"),
                        Optional.of(service.uri()),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty()),
                SIGNED,
                QUICK,
                InstantSource.system());
    }

    @Test
    void aRangeIsReadOfItsVersion() throws Exception {
        try (ScriptedService service =
                        new ScriptedService(
                                _ ->
                                        new Answer(
                                                206,
                                                Map.of(
                                                        "Content-Range",
                                                        "bytes 5-9/20",
                                                        "ETag",
                                                        "\"0x8D\""),
                                                "56789"));
                AzureObjectReader source = source(service)) {
            try (RangeResponse range = source.open("a/b c.hprof", 5, 10, Optional.of("\"0x8D\""))) {
                assertThat(range.body()).hasContent("56789");
                assertThat(range.version()).isEqualTo("\"0x8D\"");
            }
            Request request = service.requests().getLast();
            assertThat(request.path()).isEqualTo("/dumps/a/b%20c.hprof");
            assertThat(request.head("range")).isEqualTo("bytes=5-9");
            assertThat(request.head("if-match")).isEqualTo("\"0x8D\"");
            assertThat(request.field("sig")).isEqualTo("s3cr3t=");
        }
    }

    @Test
    void refusalsSayWhatToDo() throws Exception {
        Problem forbidden = problem(403, "<Error><Code>AuthorizationFailure</Code></Error>");
        assertThat(forbidden.title()).isEqualTo("The store refuses the download");
        assertThat(forbidden.remedy()).contains("Storage Blob Data Reader");
        assertThat(forbidden.toString()).doesNotContain("s3cr3t");
        assertThat(problem(404, "<Error><Code>BlobNotFound</Code></Error>").title())
                .isEqualTo("The object does not exist");
        assertThat(
                        problem(
                                404,
                                "<Error><Code>ContainerNotFound</Code><Message>x</Message></Error>"))
                .satisfies(it -> assertThat(it.remedy()).contains("container name"));
        assertThat(problem(412, "").title()).isEqualTo("The object changed while it was read");
    }

    private static Problem problem(int status, String body) throws Exception {
        try (ScriptedService service = new ScriptedService(_ -> Answer.of(status, body));
                AzureObjectReader source = source(service)) {
            return catchThrowableOfType(
                            StoreFailure.class, () -> source.open("a", 0, 9, Optional.empty()))
                    .told()
                    .problem();
        }
    }

    @Test
    void aListIsReadPageByPage() throws Exception {
        String page =
                "<EnumerationResults><Blobs><Blob><Name>%s</Name><Properties>"
                        + "<Content-Length>%d</Content-Length></Properties></Blob></Blobs>"
                        + "<NextMarker>%s</NextMarker></EnumerationResults>";
        try (ScriptedService service =
                        new ScriptedService(
                                request ->
                                        Answer.of(
                                                200,
                                                request.fields().containsKey("marker")
                                                        ? page.formatted("b", 2, "")
                                                        : page.formatted("a &amp; c", 1, "m")));
                AzureObjectReader source = source(service)) {
            assertThat(source.list("pods/", 100))
                    .containsExactly(new ListedObject("a & c", 1), new ListedObject("b", 2));
            assertThat(service.requests().getFirst().field("comp")).isEqualTo("list");
        }
    }
}
