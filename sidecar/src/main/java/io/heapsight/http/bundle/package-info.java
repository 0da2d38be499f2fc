/* SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code GET /bundle}: what one attaches to a ticket, in one archive.
 *
 * <p>{@code BundleParts} says what is in it, {@code OwnAnswers} has the API's own routes answer for
 * each part, {@code TarWriter} packs them, {@code BundleIndex} is the page that leads to them.
 */
@NullMarked
package io.heapsight.http.bundle;

import org.jspecify.annotations.NullMarked;
