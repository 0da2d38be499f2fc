/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecondition;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.List;

/**
 * Opens connections: directly, or through a worker with the target's uid and gid if the sidecar is
 * root and the target is not.
 *
 * @param procFs the table of processes
 * @param workers used for the life of the sidecar; closed by the caller
 */
public record TargetConnector(ProcFs procFs, WorkerProcessPool workers) {
    /**
     * Connects to the target. Missing permissions are reported later, by the counters and commands
     * that need them.
     *
     * @throws ProblemException if the process is gone
     */
    public TargetConnection connect(TargetJvm jvm) throws ProblemException {
        try {
            return new LiveConnection(this, jvm);
        } catch (IOException e) {
            throw new ProblemException(new AttachFailure.TargetGone(jvm.pid()).problem(), e);
        }
    }

    /** The requirements of commands and whether they are met; sends nothing. */
    List<AttachPrecondition> checks(TargetJvm jvm) {
        return access(jvm).checks(jvm.attachTarget());
    }

    TargetAccess access(TargetJvm jvm) {
        return TargetAccess.choose(procFs, workers, jvm);
    }
}
