/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Stores objects in Google Cloud Storage by its JSON interface and <a
 * href="https://cloud.google.com/storage/docs/performing-resumable-uploads">resumable uploads</a>.
 * Credentials are found as Google's own libraries find them.
 */
@NullMarked
package io.heapsight.store.gcs;

import org.jspecify.annotations.NullMarked;
