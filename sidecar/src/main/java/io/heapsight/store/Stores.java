/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.store.azure.AzureObjectStore;
import io.heapsight.store.gcs.GcsObjectStore;
import io.heapsight.store.s3.S3ObjectStore;
import io.heapsight.unit.ProblemException;

/** Opens stores in the uploading process. */
public final class Stores {
    private Stores() {}

    /**
     * Opens a store without a connection, which only the first write needs.
     *
     * @throws StoreFailure if the settings are incomplete
     */
    public static ObjectStore open(StoreSettings settings) throws StoreFailure, ProblemException {
        return switch (settings.url().scheme()) {
            case S3 -> new S3ObjectStore(settings);
            case GS -> new GcsObjectStore(settings, System.getenv());
            case AZBLOB -> new AzureObjectStore(settings, System.getenv());
            case FILE -> new FileObjectStore(settings.url());
        };
    }
}
