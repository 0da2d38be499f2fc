/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.rest.AccessToken;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** Creates authorised requests to a bucket of Google Cloud Storage. Thread-safe. */
final class GcsService implements AutoCloseable {
    private static final URI SERVICE = URI.create("https://storage.googleapis.com");
    private static final String EMULATOR = "STORAGE_EMULATOR_HOST";

    private final String bucket;
    private final RestClient client;
    private final URI service;
    private final Optional<AccessToken.Kept> token;

    GcsService(
            StoreSettings settings,
            Map<String, String> environment,
            RestClient.Patience patience,
            InstantSource clock)
            throws ProblemException, StoreFailure {
        bucket = settings.url().bucket();
        Optional<String> emulator =
                settings.endpoint().isPresent()
                        ? Optional.empty()
                        : RestFailures.named(environment, EMULATOR);
        service =
                emulator.isPresent()
                        ? emulator(emulator.get())
                        : settings.endpoint().orElse(SERVICE);
        client = new RestClient(settings.authorities(), patience);
        token =
                emulator.isPresent()
                        ? Optional.empty()
                        : Optional.of(
                                new AccessToken.Kept(
                                        new GoogleCredentials(environment, client, clock), clock));
    }

    /** Parses an endpoint with or without a scheme, like Google's own libraries. */
    private static URI emulator(String named) throws StoreFailure {
        try {
            URI uri = URI.create(named.contains("://") ? named : "http://" + named);
            if (uri.getHost() == null || uri.getRawQuery() != null || uri.getUserInfo() != null) {
                throw new IllegalArgumentException("not an endpoint");
            }
            return uri;
        } catch (IllegalArgumentException e) {
            throw RestFailures.failure(
                    e,
                    Problem.Kind.BAD_REQUEST,
                    "The store can't be used",
                    EMULATOR + " is not a host",
                    "Set it to HOST:PORT or http://HOST:PORT, or remove the variable.");
        }
    }

    RestClient client() {
        return client;
    }

    /** Returns the URL of the service, without a slash at its end. */
    String base() {
        return service.toString().replaceFirst("/+$", "");
    }

    /** Creates a request with an access token. */
    HttpRequest.Builder request(URI uri) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        return token.isPresent()
                ? request.header("Authorization", token.get().authorization())
                : request;
    }

    String bucket() {
        return bucket;
    }

    /** Returns the name in messages. */
    String where(String key) {
        return "gs://" + bucket + "/" + key;
    }

    @Override
    public void close() {
        client.close();
    }
}
