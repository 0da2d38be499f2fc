/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.cgroup.FrozenProcessCheck;
import io.heapsight.proc.Capability;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.proc.RootedPath;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether attach can work with the sidecar's rights, before anything is sent. A failed
 * attempt makes the target print its threads, and a SIGQUIT at the wrong time ends the target. The
 * checks only read.
 *
 * @param procFs the table of processes
 */
public record AttachPrecheck(ProcFs procFs) {
    private static final List<Capability> ROOT_NEEDS =
            List.of(Capability.SYS_PTRACE, Capability.KILL, Capability.DAC_OVERRIDE);

    private static final String SAME_UID = "same-uid";

    /** JVMs accept commands of root since JDK 11; an unknown version counts as later. */
    private static final int ROOT_OBEYED_SINCE = 11;

    /**
     * Age from which a process without a SIGQUIT handler will never get one, unless it starts
     * slowly.
     */
    private static final double STARTED_AFTER_SECONDS = 60;

    private static final double SLOWEST_START_SECONDS = 600;
    private static final double CPU_OF_START_SECONDS = 1;

    /** Runs all checks in order; after a failed one, only those that are still possible. */
    public List<AttachPrecondition> checks(AttachTarget target) {
        List<AttachPrecondition> checks = new ArrayList<>();
        ProcessStatus self;
        ProcessStatus status;
        try {
            self = procFs.self();
            status = statusOf(target);
        } catch (IOException _) {
            checks.add(
                    AttachPrecondition.failed(
                            "alive",
                            "no such process",
                            "process " + target.pid(),
                            new AttachFailure.TargetGone(target.pid())));
            return checks;
        }
        checks.add(AttachPrecondition.ok("alive", "process " + target.pid()));
        checks.add(goesOn(target));
        AttachPrecondition user = user(self, status, target);
        AttachPrecondition group = group(self, status);
        checks.add(user);
        checks.add(group);
        checks.add(hotSpot(target));
        checks.add(enabled(target));
        if (user.isOk() && group.isOk()) {
            addFiles(checks, self, status, target);
        }
        return checks;
    }

    /**
     * The checks of a target whose uid the sidecar cannot switch to.
     *
     * @param failure of the attempt
     */
    public List<AttachPrecondition> refused(AttachTarget target, AttachFailure failure) {
        return checks(target).stream()
                .map(check -> check.id().equals(SAME_UID) ? check.failedWith(failure) : check)
                .toList();
    }

    /** Finds the first failure; a JVM that is still starting is not a failure. */
    public Optional<AttachFailure> firstFailure(AttachTarget target) {
        return firstFailure(checks(target));
    }

    /**
     * Finds the first failure in completed checks; a JVM that is still starting is not a failure.
     */
    public static Optional<AttachFailure> firstFailure(List<AttachPrecondition> checks) {
        return checks.stream()
                .flatMap(check -> check.failure().stream())
                .filter(failure -> !(failure instanceof AttachFailure.StillStarting))
                .findFirst();
    }

    /** The target's current status. */
    ProcessStatus statusOf(AttachTarget target) throws IOException {
        if (procFs.stat(target.pid()).startTicks() != target.startTicks()
                || procFs.stat(target.pid()).hasEnded()) {
            throw new IOException("another process");
        }
        return procFs.status(target.pid());
    }

    /** The target's /tmp, as seen by the sidecar. */
    Path tmpOf(AttachTarget target) throws IOException {
        return RootedPath.resolve(procFs.files(), procFs.rootOf(target.pid()), "/tmp");
    }

    Path socketOf(AttachTarget target) throws IOException {
        return tmpOf(target).resolve(".java_pid" + target.nsPid());
    }

    private AttachPrecondition goesOn(AttachTarget target) {
        return standsStill(target)
                .map(
                        how ->
                                AttachPrecondition.failed(
                                        "running",
                                        how,
                                        "neither stopped nor frozen",
                                        new AttachFailure.StandsStill(how)))
                .orElse(AttachPrecondition.ok("running", "neither stopped nor frozen"));
    }

