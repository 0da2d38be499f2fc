/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.heap;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.concurrent.CancellationException;

/** Finds out about one dump. */
public final class HeapAnalyzer {
    /**
     * Does all of it, within the request's memory.
     *
     * @throws ProblemException when the memory or the disk isn't enough for the least of it; with
     *     what it would need
     * @throws RuntimeException HprofFormatException when the file is no heap dump, or broken where
     *     nothing can be told of it
     * @throws IOException when the file can't be read, or the output written
     * @throws CancellationException when it was cancelled; nothing is left behind
     */
    public HeapSummary analyze(AnalysisRequest request, Progress progress, CancelSignal cancel)
            throws IOException, ProblemException {
        cancel.throwIfCancelled();
        throw new UnsupportedOperationException("analyze " + request.file() + " for " + progress);
    }
}
