/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Compares two sets of pods by their metrics in Prometheus.
 *
 * <p>The unit of inference is the pod: each is reduced to one number per metric, as a run is, since
 * samples of one pod depend on each other. {@link io.heapsight.fleet.comparison.FleetComparison}
 * reads the figures of both arms, chooses the window that both cover (or one each, which permits no
 * verdict), excludes pods that restarted or differ from the others of their arm, and passes the
 * rest to {@link io.heapsight.compare.Comparison}.
 *
 * @see <a href="../../../../../../../../docs/decisions/0026-fleet.md">Decision 26</a>
 */
@NullMarked
package io.heapsight.fleet.comparison;

import org.jspecify.annotations.NullMarked;