    /** The reason why the target is stopped, if it is. */
    Optional<String> standsStill(AttachTarget target) {
        try {
            if (procFs.stat(target.pid()).isStopped()) {
                return Optional.of("stopped by a signal");
            }
        } catch (IOException _) {
            return Optional.empty(); // it has ended
        }
        return FrozenProcessCheck.isFrozen(procFs, target.pid())
                ? Optional.of("frozen by its cgroup")
                : Optional.empty();
    }

    private static AttachPrecondition user(
            ProcessStatus self, ProcessStatus status, AttachTarget target) {
        String id = SAME_UID;
        String expected = "uid " + status.uid();
        String found = "uid " + self.uid();
        if (self.uid() == status.uid()) {
            return AttachPrecondition.ok(id, found);
        }
        if (self.uid() != 0) {
            return AttachPrecondition.failed(
                    id,
                    found,
                    expected,
                    new AttachFailure.WrongUid(self.uid(), status.uid(), status.gid()));
        }
        String missing = missingForRoot(self, target);
        return missing.isEmpty()
                ? AttachPrecondition.ok(id, found + " with " + ROOT_NEEDS)
                : AttachPrecondition.failed(
                        id,
                        found,
                        expected,
                        new AttachFailure.CannotBecomeTarget(status.uid(), status.gid(), missing));
    }

    /**
     * The rights that root lacks to send commands to another user's JVM itself; "" if none.
     *
     * @param self status of root's process
     */
    public static String missingForRoot(ProcessStatus self, AttachTarget target) {
        if (target.javaMajor() > 0 && target.javaMajor() < ROOT_OBEYED_SINCE) {
            return "SETUID, SETGID (a JVM before JDK 11 refuses root)";
        }
        long lacking = 0;
        for (Capability capability : ROOT_NEEDS) {
            lacking |= capability.in(self.capEffective()) ? 0 : capability.mask();
        }
        return lacking == 0 ? "" : "SETUID, SETGID";
    }

    private static AttachPrecondition group(ProcessStatus self, ProcessStatus status) {
        if (self.gid() == status.gid() || self.uid() == 0) {
            return AttachPrecondition.ok("same-gid", "gid " + self.gid());
        }
        return AttachPrecondition.failed(
                "same-gid",
                "gid " + self.gid(),
                "gid " + status.gid(),
                new AttachFailure.WrongGid(self.gid(), status.gid(), status.uid()));
    }

    /**
     * Checks access to the target's files through /proc/PID/root: the kernel's ptrace-read rule.
     */
    private void addFiles(
            List<AttachPrecondition> checks,
            ProcessStatus self,
            ProcessStatus status,
            AttachTarget target) {
        Path root = procFs.rootOf(status.pid());
        try {
            procFs.files().status(root.resolve("."));
        } catch (IOException e) {
            addClosed(checks, self, status, e);
            return;
        }
        checks.add(
                AttachPrecondition.ok(
                        "capabilities", "the sidecar has all capabilities of the target"));
        checks.add(AttachPrecondition.ok("root-reachable", root + " is open"));
        checks.add(tmp(target));
        checks.add(signal(target, status));
    }

    private void addClosed(
            List<AttachPrecondition> checks,
            ProcessStatus self,
            ProcessStatus status,
            IOException why) {
        Path root = procFs.rootOf(status.pid());
        long lacking = status.capPermitted() & ~self.capPermitted();
        AttachFailure failure;
        if (lacking != 0) {
            String names = Capability.namesIn(lacking);
            failure = new AttachFailure.MissingCapabilities(names);
            checks.add(
                    AttachPrecondition.failed(
                            "capabilities",
                            "the target also has " + names,
                            "none that the sidecar lacks",
                            failure));
        } else {
            failure =
                    new AttachFailure.RootNotReachable(
                            root.toString(),
                            IoReason.why(why),
                            procFs.securityLabel(Integer.toString(status.pid())));
        }
        checks.add(
                AttachPrecondition.failed(
                        "root-reachable", root + " is closed", root + " is open", failure));
    }

