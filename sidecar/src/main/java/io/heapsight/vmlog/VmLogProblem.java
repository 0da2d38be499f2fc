/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.Vm;
import io.heapsight.unit.Problem;
import java.util.Optional;

/** The reasons why a JVM's GC log can't be switched on or off. */
final class VmLogProblem {
    private static final String TITLE = "The target's GC log can't be switched on";

    private static final int FIRST_JDK = 9;

    private static final String FLAGS_OF_JDK_8 =
            "-Xloggc:/tmp/gc.log -XX:+PrintGCDetails -XX:+PrintGCDateStamps -XX:+PrintGCTimeStamps"
                    + " -XX:+PrintGCApplicationStoppedTime -XX:+UseGCLogFileRotation"
                    + " -XX:NumberOfGCLogFiles=2 -XX:GCLogFileSize=5m";

    private VmLogProblem() {}

    /** Finds a reason that is visible without a command. */
    static Optional<Problem> obstacle(TargetConnection target) {
        TargetJvm jvm = target.jvm();
        if (jvm.javaMajor().orElse(FIRST_JDK) < FIRST_JDK) {
            return Optional.of(
                    unavailable(
                            "%s: this JVM is JDK %d, which has no VM.log; its GC log can only be"
                                            .formatted(jvm.label(), jvm.javaMajor().getAsInt())
                                    + " switched on at its start.",
                            "Restart it with "
                                    + FLAGS_OF_JDK_8
                                    + "; GET /gclog then has its file, too."));
        }
        return jvm.vm() == Vm.NATIVE_IMAGE ? Optional.of(missingCommand(jvm)) : target.obstacle();
    }

    /** Creates the problem that the JVM does not have the command. */
    static Problem missingCommand(TargetJvm jvm) {
        return jvm.vm() == Vm.NATIVE_IMAGE
                ? unavailable(
                        jvm.label() + " is a GraalVM native image, which has no VM.log.",
                        "Restart it with the options -XX:+PrintGC -XX:+VerboseGC, or run it on a"
                                + " JDK.")
                : unavailable(
                        jvm.label() + ": this JVM has no command VM.log.",
                        "Run it on HotSpot of JDK %d or later.".formatted(FIRST_JDK));
    }

    static Problem unknownList(TargetJvm jvm, String words) {
        return refused(
                "VM.log list of %s answered: %s".formatted(jvm.label(), words),
                "Run jcmd %d VM.log list in the target's container and report its output."
                        .formatted(jvm.nsPid()));
    }

    static Problem notStarted(TargetJvm jvm, String file, String words) {
        return refused(
                "VM.log of %s for the file %s answered: %s".formatted(jvm.label(), file, words),
                "Check that the target's user can write to that folder, or set HEAPSIGHT_DUMP_DIR"
                        + " to another folder of the target.");
    }

    static Problem notEnded(TargetJvm jvm, String file, String words) {
        return new Problem(
                Problem.Kind.REFUSED_BY_TARGET,
                "The target's GC log can't be switched off",
                "VM.log of %s for the file %s answered: %s".formatted(jvm.label(), file, words),
                "Run jcmd %d VM.log output=%s what=all=off in the target's container."
                        .formatted(jvm.nsPid(), file));
    }

    static Problem busy(TargetJvm jvm) {
        return new Problem(
                Problem.Kind.CONFLICT,
                "The target's GC log is already on",
                "A job of this sidecar logs the collections of %s.".formatted(jvm.label()),
                "Wait until it ends, or end it: GET /jobs, DELETE /jobs/ID. The part up to then is"
                        + " stored.");
    }

    static Problem noRoom(TargetJvm jvm, String why) {
        return new Problem(
                Problem.Kind.NO_ROOM,
                "Not enough space for a GC log",
                "The GC log of %s: %s.".formatted(jvm.label(), why),
                "Mount a volume at /tmp of the target's container: volumeMounts: - {name: tmp,"
                        + " mountPath: /tmp} with volumes: - {name: tmp, emptyDir: {}} (docker run"
                        + " -v tmp:/tmp; ECS: \"mountPoints\"), or set HEAPSIGHT_DUMP_DIR to a"
                        + " folder of the target with enough space.");
    }

    private static Problem refused(String detail, String remedy) {
        return new Problem(Problem.Kind.REFUSED_BY_TARGET, TITLE, detail, remedy);
    }

    private static Problem unavailable(String detail, String remedy) {
        return new Problem(Problem.Kind.UNAVAILABLE, TITLE, detail, remedy);
    }
}
