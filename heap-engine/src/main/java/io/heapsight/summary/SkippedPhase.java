/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

/**
 * A phase that was skipped, so that nothing is missing silently.
 *
 * @param phase "dominators", "duplicate strings", …
 * @param remedy how to include it next time
 */
public record SkippedPhase(String phase, String reason, String remedy) {}