    private static AttachPrecondition hotSpot(AttachTarget target) {
        return target.otherVm()
                .map(
                        found ->
                                AttachPrecondition.failed(
                                        "hotspot",
                                        found,
                                        "a HotSpot JVM",
                                        new AttachFailure.NotHotSpot(found)))
                .orElse(
                        AttachPrecondition.ok(
                                "hotspot",
                                target.isNativeImage()
                                        ? "a native image, with the commands that were built in"
                                        : "a HotSpot JVM"));
    }

    private static AttachPrecondition enabled(AttachTarget target) {
        return target.attachDisabledBy()
                .map(
                        where ->
                                AttachPrecondition.failed(
                                        "attach-enabled",
                                        "-XX:+DisableAttachMechanism in " + where,
                                        "-XX:-DisableAttachMechanism",
                                        new AttachFailure.AttachDisabled(where)))
                .orElse(AttachPrecondition.ok("attach-enabled", "attach is not disabled"));
    }

    private AttachPrecondition tmp(AttachTarget target) {
        String found;
        try {
            Path tmp = tmpOf(target);
            if (procFs.files().isWritable(tmp)) {
                return AttachPrecondition.ok("tmp-writable", "/tmp is writable");
            }
            found = "/tmp is not a directory that the target can write to";
        } catch (IOException e) {
            found = "/tmp can't be inspected: " + IoReason.of(e);
        }
        return AttachPrecondition.failed(
                "tmp-writable", found, "a writable /tmp", new AttachFailure.NoWritableTmp(found));
    }

    /** Checks that the target handles SIGQUIT, which is not needed if a socket exists. */
    private AttachPrecondition signal(AttachTarget target, ProcessStatus status) {
        String id = "sigquit-handled";
        if (status.catchesSigQuit()) {
            return AttachPrecondition.ok(id, "SIGQUIT is handled");
        }
        if (hasSocket(target)) {
            return AttachPrecondition.ok(
                    id, "SIGQUIT is not handled, but not needed: the attach socket exists");
        }
        double age = ageSeconds(target);
        String expected = "SIGQUIT handled, or an attach socket";
        if (age < STARTED_AFTER_SECONDS || startsSlowly(target, age)) {
            return AttachPrecondition.failed(
                    id,
                    "SIGQUIT is not handled yet",
                    expected,
                    new AttachFailure.StillStarting(Duration.ofMillis((long) (age * 1000))));
        }
        if (target.isNativeImage()) {
            return AttachPrecondition.failed(
                    id, "SIGQUIT is not handled", expected, new AttachFailure.NoJcmdInImage());
        }
        String found =
                target.signalsReducedBy()
                        .map(where -> "-Xrs was found in " + where)
                        .orElse("the process has run for " + (long) age + " s");
        return AttachPrecondition.failed(
                id, found, expected, new AttachFailure.SignalsNotCaught(found));
    }

    /** Whether a JVM has had less CPU time than any start needs. */
    private boolean startsSlowly(AttachTarget target, double age) {
        try {
            double cpu = (double) procFs.stat(target.pid()).cpuTicks() / procFs.clockTicks();
            return target.signalsReducedBy().isEmpty()
                    && age < SLOWEST_START_SECONDS
                    && cpu < CPU_OF_START_SECONDS;
        } catch (IOException _) {
            return false; // it has ended
        }
    }

    private boolean hasSocket(AttachTarget target) {
        try {
            return procFs.files().status(socketOf(target)).isSocket();
        } catch (IOException _) {
            return false;
        }
    }

    private double ageSeconds(AttachTarget target) {
        try {
            return procFs.ageSeconds(procFs.stat(target.pid()));
        } catch (IOException _) {
            return 0;
        }
    }
}
