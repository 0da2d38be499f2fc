/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.RunName;
import io.heapsight.unit.ProblemException;

/** Records the runs of an experiment: in the sidecar itself, or through its API. */
public interface Recorder {
    /**
     * Begins a run.
     *
     * @throws ProblemException when there is one of that name, or it can't be recorded
     */
    void start(RunName name) throws ProblemException;

    /**
     * Ends a run.
     *
     * @throws ProblemException when it ended by itself, since the target is gone
     */
    void stop(RunName name) throws ProblemException;
}
