/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ProblemException;

/**
 * Opens connections: directly, or through a child process with the target's uid and gid when we are
 * root and the target is not.
 */
public final class TargetConnector {
    private final ProcFs procFs;

    public TargetConnector(ProcFs procFs) {
        this.procFs = procFs;
    }

    /**
     * Connects. What is not allowed shows later, at the counters and commands that need it.
     *
     * @throws ProblemException when the process is gone
     */
    public TargetConnection connect(TargetJvm jvm) throws ProblemException {
        if (procFs.root().isAbsolute()) {
            throw new UnsupportedOperationException("not yet: " + jvm.label());
        }
        throw new IllegalStateException();
    }
}
