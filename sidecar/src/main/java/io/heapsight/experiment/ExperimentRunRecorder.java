/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.ProgressMark;
import io.heapsight.run.RunName;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Map;

/** Records the runs of an experiment: in the sidecar itself, or through its API. */
public interface ExperimentRunRecorder {
    /**
     * The run to start.
     *
     * @param labels of the run
     * @param untilExit whether the exit of its target ends it normally
     */
    record Request(RunName name, Map<String, String> labels, boolean untilExit) {}

    /**
     * Starts a run of the target.
     *
     * @throws ProblemException if the name exists, or it can't be recorded
     */
    void start(Request request) throws ProblemException;

    /**
     * Returns whether its target has ended.
     *
     * @throws ProblemException if the sidecar does not answer
     */
    boolean isOver(RunName name) throws ProblemException;

    /**
     * Sends a mark of the work done.
     *
     * @throws ProblemException if the run has ended because the target is gone
     */
    void mark(RunName name, ProgressMark.Kind kind, double value) throws ProblemException;

    /**
     * Ends a run.
     *
     * @param ago time since it ended
     * @throws ProblemException if the run has ended because the target is gone
     */
    void stop(RunName name, Duration ago) throws ProblemException;
}
