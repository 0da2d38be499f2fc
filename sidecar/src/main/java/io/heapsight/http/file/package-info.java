/* SPDX-License-Identifier: Apache-2.0 */

/**
 * Sends files: whole or in part, compressed, or redacted.
 *
 * <p>Tests: in containers, {@code KeptHeapDumpsTest}, {@code RecordingsTest} and {@code
 * ProfilesTest}.
 */
@NullMarked
package io.heapsight.http.file;

import org.jspecify.annotations.NullMarked;
