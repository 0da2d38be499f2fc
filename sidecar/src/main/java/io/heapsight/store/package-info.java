/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Uploads evidence from the pod to a store, a bucket of S3, Google or Azure or a folder on a
 * volume, so that it outlives the pod.
 *
 * <p>{@link io.heapsight.store.StoreUploads} is the entry point: a kind and an id of a stored file.
 * {@code PendingUploads} and {@code UploadQueue} hold what waits, {@code UploadAttempts} runs it,
 * and {@code RepeatedUploadRequests} remembers what was sent.
 *
 * <p>A job records the pending upload ({@code uploads} in the data directory), and a child process
 * ({@code heapsight store-child}) streams each file through redaction, gzip and SHA-256 into an
 * object. Finally it writes {@code manifest.json}, the list of objects. The record then lists the
 * objects in the store, so that no large file is sent twice. Only the child loads the store's
 * client ({@code store.s3}, {@code store.gcs}, {@code store.azure}) and finds the credentials; it
 * runs only during uploads.
 *
 * <p>Tests: {@code StoreUploadsTest} and {@code EvidenceUploadTest} with a folder, {@code
 * S3ObjectStoreTest}, {@code GcsObjectStoreTest} and {@code AzureObjectStoreTest} against scripted
 * services, {@code StoreTest} and {@code StoreFaultsTest} of module tests against moto, {@code
 * tests/cloud-stores} against Azurite and fake-gcs-server.
 */
@NullMarked
package io.heapsight.store;

import org.jspecify.annotations.NullMarked;
