/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.attach.Remedies;
import io.heapsight.target.TargetConnection;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;

/** The problems that keep a target from being profiled, in words for the user. */
public final class ProfileProblem {
    private static final String TITLE = "The target can't be profiled";
    private static final int MOST_WORDS = 500;

    private ProfileProblem() {}

    /** The sidecar has not been told that it may. */
    public static Problem off() {
        return new Problem(
                Problem.Kind.FORBIDDEN,
                "Profiles are switched off",
                "A profile loads native code (async-profiler) into the target, which this sidecar"
                        + " has not been allowed to do.",
                "set HEAPSIGHT_PROFILER=true in the sidecar's container: env:"
                        + " - {name: HEAPSIGHT_PROFILER, value: \"true\"} (docker run -e"
                        + " HEAPSIGHT_PROFILER=true; ECS: \"environment\": [{\"name\":"
                        + " \"HEAPSIGHT_PROFILER\", \"value\": \"true\"}])");
    }

    static Problem musl(TargetConnection target) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                TITLE,
                "%s runs on musl (Alpine), for which the profiler's library is not made."
                        .formatted(target.jvm().label()),
                "Run it on an image with glibc, such as eclipse-temurin:25-jdk rather than"
                        + " eclipse-temurin:25-jdk-alpine; POST /recordings works on both.");
    }

    static Problem loadingDisabled(TargetConnection target, String where) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                TITLE,
                "%s runs with -XX:-EnableDynamicAgentLoading: it loads no profiler."
                        .formatted(target.jvm().label()),
                Remedies.removeOrOverride("-XX:-EnableDynamicAgentLoading", where));
    }

    static Problem noPlace(TargetConnection target, String why) {
        return new Problem(
                Problem.Kind.NO_ROOM,
                TITLE,
                "%s can load the profiler's library, or write its profile, nowhere: %s."
                        .formatted(target.jvm().label(), why),
                "Run the sidecar with the uid, the gid and the capabilities of the target, so that"
                        + " it reaches the library in the sidecar's file system; or mount an"
                        + " emptyDir without noexec at /tmp of the target's container:"
                        + " volumeMounts: - {name: tmp, mountPath: /tmp} with volumes: - {name: tmp,"
                        + " emptyDir: {}} (docker run --tmpfs /tmp:exec; ECS: \"mountPoints\")");
    }

    /** The profiler, or the JVM that should load it, said no. */
    static ProblemException refused(TargetConnection target, String what, String words) {
        String said = VisibleText.of(words.strip(), MOST_WORDS);
        return new ProblemException(
                Problem.Kind.REFUSED_BY_TARGET,
                TITLE,
                "%s refused to %s%s"
                        .formatted(
                                target.jvm().label(),
                                what,
                                said.isEmpty() ? " without a reason." : ": " + said),
                said.contains("already")
                        ? "Another profiler may run in it (an agent of an APM, an IDE): stop that"
                                + " one, or ask again when it has ended."
                        : "Try ?event=wall, which needs no timers of the kernel; heapsight doctor"
                                + " shows what stands in the way.");
    }

    static ProblemException failed(TargetConnection target, String step, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The profile could not be taken",
                "%s: %s: %s".formatted(target.jvm().label(), step, IoReason.of(e)),
                "Look at room and rights of HEAPSIGHT_DATA_DIR, and of /tmp in the target.",
                e);
    }

    static ProblemException gone(TargetConnection target) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.GONE,
                        "The target has gone",
                        target.jvm().label()
                                + " ended while it was profiled, and its profile with it.",
                        "Look at GET /postmortems why it ended, and profile the next one."));
    }
}
