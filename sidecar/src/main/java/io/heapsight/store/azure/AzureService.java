/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Creates authorised requests to a container of Azure Blob Storage. Thread-safe. */
final class AzureService implements AutoCloseable {
    private static final String VERSION = "2021-12-02";
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

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

    private final String container;
    private final URI service;
    private final RestClient client;
    private final AzureAuthorization access;
    private final InstantSource clock;

    AzureService(
            StoreSettings settings,
            Map<String, String> environment,
            RestClient.Patience patience,
            InstantSource clock)
            throws ProblemException, StoreFailure {
        this.clock = clock;
        container = settings.url().bucket();
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

    RestClient client() {
        return client;
    }

    /**
     * Creates an authorised request.
     *
     * @param path of the container or of a blob in it, percent-encoded: "" or "/KEY"
     */
    AzureRequest request(String path, Asked asked) throws IOException {
        Map<String, String> headers = new HashMap<>(asked.headers());
        headers.put("x-ms-version", VERSION);
        headers.put("x-ms-date", DATE.format(clock.instant()));
        URI resource =
                URI.create(
                        "%s/%s%s"
                                .formatted(
                                        service.toString().replaceFirst("/+$", ""),
                                        container,
                                        path));
        return access.authorize(
                new AzureRequest(asked.method(), resource, asked.query(), headers, asked.body()));
    }

    /** Returns the name in messages. */
    String where(String key) {
        return "azblob://" + container + "/" + key;
    }

    @Override
    public void close() {
        client.close();
    }
}
