/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.parallel;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;

/** Starts phases of an analysis: who hears of their progress, and who may cancel them. */
public record Phases(Progress progress, CancelSignal cancelled) {
    /**
     * Starts a phase.
     *
     * @param total in bytes of the file or objects, whatever the phase counts
     */
    public PhaseProgress start(String phase, long total) {
        return new PhaseProgress(phase, total, progress, cancelled);
    }
}
