/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Shows what the sidecar's store contains.
 *
 * <p>Tests: {@code StoreListTest}.
 */
@NullMarked
package io.heapsight.http.evidence;

import org.jspecify.annotations.NullMarked;
