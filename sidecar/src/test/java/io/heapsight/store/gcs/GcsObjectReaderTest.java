/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that read a bucket. */
@Timeout(60)
class GcsObjectReaderTest {
    private static final RestClient.Patience QUICK =
            new RestClient.Patience(2, Duration.ofMillis(1), Duration.ofMillis(2));

    private static ScriptedService serving(Function<Request, Answer> script) throws Exception {
        return new ScriptedService(
                request ->
                        request.path().startsWith("/computeMetadata")
                                ? Answer.token("ya29.s3cr3t")
                                : script.apply(request));
    }

    private static GcsObjectReader source(ScriptedService service) throws Exception {
        return new GcsObjectReader(
                new StoreSettings(
                        StoreUrl.parse("gs://dumps"),
                        Optional.of(service.uri()),
                        Optional.empty(),
                        false,
                        Optional.empty(),
                        Optional.empty()),
                Map.of("GCE_METADATA_HOST", service.host()),
                QUICK,
                InstantSource.system());
    }

    private static Answer part() {
        return new Answer(
                206, Map.of("Content-Range", "bytes 5-9/20", "x-goog-generation", "42"), "56789");
    }

    @Test
    void aRangeIsReadOfItsGeneration() throws Exception {
        try (ScriptedService service = serving(_ -> part());
                GcsObjectReader source = source(service)) {
            try (RangeResponse range = source.open("a/b c.hprof", 5, 10, Optional.of("42"))) {
                assertThat(range.body()).hasContent("56789");
                assertThat(range.objectBytes()).hasValue(20);
                assertThat(range.version()).isEqualTo("42");
            }
            Request request = service.requests().getLast();
            assertThat(request.path()).isEqualTo("/storage/v1/b/dumps/o/a%2Fb%20c.hprof");
            assertThat(request.field("alt")).isEqualTo("media");
            assertThat(request.field("ifGenerationMatch")).isEqualTo("42");
            assertThat(request.head("range")).isEqualTo("bytes=5-9");
            assertThat(request.head("authorization")).isEqualTo("Bearer ya29.s3cr3t");
        }
    }

    @Test
    void anotherRangeThanTheRequestedOneIsAFailure() throws Exception {
        try (ScriptedService service = serving(_ -> part());
                GcsObjectReader source = source(service)) {
            assertThatThrownBy(() -> source.open("a", 6, 11, Optional.empty()))
                    .isInstanceOf(StoreFailure.class);
        }
    }

    @Test
    void refusalsSayWhatToDo() throws Exception {
        assertThat(problem(403, "{\"error\":{\"message\":\"no access\"}}"))
                .satisfies(
                        it -> {
                            assertThat(it.title()).isEqualTo("The store refuses the download");
                            assertThat(it.remedy()).contains("Storage Object Viewer");
                        });
        assertThat(problem(404, "No such object: dumps/a").title())
                .isEqualTo("The object does not exist");
        assertThat(problem(412, "").title()).isEqualTo("The object changed while it was read");
        assertThat(problem(503, "").remedy()).contains("Run the command again");
    }

    private static Problem problem(int status, String body) throws Exception {
        try (ScriptedService service = serving(_ -> Answer.of(status, body));
                GcsObjectReader source = source(service)) {
            return catchThrowableOfType(
                            StoreFailure.class, () -> source.open("a", 0, 9, Optional.empty()))
                    .told()
                    .problem();
        }
    }

    @Test
    void aListIsReadPageByPage() throws Exception {
        try (ScriptedService service =
                        serving(
                                request ->
                                        Answer.of(
                                                200,
                                                request.fields().containsKey("pageToken")
                                                        ? "{\"items\":[{\"name\":\"b\",\"size\":\"2\"}]}"
                                                        : "{\"nextPageToken\":\"p\",\"items\":"
                                                                + "[{\"name\":\"a\",\"size\":\"1\"}]}"));
                GcsObjectReader source = source(service)) {
            assertThat(source.list("pods/", 100))
                    .containsExactly(new ListedObject("a", 1), new ListedObject("b", 2));
            assertThat(service.requests().getLast().field("prefix")).isEqualTo("pods/");
        }
    }
}
