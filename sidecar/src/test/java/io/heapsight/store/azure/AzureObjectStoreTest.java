/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.StoreUrl;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.ScriptedService;
import io.heapsight.store.rest.ScriptedService.Answer;
import io.heapsight.store.rest.ScriptedService.Request;
import io.heapsight.unit.Problem;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outcomes of blobs, by behaviour of the service and environment. */
@Timeout(60)
class AzureObjectStoreTest {
    private static final String PATH = "/dumps/evidence/pod/shop.hprof.gz";
    private static final String SIGNATURE = "sv=2021-12-02&sp=cw&sig=s3cr3t%2Bof%3D";
    private static final RestClient.Patience QUICK =
            new RestClient.Patience(5, Duration.ofMillis(1), Duration.ofMillis(2));
    private static final Map<String, String> SIGNED =
            Map.of("AZURE_STORAGE_ACCOUNT", "acme", "AZURE_STORAGE_SAS_TOKEN", "?" + SIGNATURE);

    /** Three blocks, the last one shorter. */
    private final byte[] large = new byte[20 << 20];

    private final FakeContainer container = new FakeContainer();
    @TempDir private Path folder;

    @BeforeEach
    void fill() {
        new Random(1).nextBytes(large);
    }

    private static AzureObjectStore store(
            Optional<URI> endpoint, Map<String, String> environment, String encryption)
            throws Exception {
        return new AzureObjectStore(
                new StoreSettings(
                        StoreUrl.parse("azblob://dumps/evidence"),
                        endpoint,
                        Optional.empty(),
                        false,
                        Optional.of(encryption)
                                .filter(it -> !it.isEmpty())
                                .map(ServerEncryption::parse),
                        Optional.empty()),
                environment,
                QUICK,
                () -> Instant.parse("2026-06-03T12:00:00Z"));
    }

    private static boolean put(
            ScriptedService service, byte[] bytes, Map<String, String> environment)
            throws Exception {
        try (AzureObjectStore store = store(Optional.of(service.uri()), environment, "");
                ObjectOutput out =
                        store.begin(
                                "pod/shop.hprof.gz",
                                "application/gzip",
                                Map.of("heapsight-kind", "heapdump"))) {
            out.write(bytes);
            return out.finish("of-these");
        }
    }

    private static boolean put(ScriptedService service, byte[] bytes) throws Exception {
        return put(service, bytes, SIGNED);
    }

    private static Problem failure(
            ScriptedService service, byte[] bytes, Map<String, String> environment) {
        return catchThrowableOfType(StoreFailure.class, () -> put(service, bytes, environment))
                .told()
                .problem();
    }

    private static boolean isBlock(Request request) {
        return request.field("comp").equals("block");
    }

    @Test
    void smallBlobIsPutInOneRequestWithItsDigests() throws Exception {
        try (ScriptedService service = new ScriptedService(container)) {
            assertThat(put(service, new byte[] {1, 2, 3})).isTrue();

            assertThat(container.blob(PATH)).containsExactly(1, 2, 3);
            Request request = service.requests().getFirst();
            assertThat(request.head())
                    .containsEntry("x-ms-blob-type", "BlockBlob")
                    .containsEntry("x-ms-blob-content-type", "application/gzip")
                    .containsEntry("x-ms-meta-heapsight_kind", "heapdump")
                    .containsEntry("x-ms-meta-sha256", "of-these")
                    .containsEntry("x-ms-date", "Wed, 03 Jun 2026 12:00:00 GMT")
                    .containsKeys("content-md5", "x-ms-version")
                    .doesNotContainKeys("authorization", "x-ms-encryption-scope");
            assertThat(request.field("sig")).isEqualTo("s3cr3t+of=");
        }
    }

    @Test
    void largeBlobIsSentInBlocksAndIsComplete() throws Exception {
        try (ScriptedService service = new ScriptedService(container)) {
            assertThat(put(service, large)).isTrue();

            assertThat(container.blob(PATH)).isEqualTo(large);
            assertThat(service.requests()).filteredOn(AzureObjectStoreTest::isBlock).hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8 << 20})
    void blobOfNoByteOrExactlyOneBlockIsWhole(int bytes) throws Exception {
        try (ScriptedService service = new ScriptedService(container)) {
            assertThat(put(service, new byte[bytes])).isTrue();

            assertThat(container.blob(PATH)).hasSize(bytes);
        }
    }

