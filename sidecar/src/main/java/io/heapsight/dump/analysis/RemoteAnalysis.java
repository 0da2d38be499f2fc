/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.analysis;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.Job;
import io.heapsight.unit.ProblemException;

/** Analyses dumps outside of the sidecar. */
public interface RemoteAnalysis {
    /** The state of an analysis. */
    enum State {
        MISSING,
        RUNNING,
        COMPLETE
    }

    /**
     * Checks in advance whether an analysis is possible.
     *
     * @throws ProblemException if it is not
     */
    void check() throws ProblemException;

    /**
     * Returns the state of the analysis of a dump.
     *
     * @throws ProblemException if it failed, or if that is unknown
     */
    State state(DumpRecord dump) throws ProblemException;

    /**
     * Checks that the summary of an analysis is stored outside of the sidecar, although the
     * analysis itself is {@link State#MISSING}.
     *
     * @throws ProblemException if it is not, with the way to start an analysis
     */
    void requireStored(DumpRecord dump) throws ProblemException;

    /**
     * Analyses a dump, or follows its running analysis, and stores its summaries. A summary that is
     * already stored outside is copied, unless the sidecar has one.
     *
     * @throws ProblemException on failure; the dump stays
     */
    void summarize(DumpRecord dump, Job job) throws ProblemException;
}
