/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.summary;

import java.util.OptionalLong;

/**
 * A phase that was left out, so that nothing is missing silently.
 *
 * @param phase "dominators", "duplicate strings", …
 * @param neededBytes the memory limit with which it would have run; empty when memory is not the
 *     reason
 */
public record Skipped(String phase, String reason, OptionalLong neededBytes) {}
