/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.gcs;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ObjectStore;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.rest.Form;
import io.heapsight.store.rest.MultipartOutput.Naming;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
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
import java.util.Set;

/**
 * Stores objects in a bucket of Google Cloud Storage. Each object is sent in a session; the URL of
 * a session grants write access and is secret. An unfinished session is not visible as an object,
 * and expires after a week.
 */
public final class GcsObjectStore implements ObjectStore {
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    private final StoreSettings settings;
    private final GcsService service;
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
        service = new GcsService(settings, environment, patience, clock);
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
                                .formatted(
                                        service.base(), settings.url().bucket(), Form.of(query)));
        String object = GcsObjectOutput.RESOURCE.text(new Naming("", naming.mediaType(), metadata));
        RestAnswer answer =
                retried(
                        naming.key(),
                        _ -> {
                            HttpRequest.Builder request =
                                    service.request(uri)
                                            .header(
                                                    "Content-Type",
                                                    "application/json; charset=UTF-8")
                                            .header("X-Upload-Content-Type", naming.mediaType())
                                            .POST(BodyPublishers.ofString(object));
                            return service.client().once(request.build());
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

    /** Records that a session has become an object. */
    synchronized void ended(URI session) {
        sessions.remove(session);
    }

    /** Makes attempts until one has a final result. */
    RestAnswer retried(String key, RestClient.Attempt attempt) throws StoreFailure {
        try {
            return service.client().retried(attempt);
        } catch (IOException e) {
            throw lost(key, e);
        }
    }

    RestAnswer once(HttpRequest request) throws IOException {
        return service.client().once(request);
    }

    StoreFailure answered(String key, RestAnswer answer) {
        return GoogleCredentials.FAILURES.answered(where(key), answer);
    }

    StoreFailure lost(String key, IOException e) {
        return GoogleCredentials.FAILURES.lost(where(key), e);
    }

    /** Returns the name in messages. */
    String where(String key) {
        return service.where(key);
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
            service.client().once(HttpRequest.newBuilder(session).DELETE().build(), FAREWELL);
        } catch (IOException _) {
            return;
        }
    }

    @Override
    public void close() {
        abandon();
        service.close();
    }
}
