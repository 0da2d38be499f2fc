/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Brings evidence out of the pod into a store, a bucket of S3, Google or Azure or a folder on a
 * volume, so that it outlives the pod.
 *
 * <p>{@link io.heapsight.store.StoreUploads} is the way in: a kind and an id of what is kept. A job
 * writes down what is to be stored ({@code uploads} in the data directory), and a child process
 * ({@code heapsight store-child}) streams each file through redaction, gzip and SHA-256 into an
 * object; at last it writes {@code manifest.json}, which says what is there. What the store has of
 * it stands in the job's file then, so that nothing large is sent twice. The child alone loads the
 * store's client ({@code store.s3}, {@code store.gcs}, {@code store.azure}) and finds the
 * credentials; it exists only while it uploads.
 *
 * <p>Tests: {@code StoreUploadsTest} and {@code EvidenceUploadTest} with a folder, {@code
 * S3ObjectStoreTest}, {@code GcsObjectStoreTest} and {@code AzureObjectStoreTest} against scripted
 * services, {@code StoreTest} and {@code StoreFaultsTest} of module tests against moto, {@code
 * tests/cloud-stores} against Azurite and fake-gcs-server.
 */
@NullMarked
package io.heapsight.store;

import org.jspecify.annotations.NullMarked;
