/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachClient;
import io.heapsight.attach.AttachCommand;
import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecheck;
import io.heapsight.attach.AttachPrecondition;
import io.heapsight.attach.AttachTarget;
import io.heapsight.attach.Deadline;
import io.heapsight.attach.WorkerProcess;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.PerfDataException;
import io.heapsight.proc.Capability;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The sidecar's access to a target: with its own rights, through a worker with the target's rights,
 * or none.
 */
sealed interface TargetAccess {
    /** Access with the sidecar's rights. */
    record Direct(ProcFs procFs) implements TargetAccess {
        @Override
        public InputStream execute(AttachTarget target, AttachCommand command, Deadline deadline)
                throws AttachException {
            return new AttachClient(procFs).execute(target, command, deadline);
        }

        @Override
        public Reading<Counters> counters(CountersFileReader source)
                throws IOException, PerfDataException {
            return source.mapped(procFs);
        }
    }

    /** Access through a child with the target's uid and gid. */
    record ThroughWorker(ProcFs procFs, WorkerProcess worker) implements TargetAccess {
        @Override
        public InputStream execute(AttachTarget target, AttachCommand command, Deadline deadline)
                throws AttachException {
            return worker.execute(target, command, deadline);
        }

        @Override
        public Reading<Counters> counters(CountersFileReader source)
                throws IOException, PerfDataException {
            return source.copied(procFs);
        }
    }

    /** No access: only world-readable data is available. */
    record Refused(ProcFs procFs, AttachFailure failure) implements TargetAccess {
        @Override
        public InputStream execute(AttachTarget target, AttachCommand command, Deadline deadline)
                throws AttachException {
            throw new AttachException(failure);
        }

        @Override
        public Reading<Counters> counters(CountersFileReader source) {
            return Reading.missing(failure.problem().detail());
        }

        @Override
        public List<AttachPrecondition> checks(AttachTarget target) {
            return new AttachPrecheck(procFs).refused(target, failure);
        }
    }

    /** Access to /proc. */
    ProcFs procFs();

    InputStream execute(AttachTarget target, AttachCommand command, Deadline deadline)
            throws AttachException;

    /** Reads the counters through this access. */
    Reading<Counters> counters(CountersFileReader source) throws IOException, PerfDataException;

    /** The requirements of commands and whether they are met; sends nothing. */
    default List<AttachPrecondition> checks(AttachTarget target) {
        return new AttachPrecheck(procFs()).checks(target);
    }

    /**
     * Chooses the access. It is direct for the sidecar's own user, or if root has all requirements;
     * through a worker if root may switch to the target's user; otherwise refused, with the missing
     * requirement.
     */
    static TargetAccess choose(ProcFs procFs, WorkerProcessPool workers, TargetJvm jvm) {
        ProcessStatus self;
        try {
            self = procFs.self();
        } catch (IOException e) {
            return new Refused(
                    procFs, new AttachFailure.StepFailed("reading /proc/self", IoReason.of(e)));
        }
        boolean sameUser = self.uid() == jvm.uid() && self.gid() == jvm.gid();
        if (self.uid() != 0 || self.uid() == jvm.uid() || sameUser) {
            return new Direct(procFs); // its checks report obstacles, if any
        }
        String missing = AttachPrecheck.missingForRoot(self, jvm.attachTarget());
        if (missing.isEmpty() && jvm.javaMajor().isPresent()) {
            return new Direct(procFs);
        }
        if (!mayBecomeOthers(self)) {
            return missing.isEmpty()
                    ? new Direct(procFs)
                    : new Refused(
                            procFs,
                            new AttachFailure.CannotBecomeTarget(jvm.uid(), jvm.gid(), missing));
        }
        try {
            WorkerProcess worker = workers.of(jvm.uid(), jvm.gid());
            return new ThroughWorker(new ProcFs(procFs.root(), worker), worker);
        } catch (AttachException e) {
            return new Refused(procFs, e.failure());
        }
    }

    /** Whether a worker could drop to another user. */
    static boolean mayBecomeOthers(ProcessStatus self) {
        return self.uid() == 0
                && Capability.SETUID.in(self.capEffective())
                && Capability.SETGID.in(self.capEffective());
    }
}
