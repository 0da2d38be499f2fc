/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares two sets of pods by their metrics in Prometheus.
 *
 * <p>The unit of inference is the pod, because samples of one pod depend on each other. Each pod is
 * reduced to one number per metric, like a run. {@link
 * io.heapsight.fleet.comparison.FleetComparison} reads the figures of both arms. It chooses the
 * window that both cover (or one each, which permits no verdict). It excludes pods that restarted
 * or differ from the others of their arm, and passes the rest to {@link
 * io.heapsight.compare.Comparison}.
 *
 * @see <a href="../../../../../../../../docs/decisions/0026-fleet.md">Decision 26</a>
 */
@NullMarked
package io.heapsight.fleet.comparison;

import org.jspecify.annotations.NullMarked;
