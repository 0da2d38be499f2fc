/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.store.azure.AzureObjectReader;
import io.heapsight.store.azure.AzureObjectStore;
import io.heapsight.store.gcs.GcsObjectReader;
import io.heapsight.store.gcs.GcsObjectStore;
import io.heapsight.store.s3.S3ObjectReader;
import io.heapsight.store.s3.S3ObjectStore;
import io.heapsight.unit.ProblemException;

/** Opens stores in the uploading process. */
public final class StoreOpener {
    private StoreOpener() {}

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

    /**
     * Opens a store to read it, without a connection.
     *
     * @throws StoreFailure if the settings are incomplete
     */
    public static ObjectReader read(StoreSettings settings) throws StoreFailure, ProblemException {
        return switch (settings.url().scheme()) {
            case S3 -> new S3ObjectReader(settings);
            case GS -> new GcsObjectReader(settings, System.getenv());
            case AZBLOB -> new AzureObjectReader(settings, System.getenv());
            case FILE -> new FileObjectReader(settings.url());
        };
    }
}
