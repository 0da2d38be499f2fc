/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.Mark;
import io.heapsight.run.RunName;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Map;

/** Records the runs of an experiment: in the sidecar itself, or through its API. */
public interface Recorder {
    /**
     * What run is to be begun.
     *
     * @param labels what is said of it
     * @param untilExit whether its target's end is its end, and no fault
     */
    record Request(RunName name, Map<String, String> labels, boolean untilExit) {}

    /**
     * Begins a run of the target as it is now.
     *
     * @throws ProblemException when there is one of that name, or it can't be recorded
     */
    void start(Request request) throws ProblemException;

    /**
     * Whether its target has ended.
     *
     * @throws ProblemException when nobody answers
     */
    boolean isOver(RunName name) throws ProblemException;

    /**
     * Tells of its work.
     *
     * @throws ProblemException when it ended by itself, since the target is gone
     */
    void mark(RunName name, Mark.Kind kind, double value) throws ProblemException;

    /**
     * Ends a run.
     *
     * @param ago how long ago it was over
     * @throws ProblemException when it ended by itself, since the target is gone
     */
    void stop(RunName name, Duration ago) throws ProblemException;
}
