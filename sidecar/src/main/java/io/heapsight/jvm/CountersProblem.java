/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachRemedies;
import io.heapsight.unit.Problem;
import java.util.Optional;

/** Explains to the user why a target's counters can't be read. */
public final class CountersProblem {
    /** The rest of a remedy: the features that work without counters. */
    private static final String WITHOUT =
            "; without counters, commands still show heap, metaspace and code cache, a GC log"
                    + " shows collections, and GET /histogram works";

    private CountersProblem() {}

    /**
     * Creates the problem.
     *
     * @param reason from {@link TargetConnection#counters}
     */
    public static Problem of(TargetConnection target, String reason) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The target's counters can't be read",
                target.jvm().label() + ": " + reason,
                remedy(target, reason));
    }

    /** Chooses the remedy: an obstacle to the target's files also blocks the counters. */
    private static String remedy(TargetConnection target, String reason) {
        if (target.jvm().vm() == Vm.NATIVE_IMAGE && reason.startsWith(CountersLocator.NO_FILE)) {
            return "build the native image with --enable-monitoring=jvmstat, and with jcmd for"
                    + " commands: --enable-monitoring=jcmd,jvmstat,heapdump (GraalVM for JDK 24 or"
                    + " later)";
        }
        Optional<JvmFlag> option = target.jvm().flags().withoutCounters();
        if (option.isPresent()) {
            return AttachRemedies.removeOrOverride(option.get().text(), option.get().where())
                    + WITHOUT;
        }
        return target.checks().stream()
                .flatMap(check -> check.failure().stream())
                .filter(failure -> !isOfCommandsOnly(failure))
                .findFirst()
                .map(failure -> failure.problem().remedy())
                .orElseGet(() -> remedyOfFile(target, reason));
    }

    /** The remedy for a sidecar that may read all of the target's files. */
    private static String remedyOfFile(TargetConnection target, String reason) {
        if (reason.startsWith(CountersFileReader.DENIED)) {
            return "make the file readable for the target's user: chmod u+r /tmp/hsperfdata_*/* in the"
                    + " target's container"
                    + WITHOUT;
        }
        if (reason.startsWith(CountersFileReader.STARTING)) {
            return "try again in a few seconds: the JVM completes its counters file after its start. If that takes minutes, check its CPU limit and throttling";
        }
        if (reason.startsWith(CountersFileReader.DAMAGED)) {
            return "restart the target: its counters file is damaged, and a JVM creates a new one"
                    + " at startup"
                    + WITHOUT;
        }
        if (reason.startsWith(CountersLocator.DELETED)) {
            return "restart the target, and exclude /tmp/hsperfdata_* from cleanups of /tmp"
                    + WITHOUT;
        }
        return reason.endsWith(CountersLocator.NAMELESS)
                ? nameFor(target.jvm().uid(), target.jvm().gid())
                : "try again in a few seconds if the target has just started; add its user"
                        + " to its /etc/passwd if it has no entry there; if its /tmp/hsperfdata_*"
                        + " was deleted, restart it";
    }

    /**
     * The remedy for a user without a name: a JVM names the folder of its counters after its user.
     */
    private static String nameFor(int uid, int gid) {
        return ("give the target's user a name: set runAsUser to a user of its image in both containers"
                                + " (docker run --user; ECS: \"user\"); or add the line `RUN echo"
                                + " 'app:x:%d:%d::/tmp:/bin/false' >>/etc/passwd` to its Dockerfile")
                        .formatted(uid, gid)
                + WITHOUT;
    }

    private static boolean isOfCommandsOnly(AttachFailure failure) {
        return failure instanceof AttachFailure.AttachDisabled
                || failure instanceof AttachFailure.SignalsNotCaught
                || failure instanceof AttachFailure.StillStarting;
    }
}
