/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ObjectStore;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.rest.PartedOutput.Naming;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpTimeoutException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A container of Azure Blob Storage. Blocks of an unfinished blob are not visible as a blob. The
 * service drops them after a week, or when the blob is written again.
 */
public final class AzureObjectStore implements ObjectStore {
    private static final String VERSION = "2021-12-02";
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    /** Minimum size of a body that is sent only after the service has accepted the headers. */
    private static final int LARGE = 64 * 1024;

    private final StoreSettings settings;
    private final URI service;
    private final RestClient client;
    private final AzureAccess access;
    private final InstantSource clock;

    /**
     * Whether to use Expect: 100-continue; false once the service has shown that it doesn't support
     * it.
     */
    private boolean asksFirst = true;

    /**
     * A request about a blob.
     *
     * @param headers in addition to the common ones
     */
    record Asked(
            String method,
            Map<String, String> query,
            Map<String, String> headers,
            BodyPublisher body) {}

    /**
     * @param environment contains account and credentials
     * @throws ProblemException if the file of authorities can't be read
     * @throws StoreFailure if there are no credentials
     */
    public AzureObjectStore(StoreSettings settings, Map<String, String> environment)
            throws ProblemException, StoreFailure {
        this(settings, environment, RestClient.Patience.USUAL, InstantSource.system());
    }

    AzureObjectStore(
            StoreSettings settings,
            Map<String, String> environment,
            RestClient.Patience patience,
            InstantSource clock)
            throws ProblemException, StoreFailure {
        this.settings = settings;
        this.clock = clock;
        String account = account(settings, environment);
        service =
                settings.endpoint()
                        .orElseGet(
                                () ->
                                        URI.create(
                                                "https://%s.blob.core.windows.net"
                                                        .formatted(account)));
        client = new RestClient(settings.authorities(), patience);
        try {
            access = new AzureCredentials(environment, client, clock).find(account);
        } catch (StoreFailure e) {
            client.close();
            throw e;
        }
    }

    /** Finds the account in the environment, or in the host of the endpoint. */
    private static String account(StoreSettings settings, Map<String, String> environment)
            throws StoreFailure {
        Optional<String> named =
                RestFailures.named(environment, AzureCredentials.ACCOUNT)
                        .or(() -> settings.endpoint().map(uri -> uri.getHost().split("\\.")[0]));
        if (!named.orElse("").matches("[a-z0-9]{3,24}")) {
            throw RestFailures.failure(
                    new IOException("no account"),
                    Problem.Kind.BAD_REQUEST,
                    "The storage account is unknown",
                    named.map(name -> name + " is not a storage account name.")
                            .orElse("AZURE_STORAGE_ACCOUNT is not set."),
                    "Set AZURE_STORAGE_ACCOUNT=NAME in the sidecar's container.");
        }
        return named.get();
    }

    @Override
    public ObjectOutput begin(String name, String mediaType, Map<String, String> metadata) {
        return new AzureObjectOutput(
                this, new Naming(settings.url().key(name), mediaType, metadata));
    }

    /**
     * Sends a request, with retries after temporary failures.
     *
     * @throws StoreFailure if there is no answer
     */
    RestAnswer send(String key, Asked asked) throws StoreFailure {
        try {
            return client.retried(_ -> once(key, asked));
        } catch (IOException e) {
            throw AzureCredentials.FAILURES.lost(where(key), e);
        }
    }

    private RestAnswer once(String key, Asked asked) throws IOException {
        Map<String, String> headers = new HashMap<>(asked.headers());
        headers.put("x-ms-version", VERSION);
        headers.put("x-ms-date", DATE.format(clock.instant()));
        AzureRequest request =
                new AzureRequest(
                        asked.method(),
                        URI.create(
                                "%s/%s/%s"
                                        .formatted(
                                                service.toString().replaceFirst("/+$", ""),
                                                settings.url().bucket(),
                                                key)),
                        asked.query(),
                        headers,
                        asked.body());
        boolean first = asksFirst && asked.body().contentLength() > LARGE;
        try {
            return client.once(access.authorize(request).request(first));
        } catch (HttpTimeoutException e) {
            asksFirst &= !first;
            throw e;
        }
    }

    /** Creates the failure for a refusal. */
    StoreFailure answered(String key, RestAnswer answer) {
        return AzureCredentials.FAILURES.answered(where(key), answer);
    }

    /** The name in messages. */
    String where(String key) {
        return "azblob://" + settings.url().bucket() + "/" + key;
    }

    /** The encryption scope; empty: that of the container. */
    Optional<String> encryptionScope() {
        return settings.encryption().flatMap(ServerEncryption::key);
    }

    /** Does nothing: the service removes leftovers by itself. */
    @Override
    public void removeLeftovers(String folder) {
        // nothing to do
    }

    @Override
    public void abandon() {
        // uncommitted blocks are not visible
    }

    @Override
    public void close() {
        client.close();
    }
}
