/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.azure;

import io.heapsight.store.ObjectOutput;
import io.heapsight.store.ObjectStore;
import io.heapsight.store.ServerEncryption;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.azure.AzureService.Asked;
import io.heapsight.store.rest.MultipartOutput.Naming;
import io.heapsight.store.rest.RestAnswer;
import io.heapsight.store.rest.RestClient;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * Stores objects in a container of Azure Blob Storage. Blocks of an unfinished blob are not visible
 * as a blob. The service drops them after a week, or when the blob is written again.
 */
public final class AzureObjectStore implements ObjectStore {
    /** Minimum size of a body that is sent only after the service has accepted the headers. */
    private static final int LARGE = 64 * 1024;

    private final StoreSettings settings;
    private final AzureService service;

    /**
     * Whether to use Expect: 100-continue; false once the service has shown that it doesn't support
     * it.
     */
    private boolean asksFirst = true;

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
        service = new AzureService(settings, environment, patience, clock);
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
            return service.client().retried(_ -> once(key, asked));
        } catch (IOException e) {
            throw AzureCredentials.FAILURES.lost(where(key), e);
        }
    }

    private RestAnswer once(String key, Asked asked) throws IOException {
        boolean first = asksFirst && asked.body().contentLength() > LARGE;
        try {
            return service.client().once(service.request("/" + key, asked).request(first));
        } catch (HttpTimeoutException e) {
            asksFirst &= !first;
            throw e;
        }
    }

    /** Creates the failure for a refusal. */
    StoreFailure answered(String key, RestAnswer answer) {
        return AzureCredentials.FAILURES.answered(where(key), answer);
    }

    /** Returns the name in messages. */
    String where(String key) {
        return service.where(key);
    }

    /** Returns the encryption scope; empty: that of the container. */
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
        service.close();
    }
}
