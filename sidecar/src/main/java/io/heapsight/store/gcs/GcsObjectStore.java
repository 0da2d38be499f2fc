/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ObjectStore;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.rest.AccessToken;
import io.heapsight.store.rest.Form;
import io.heapsight.store.rest.PartedOutput.Naming;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
import io.heapsight.store.rest.RestFailures;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A bucket of Google Cloud Storage. An object is sent in a session; its URL grants write access and
 * is secret. An unfinished session is not visible as an object, and expires after a week.
 */
public final class GcsObjectStore implements ObjectStore {
    private static final URI SERVICE = URI.create("https://storage.googleapis.com");
    private static final String EMULATOR = "STORAGE_EMULATOR_HOST";
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final StoreSettings settings;
    private final RestClient client;
    private final URI service;
    private final Optional<AccessToken.Kept> token;
    private final Set<URI> sessions = new HashSet<>();

    /**
     * @param environment contains the credentials
     * @throws ProblemException if the file of authorities can't be read
     * @throws StoreFailure if the credentials are invalid
     */
    public GcsObjectStore(StoreSettings settings, Map<String, String> environment)
            throws ProblemException, StoreFailure {
        this(settings, environment, RestClient.Patience.USUAL, InstantSource.system());
    }

    GcsObjectStore(
            StoreSettings settings,
            Map<String, String> environment,
            RestClient.Patience patience,
            InstantSource clock)
            throws ProblemException, StoreFailure {
        this.settings = settings;
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

    @Override
    public ObjectOutput begin(String name, String mediaType, Map<String, String> metadata) {
        return new GcsObjectOutput(this, new Naming(settings.url().key(name), mediaType, metadata));
    }

    /**
     * Starts an upload.
     *
     * @param metadata known so far
     * @return the URL for its bytes
     */
    URI beginSession(Naming naming, Map<String, String> metadata) throws StoreFailure {
        Map<String, String> query = new HashMap<>();
        query.put("uploadType", "resumable");
        query.put("name", naming.key());
        settings.encryption()
                .flatMap(ServerEncryption::key)
                .ifPresent(key -> query.put("kmsKeyName", key));
        URI uri =
                URI.create(
                        "%s/upload/storage/v1/b/%s/o?%s"
                                .formatted(base(), settings.url().bucket(), Form.of(query)));
        String object = GcsObjectOutput.RESOURCE.text(new Naming("", naming.mediaType(), metadata));
        RestAnswer answer =
                retried(
                        naming.key(),
                        _ -> {
                            HttpRequest.Builder request =
                                    HttpRequest.newBuilder(uri)
                                            .header(
                                                    "Content-Type",
                                                    "application/json; charset=UTF-8")
                                            .header("X-Upload-Content-Type", naming.mediaType())
                                            .POST(BodyPublishers.ofString(object));
                            if (token.isPresent()) {
                                request.header("Authorization", token.get().authorization());
                            }
                            return client.once(request.build());
                        });
        if (!answer.isDone()) {
            throw answered(naming.key(), answer);
        }
        URI session = session(naming.key(), answer);
        synchronized (this) {
            sessions.add(session);
        }
        return session;
    }

    private URI session(String key, RestAnswer answer) throws StoreFailure {
        try {
            URI session = URI.create(answer.header("Location").orElse(""));
            if (session.getHost() == null || !session.getScheme().startsWith("http")) {
                throw new IllegalArgumentException("not an upload session URL");
            }
            return session;
        } catch (IllegalArgumentException _) {
            throw lost(key, new IOException("it started no upload: is it Google Cloud Storage?"));
        }
    }

    private String base() {
        return service.toString().replaceFirst("/+$", "");
    }

    /** Records that a session has become an object. */
    synchronized void ended(URI session) {
        sessions.remove(session);
    }

    /** Makes attempts until one has a final result. */
    RestAnswer retried(String key, RestClient.Attempt attempt) throws StoreFailure {
        try {
            return client.retried(attempt);
        } catch (IOException e) {
            throw lost(key, e);
        }
    }

    RestAnswer once(HttpRequest request) throws IOException {
        return client.once(request);
    }

    StoreFailure answered(String key, RestAnswer answer) {
        return GoogleCredentials.FAILURES.answered(where(key), answer);
    }

    StoreFailure lost(String key, IOException e) {
        return GoogleCredentials.FAILURES.lost(where(key), e);
    }

    /** The name in messages. */
    String where(String key) {
        return "gs://" + settings.url().bucket() + "/" + key;
    }

    /** Does nothing: sessions can't be listed, and aborted ones cost nothing. */
    @Override
    public void removeLeftovers(String folder) {
        // leftovers can't be found
    }

    @Override
    public synchronized void abandon() {
        sessions.forEach(this::cancel);
        sessions.clear();
    }

    /** Cancels a session if possible; otherwise it expires by itself. */
    private void cancel(URI session) {
        try {
            client.once(HttpRequest.newBuilder(session).DELETE().build(), FAREWELL);
        } catch (IOException _) {
            return;
        }
    }

    @Override
    public void close() {
        abandon();
        client.close();
    }
}
