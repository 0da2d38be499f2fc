/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.time.Instant;
import java.util.Map;

/**
 * A request for a run from earlier samples.
 *
 * @param labels of the run
 * @param from start of its time span
 * @param to end of its time span
 */
public record PastRunRequest(RunName name, Map<String, String> labels, Instant from, Instant to) {}
