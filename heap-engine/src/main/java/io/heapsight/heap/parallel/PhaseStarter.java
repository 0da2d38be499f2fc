/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap.parallel;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Progress;

/**
 * Starts the phases of an analysis, with the listener for their progress and the signal that
 * cancels them.
 */
public record PhaseStarter(Progress progress, CancelSignal cancelled) {
    /**
     * Starts a phase.
     *
     * @param total bytes of the file or objects, by the unit of the phase
     */
    public PhaseProgress start(String phase, long total) {
        return new PhaseProgress(phase, total, progress, cancelled);
    }
}
