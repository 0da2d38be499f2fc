/* SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code GET /bundle}: the evidence for a ticket, in one archive.
 *
 * <p>{@code BundleParts} lists its parts, {@code InternalRequests} calls the API's routes for each
 * part, {@code TarWriter} packs them, {@code BundleIndex} is the index page.
 */
@NullMarked
package io.heapsight.http.bundle;

import org.jspecify.annotations.NullMarked;
