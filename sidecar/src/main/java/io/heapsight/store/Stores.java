/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.store.azure.AzureObjectStore;
import io.heapsight.store.gcs.GcsObjectStore;
import io.heapsight.store.s3.S3ObjectStore;
import io.heapsight.unit.ProblemException;

/** Opens stores, in the process that uploads. */
public final class Stores {
    private Stores() {}

    /**
     * Opens one; whether it can be reached shows when it is written to.
     *
     * @throws StoreFailure if it is not known how to reach it
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
