/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import io.heapsight.unit.Problem;
import io.heapsight.unit.Problem.Kind;
import java.time.Duration;

/**
 * The reason why a command could not be sent to a JVM, or why the JVM refused it. It contains the
 * actual state and the line to change.
 */
public sealed interface AttachFailure {
    /** The problem for the user. */
    Problem problem();

    /**
     * Whether an answer broke off or was invalid, like the last one of a process that is being
     * killed.
     */
    default boolean isBrokenAnswer() {
        return false;
    }

    /** The sidecar's user is neither the target's user nor root that can switch to it. */
    record WrongUid(int ours, int targets, int targetsGid) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The sidecar runs as another user than the target",
                    "the sidecar's uid is %d, the target's is %d; a JVM accepts commands only from its own user"
                            .formatted(ours, targets),
                    AttachRemedies.runAs(targets, targetsGid));
        }
    }

    /** The uid is equal, but not the gid; HotSpot compares both. */
    record WrongGid(int ours, int targets, int targetsUid) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The sidecar runs in another group than the target",
                    "the sidecar's gid is %d, the target's is %d; a JVM compares both uid and gid"
                            .formatted(ours, targets),
                    AttachRemedies.runAs(targetsUid, targets));
        }
    }

    /**
     * The sidecar is root, but has neither the capabilities to switch to the target's user nor
     * those that make the switch unnecessary.
     */
    record CannotBecomeTarget(int uid, int gid, String missing) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The sidecar runs as root but can't switch to the target's user",
                    "the target's uid is %d and its gid %d; the sidecar lacks the capabilities %s"
                            .formatted(uid, gid, missing),
                    AttachRemedies.becomeOrRunAs(uid, gid));
        }
    }

    /**
     * {@code /proc/PID/root} is not accessible: the target has capabilities that the sidecar lacks.
     */
    record MissingCapabilities(String names) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The target holds capabilities that the sidecar lacks",
                    "the kernel denies access to the target's files, because the target has capabilities"
                            + " that the sidecar lacks: "
                            + names,
                    AttachRemedies.dropCapabilities(names));
        }
    }

    /** {@code /proc/PID/root} is not accessible for a reason other than capabilities. */
    record RootNotReachable(String path, String reason, String securityLabel)
            implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The target's file system can't be reached",
                    path
                            + ": "
                            + reason
                            + (securityLabel.isEmpty()
                                    ? ""
                                    : "; the target's security label is " + securityLabel),
                    AttachRemedies.ROOT_NOT_REACHABLE);
        }
    }

    /** The target can't create its socket in {@code /tmp}. */
    record NoWritableTmp(String found) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The target has no writable /tmp",
                    "a JVM creates its attach socket in /tmp, but " + found,
                    AttachRemedies.WRITABLE_TMP);
        }
    }

    /** The target was started with {@code -XX:+DisableAttachMechanism}. */
    record AttachDisabled(String where) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The target was started with the attach mechanism disabled",
                    "-XX:+DisableAttachMechanism was found in " + where,
                    AttachRemedies.removeOrOverride("-XX:+DisableAttachMechanism", where));
        }
    }

    /**
     * A SIGQUIT would kill the target, and the socket that would make a SIGQUIT unnecessary does
     * not exist yet.
     */
    record SignalsNotCaught(String found) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The target does not handle SIGQUIT, which would end it",
                    "SigCgt in /proc/PID/status lacks SIGQUIT, there is no attach socket, and "
                            + found,
                    AttachRemedies.REDUCED_SIGNALS);
        }
    }

    /** The target is a native image that doesn't handle SIGQUIT, which would end it. */
    record NoJcmdInImage() implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The native image accepts no commands",
                    "SigCgt in /proc/PID/status lacks SIGQUIT, and there is no attach socket",
                    "build the image with --enable-monitoring=jcmd,jvmstat,heapdump (GraalVM for"
                            + " JDK 24 or later): jcmd adds commands, jvmstat counters, heapdump"
                            + " heap dumps");
        }
    }

    /** The target's JVM was still starting at the timeout. */
    record StillStarting(Duration waited) implements AttachFailure {
        @Override
        public Problem problem() {
            return new Problem(
                    Kind.UNAVAILABLE,
                    "The target is still starting",
                    "its JVM accepted no command within " + waited.toMillis() + " ms",
                    "try again in a few seconds");
        }
    }

    /** The target is not a JVM with a supported attach protocol. */
    record NotHotSpot(String found) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The target is not a HotSpot JVM",
                    found,
                    "choose a process that runs on HotSpot: heapsight targets");
        }
    }

    /**
     * The process is stopped. A signal sent now would make it print its threads when it continues.
     *
     * @param how "stopped by a signal"
     */
    record StandsStill(String how) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "The target is suspended", "its process is " + how, AttachRemedies.LET_GO_ON);
        }
    }

    /**
     * Another process listens on the target's socket path.
     *
     * @param found its pid; 0 if it is not visible
     */
    record AnotherListens(String socket, int found, int expected) implements AttachFailure {
        @Override
        public Problem problem() {
            String who = found == 0 ? "a process that the sidecar can't see" : "process " + found;
            return unavailable(
                    "Another process listens on the target's attach socket",
                    "the listener on /tmp/%s in the target's mounts is %s, not %d; no command was sent"
                            .formatted(socket, who, expected),
                    AttachRemedies.OWN_TMP);
        }
    }

    /** The process has ended. */
    record TargetGone(int pid) implements AttachFailure {
        @Override
        public Problem problem() {
            return new Problem(
                    Kind.GONE,
                    "The target is gone",
                    "process " + pid + " has ended",
                    "choose a running JVM: heapsight targets");
        }
    }

    /** The target did not complete its answer in time. */
    record TimedOut(Duration after, String phase) implements AttachFailure {
        @Override
        public Problem problem() {
            return new Problem(
                    Kind.TIMED_OUT,
                    "The target did not answer in time",
                    "gave up after " + after.toMillis() + " ms while " + phase,
                    "the JVM may be stopped or busy with another command; raise the timeout, or"
                            + " check its CPU throttling");
        }
    }

    /** The caller cancelled the command. */
    record Cancelled(String phase) implements AttachFailure {
        @Override
        public Problem problem() {
            return new Problem(
                    Kind.CONFLICT,
                    "The command was cancelled",
                    "cancelled while " + phase,
                    "send the request again if you still need it");
        }
    }

    /** The target accepted the command and answered with an error. */
    record RefusedByTarget(String command, int status, String text) implements AttachFailure {
        @Override
        public Problem problem() {
            return new Problem(
                    Kind.REFUSED_BY_TARGET,
                    "The target's JVM refused the command",
                    command + ": " + (text.isBlank() ? "status " + status : text.strip()),
                    "list the commands of this JVM with: jcmd PID help");
        }
    }

    /** The command is too long for the protocol of a JVM before JDK 24. */
    record CommandTooLong(int bytes, int limit) implements AttachFailure {
        @Override
        public Problem problem() {
            return new Problem(
                    Kind.BAD_REQUEST,
                    "The command is too long for this JVM",
                    bytes + " bytes; JVMs before JDK 24 accept " + limit,
                    "use shorter arguments, such as a shorter file name");
        }
    }

    /** The answer is longer than any answer of a JVM. */
    record ReplyTooLong(String command, long limitBytes) implements AttachFailure {
        @Override
        public Problem problem() {
            return new Problem(
                    Kind.REFUSED_BY_TARGET,
                    "The target's answer is too long",
                    command
                            + " answered more than "
                            + limitBytes
                            + " bytes; the rest was discarded",
                    "run jcmd PID "
                            + command
                            + " in the target's container: a JVM answers less, so check which process"
                            + " listens on /tmp/.java_pidPID there");
        }
    }

    /** The answer does not follow the attach protocol. */
    record BadReply(String found) implements AttachFailure {
        @Override
        public boolean isBrokenAnswer() {
            return true;
        }

        @Override
        public Problem problem() {
            return new Problem(
                    Kind.REFUSED_BY_TARGET,
                    "The target's answer can't be understood",
                    found,
                    "check that the sidecar's uid and gid are the target's: a JVM closes"
                            + " connections from other users without an answer");
        }
    }

    /** The operating system refused a step. */
    record StepFailed(String step, String reason) implements AttachFailure {
        @Override
        public Problem problem() {
            return unavailable(
                    "A step of attaching failed",
                    step + ": " + reason,
                    "check whether a seccomp, AppArmor or SELinux profile of the sidecar forbids it");
        }
    }

    /** A failure in the child process with the target's user, with its message. */
    record InChild(Problem problem, boolean isBrokenAnswer) implements AttachFailure {}

    private static Problem unavailable(String title, String detail, String remedy) {
        return new Problem(Kind.UNAVAILABLE, title, detail, remedy);
    }
}
