/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.ListedObject;
import io.heapsight.store.RangeResponse;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.rest.ScriptedService;
import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import io.heapsight.unit.Problem;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that read a bucket. */
@Timeout(60)
class S3ObjectReaderTest {
    @BeforeEach
    void credentials() {
        System.setProperty("aws.accessKeyId", "AKIATEST");
        System.setProperty("aws.secretAccessKey", "s3cr3t-of-this-test");
    }

    @AfterEach
    void noCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private static S3ObjectReader source(ScriptedService service) throws Exception {
        return new S3ObjectReader(
                new StoreSettings(
                        StoreUrl.parse("s3://dumps"),
                        Optional.of(service.uri()),
                        Optional.empty(),
                        true,
                        Optional.empty(),
                        Optional.empty()));
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
                                                        "\"v1\""),
                                                "56789"));
                S3ObjectReader source = source(service)) {
            try (RangeResponse range = source.open("a/b c.hprof", 5, 10, Optional.of("\"v1\""))) {
                assertThat(range.body()).hasContent("56789");
                assertThat(range.objectBytes()).hasValue(20);
                assertThat(range.version()).isEqualTo("\"v1\"");
            }
            Request request = service.requests().getLast();
            assertThat(request.path()).isEqualTo("/dumps/a/b%20c.hprof");
            assertThat(request.head("range")).isEqualTo("bytes=5-9");
            assertThat(request.head("if-match")).isEqualTo("\"v1\"");
        }
    }

    @Test
    void refusalsSayWhatToDo() throws Exception {
        Problem forbidden = problem(403, "AccessDenied");
        assertThat(forbidden.title()).isEqualTo("The store refuses the download");
        assertThat(forbidden.remedy()).contains("s3:GetObject");
        assertThat(problem(404, "NoSuchKey").title()).isEqualTo("The object does not exist");
        assertThat(problem(404, "NoSuchBucket").remedy()).contains("bucket name");
        assertThat(problem(412, "PreconditionFailed").title())
                .isEqualTo("The object changed while it was read");
    }

    private static Problem problem(int status, String code) throws Exception {
        String body = "<Error><Code>%s</Code><Message>x</Message></Error>".formatted(code);
        try (ScriptedService service = new ScriptedService(_ -> Answer.of(status, body));
                S3ObjectReader source = source(service)) {
            return catchThrowableOfType(
                            StoreFailure.class, () -> source.open("a", 0, 9, Optional.empty()))
                    .told()
                    .problem();
        }
    }

    @Test
    void aListIsReadPageByPage() throws Exception {
        String page =
                "<ListBucketResult><IsTruncated>%s</IsTruncated>%s<Contents><Key>%s</Key>"
                        + "<Size>%d</Size></Contents></ListBucketResult>";
        String next = "<NextContinuationToken>t</NextContinuationToken>";
        try (ScriptedService service =
                        new ScriptedService(
                                request ->
                                        Answer.of(
                                                200,
                                                request.fields().containsKey("continuation-token")
                                                        ? page.formatted("false", "", "b", 2)
                                                        : page.formatted("true", next, "a", 1)));
                S3ObjectReader source = source(service)) {
            assertThat(source.list("pods/", 100))
                    .containsExactly(new ListedObject("a", 1), new ListedObject("b", 2));
        }
    }
}