    @Test
    void failedOrLostBlocksAreSentAgain() throws Exception {
        AtomicInteger blocks = new AtomicInteger();
        AtomicInteger lists = new AtomicInteger();
        Function<Request, Answer> failing =
                request -> {
                    boolean list = request.field("comp").equals("blocklist");
                    if (isBlock(request) && blocks.incrementAndGet() <= 2) {
                        return blocks.get() == 1 ? Answer.of(500, "") : Answer.BROKEN;
                    }
                    Answer answer = container.apply(request);
                    return list && lists.incrementAndGet() == 1 ? Answer.BROKEN : answer;
                };
        try (ScriptedService service = new ScriptedService(failing)) {
            put(service, large);

            assertThat(container.blob(PATH)).isEqualTo(large);
            assertThat(blocks).hasValue(5);
            assertThat(lists).hasValue(2);
        }
    }

    @Test
    void refusalNamesTheBlobAndTheReasonAndNoSecret() throws Exception {
        try (ScriptedService service =
                new ScriptedService(
                        request ->
                                isBlock(request)
                                        ? Answer.of(
                                                403,
                                                "<Error><Code>AuthenticationFailed</Code><Message>"
                                                        + "Server failed to authenticate the"
                                                        + " request.\nRequestId:1\nTime:2</Message>"
                                                        + "<AuthenticationErrorDetail>Audience"
                                                        + " validation failed"
                                                        + "</AuthenticationErrorDetail></Error>")
                                        : container.apply(request))) {
            Problem problem = failure(service, large, SIGNED);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.REFUSED_BY_TARGET);
            assertThat(problem.detail())
                    .isEqualTo(
                            "azblob://dumps/evidence/pod/shop.hprof.gz: status 403"
                                    + " (AuthenticationFailed: Server failed to authenticate the"
                                    + " request. Audience validation failed)");
            assertThat(problem.remedy()).contains("Storage Blob Data Contributor");
            assertThat(problem.toString()).doesNotContain("s3cr3t", "sig=");
            assertThat(container.blobs).isEmpty();
        }
    }

    @Test
    void lostConnectionDoesNotRevealTheSignature() throws Exception {
        try (ScriptedService service = new ScriptedService(_ -> Answer.BROKEN)) {
            StoreFailure failure =
                    catchThrowableOfType(
                            StoreFailure.class, () -> put(service, new byte[1], SIGNED));

            assertThat(failure.told().problem().kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(failure).hasStackTraceContaining("heapsight");
            assertThat(failure + " " + failure.getCause()).doesNotContain("s3cr3t", "sig=");
        }
    }

    @Test
    void fullStoreIsReportedAndRetriedLater() throws Exception {
        try (ScriptedService service =
                new ScriptedService(
                        _ -> Answer.of(507, "<Error><Code>InsufficientStorage</Code></Error>"))) {
            Problem problem = failure(service, new byte[1], SIGNED);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(problem.title()).isEqualTo("The store is full");
            assertThat(problem.detail()).contains("status 507 (InsufficientStorage");
        }
    }

    @Test
    void permanentlyBusyServiceIsGivenUp() throws Exception {
        try (ScriptedService service =
                new ScriptedService(
                        _ -> Answer.of(503, "<Error><Code>ServerBusy</Code></Error>"))) {
            Problem problem = failure(service, new byte[1], SIGNED);

            assertThat(problem.kind()).isEqualTo(Problem.Kind.UNAVAILABLE);
            assertThat(problem.detail()).contains("status 503 (ServerBusy");
            assertThat(service.requests()).hasSize(5);
        }
    }

    @Test
    void writeOnlyAccessSkipsTheCheckAndOtherSizeIsAFailure() throws Exception {
        Function<Request, Answer> writeOnly =
                request ->
                        request.method().equals("HEAD")
                                ? Answer.of(403, "")
                                : container.apply(request);
        try (ScriptedService service = new ScriptedService(writeOnly)) {
            assertThat(put(service, new byte[10])).isFalse();
        }
        Function<Request, Answer> losing =
                request ->
                        request.method().equals("HEAD")
                                ? container.apply(request)
                                : Answer.of(201, "");
        try (ScriptedService service = new ScriptedService(losing)) {
            assertThat(failure(service, new byte[9], SIGNED).detail())
                    .contains("9 bytes were sent, but the object has 10");
        }
    }

    @Test
    void encryptionScopeIsSentWithEachBlockAndTheList() throws Exception {
        try (ScriptedService service = new ScriptedService(container);
                AzureObjectStore store =
                        store(Optional.of(service.uri()), SIGNED, "azure:scope=dumps");
                ObjectOutput out = store.begin("a", "text/plain", Map.of())) {
            out.write(large);
            out.finish("");

            assertThat(service.requests())
                    .filteredOn(it -> it.method().equals("PUT"))
                    .hasSize(4)
                    .allMatch(it -> it.head("x-ms-encryption-scope").equals("dumps"));
        }
    }

    @Test
    void workloadIdentityOfAksIsExchangedForAToken() throws Exception {
        Path projected = Files.writeString(folder.resolve("token"), "a.projected.token\n");
        Function<Request, Answer> script =
                request ->
                        request.path().equals("/tenant-1/oauth2/v2.0/token")
                                ? Answer.token("eyJ.of-entra")
                                : container.apply(request);
        try (ScriptedService service = new ScriptedService(script)) {
            Map<String, String> environment = identity(service, projected);

            put(service, large, environment);

            Request asked = service.requests().getFirst();
            assertThat(asked.fields())
                    .containsEntry("client_id", "client-1")
                    .containsEntry("client_assertion", "a.projected.token")
                    .containsEntry("scope", "https://storage.azure.com/.default")
                    .containsEntry("grant_type", "client_credentials");
            assertThat(service.requests())
                    .filteredOn(it -> it.path().equals(PATH))
                    .hasSize(5)
                    .allMatch(it -> it.head("authorization").equals("Bearer eyJ.of-entra"));
        }
    }

    private static Map<String, String> identity(ScriptedService authority, Path token) {
        return Map.of(
                "AZURE_STORAGE_ACCOUNT",
                "acme",
                "AZURE_CLIENT_ID",
                "client-1",
                "AZURE_TENANT_ID",
                "tenant-1",
                "AZURE_FEDERATED_TOKEN_FILE",
                token.toString(),
                "AZURE_AUTHORITY_HOST",
                authority.uri() + "/");
    }

    @Test
    void wrongTokenAudienceIsReportedInTheWordsOfEntra() throws Exception {
        Path projected = Files.writeString(folder.resolve("token"), "a.projected.token");
        try (ScriptedService service =
                new ScriptedService(
                        _ ->
                                Answer.of(
                                        401,
                                        "{\"error\":\"invalid_client\",\"error_description\":"
                                                + "\"AADSTS700212: No matching federated identity"
                                                + " record found for presented assertion audience"
                                                + " 'x'. Trace ID: 1 Correlation ID: 2\"}"))) {
            Problem problem = failure(service, new byte[1], identity(service, projected));

            assertThat(problem.title()).isEqualTo("No credentials for the store");
            assertThat(problem.detail())
                    .contains("invalid_client: AADSTS700212: No matching federated identity")
                    .contains("AZURE_FEDERATED_TOKEN_FILE, AZURE_CLIENT_ID, AZURE_TENANT_ID")
                    .doesNotContain("Trace ID", "a.projected");
        }
    }

    @Test
    void secretsInFilesWin() throws Exception {
        Path file = Files.writeString(folder.resolve("sas"), SIGNATURE + "\n");
        Map<String, String> environment = new HashMap<>(SIGNED);
        environment.put("AZURE_STORAGE_SAS_TOKEN", "sig=old");
        environment.put("AZURE_STORAGE_SAS_TOKEN_FILE", file.toString());
        try (ScriptedService service = new ScriptedService(container)) {
            put(service, new byte[1], environment);

            assertThat(service.requests().getFirst().field("sig")).isEqualTo("s3cr3t+of=");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "AZURE_STORAGE_SAS_TOKEN, s3cr3t",
        "AZURE_STORAGE_SAS_TOKEN, 'sv=1&sig=s3cr3t x'",
        "AZURE_STORAGE_SAS_TOKEN, https://acme.blob.core.windows.net/c?sig=s3cr3t",
        "AZURE_STORAGE_KEY, s3cr3t!",
        "AZURE_STORAGE_KEY_FILE, /not/there",
        "AZURE_FEDERATED_TOKEN_FILE, /not/there",
        "AZURE_STORAGE_SAS_TOKEN, ''",
    })
    void whatIsNoCredentialIsNamedAndNotShown(String name, String value) throws Exception {
        try (ScriptedService service = new ScriptedService(container)) {
            Map<String, String> environment = new HashMap<>();
            environment.put("AZURE_STORAGE_ACCOUNT", "acme");
            environment.put("AZURE_CLIENT_ID", "x");
            environment.put("AZURE_TENANT_ID", "x");
            environment.put(name, value);

            Problem problem = failure(service, new byte[1], environment);

            assertThat(problem.title()).isEqualTo("No credentials for the store");
            assertThat(problem.detail()).doesNotContain("s3cr3t").contains("AZURE_CLIENT_ID");
            assertThat(service.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Acme", "a", "evil.example/x?", "acme@evil.example"})
    void accountThatIsNoneIsSaidSo(String account) {
        Problem problem =
                catchThrowableOfType(
                                StoreFailure.class,
                                () ->
                                        store(
                                                Optional.empty(),
                                                Map.of("AZURE_STORAGE_ACCOUNT", account),
                                                ""))
                        .told()
                        .problem();

        assertThat(problem.title()).isEqualTo("The storage account is unknown");
        assertThat(problem.remedy()).contains("AZURE_STORAGE_ACCOUNT");
    }
}
