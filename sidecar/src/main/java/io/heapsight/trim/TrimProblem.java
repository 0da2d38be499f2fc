/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trim;

import static io.heapsight.memory.MemoryObserver.FIRST_WITH_TRIM;

import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.Vm;
import io.heapsight.unit.Problem;

/** The reasons why a JVM can't trim its native heap. */
final class TrimProblem {
    private static final String TITLE = "The target can't trim its native heap";

    private static final String FEWER_ARENAS =
            "or start it with MALLOC_ARENA_MAX=2 in its environment: fewer arenas of glibc keep"
                    + " less freed memory";

    private TrimProblem() {}

    /** Creates the problem that the JVM does not list the command. */
    static Problem missingCommand(TargetJvm jvm) {
        int major = jvm.javaMajor().orElse(FIRST_WITH_TRIM);
        if (jvm.vm() == Vm.NATIVE_IMAGE) {
            return unavailable(
                    "%s is a GraalVM native image, which has no %s."
                            .formatted(jvm.label(), NativeHeapTrimmer.TRIM.name()),
                    "Run it on a JDK, " + FEWER_ARENAS + ".");
        }
        if (major < FIRST_WITH_TRIM) {
            return unavailable(
                    "%s: this JVM is JDK %d; %s exists from JDK %d on, and in late updates of JDK 11."
                            .formatted(
                                    jvm.label(),
                                    major,
                                    NativeHeapTrimmer.TRIM.name(),
                                    FIRST_WITH_TRIM),
                    "Run it on JDK %d or later, %s.".formatted(FIRST_WITH_TRIM, FEWER_ARENAS));
        }
        return unavailable(
                "%s: this JVM (JDK %s, %s) does not list %s among its commands."
                        .formatted(
                                jvm.label(),
                                jvm.jdkVersion().orDash(),
                                jvm.vendor().orDash(),
                                NativeHeapTrimmer.TRIM.name()),
                "Run it on the latest update of its JDK, " + FEWER_ARENAS + ".");
    }

    /** Creates the problem that the JVM was built for another C library. */
    static Problem withoutGlibc(TargetJvm jvm) {
        return unavailable(
                "%s does not run on glibc: its C library, such as musl of Alpine, has no malloc_trim."
                        .formatted(jvm.label()),
                "Nothing is needed with musl, which gives freed memory back early; otherwise run it"
                        + " on an image with glibc.");
    }

    /** Creates the problem that the JVM's answer is not that of a trim. */
    static Problem unknownAnswer(TargetJvm jvm, String words) {
        return new Problem(
                Problem.Kind.REFUSED_BY_TARGET,
                TITLE,
                "%s of %s answered: %s"
                        .formatted(
                                NativeHeapTrimmer.TRIM.name(),
                                jvm.label(),
                                words.isEmpty() ? "nothing" : words),
                "Run jcmd %d %s in the target's container and report its output."
                        .formatted(jvm.nsPid(), NativeHeapTrimmer.TRIM.name()));
    }

    private static Problem unavailable(String detail, String remedy) {
        return new Problem(Problem.Kind.UNAVAILABLE, TITLE, detail, remedy);
    }
}
