/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Bytes that are sent: files that are kept, whole or in part, compressed, or without what is
 * private.
 *
 * <p>Tests: in containers, {@code KeptHeapDumpsTest}, {@code RecordingsTest} and {@code
 * ProfilesTest}.
 */
@NullMarked
package io.heapsight.http.file;

import org.jspecify.annotations.NullMarked;
