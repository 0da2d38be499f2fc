/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Ranks the pods of a fleet by their symptoms: {@link io.heapsight.fleet.top.FleetTop} from
 * Prometheus, {@link io.heapsight.fleet.top.PodHealth} also from a sidecar's answers.
 */
@NullMarked
package io.heapsight.fleet.top;

import org.jspecify.annotations.NullMarked;
