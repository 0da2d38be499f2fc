/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.run;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One row of the list of runs, available without reading the whole file.
 *
 * @param target its name
 * @param stopped empty while the run is being recorded, or if it was interrupted
 * @param bytes of its file
 */
public record RunListEntry(
        RunName name,
        RunState state,
        String target,
        Map<String, String> labels,
        Instant started,
        Optional<Instant> stopped,
        long bytes) {}
