/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * A phase that was left out, so that nothing is missing silently.
 *
 * @param phase "dominators", "duplicate strings", …
 * @param remedy what brings it next time
 */
public record Skipped(String phase, String reason, String remedy) {}
