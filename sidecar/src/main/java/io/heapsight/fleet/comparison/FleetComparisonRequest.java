/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet.comparison;

import io.heapsight.fleet.Dialect;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The requested comparison of pods: both arms and the window.
 *
 * @param base selector of the arm to compare with
 * @param candidate selector of the arm to judge
 * @param at end of the window
 * @param baseAt end of the base's own window; empty for the same window
 * @param window its length; with sequential looks the planned length after the candidate's start
 * @param step between two values of a pod; empty for the default
 * @param per expression with the work of each pod per second; empty without one
 * @param paired whether pods on the same node form pairs
 * @param dialect of the exporters; empty to find it
 * @param sequential whether this is one of several looks at a rollout
 */
public record FleetComparisonRequest(
        String base,
        String candidate,
        Instant at,
        Optional<Instant> baseAt,
        Duration window,
        Optional<Duration> step,
        Optional<String> per,
        boolean paired,
        Optional<Dialect> dialect,
        boolean sequential) {}
