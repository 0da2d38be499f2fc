/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Reads evidence back from a store: lists the uploaded evidence by pod and time, and copies objects
 * to the disk.
 *
 * <p>{@link io.heapsight.store.read.StoreReadChild} starts the child process ({@code heapsight
 * store-read-child}) that loads the store's client and finds the credentials, as for uploads.
 * There, {@link io.heapsight.store.read.EvidenceListing} reads manifests, and {@link
 * io.heapsight.store.read.ObjectDownload} copies an object in parallel ranges. Its {@code
 * DownloadedRanges} beside the copy lets the next attempt continue, if the object has the same
 * version.
 *
 * <p>Tests: {@code ObjectDownloadTest} against a local server, {@code EvidenceListingTest} with a
 * folder; {@code StoreReadTest} of module tests against moto, {@code tests/cloud-stores} against
 * Azurite and fake-gcs-server.
 */
@NullMarked
package io.heapsight.store.read;

import org.jspecify.annotations.NullMarked;
