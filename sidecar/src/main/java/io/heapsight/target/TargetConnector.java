/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecheck;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.util.Optional;

/**
 * Opens connections: directly, or through a worker with the target's uid and gid when we are root
 * and the target is not.
 *
 * @param procFs where the processes are
 * @param workers for the life of the sidecar; closed by whoever made them
 */
public record TargetConnector(ProcFs procFs, Workers workers) {
    /**
     * Connects. What is not allowed shows later, at the counters and commands that need it.
     *
     * @throws ProblemException when the process is gone
     */
    public TargetConnection connect(TargetJvm jvm) throws ProblemException {
        try {
            return new LiveConnection(this, jvm);
        } catch (IOException e) {
            throw new ProblemException(new AttachFailure.TargetGone(jvm.pid()).problem(), e);
        }
    }

    /** What stands in the way of commands, when something does; sends nothing. */
    public Optional<Problem> obstacle(TargetJvm jvm) {
        return switch (reach(jvm)) {
            case Reach.Refused(ProcFs _, AttachFailure failure) -> Optional.of(failure.problem());
            case Reach.Direct(ProcFs allowed) -> obstacle(allowed, jvm);
            case Reach.ThroughWorker(ProcFs allowed, var _) -> obstacle(allowed, jvm);
        };
    }

    private static Optional<Problem> obstacle(ProcFs allowed, TargetJvm jvm) {
        return new AttachPrecheck(allowed)
                .firstFailure(jvm.attachTarget())
                .map(AttachFailure::problem);
    }

    Reach reach(TargetJvm jvm) {
        return Reach.choose(procFs, workers, jvm);
    }
}
