/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.attach.AttachRemedies;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;

/** Explains to the user why a target can't be profiled. */
public final class ProfileProblem {
    private static final String TITLE = "The target can't be profiled";
    private static final int MOST_WORDS = 500;

    private ProfileProblem() {}

    /** The problem if profiling is disabled in the sidecar. */
    public static Problem off() {
        return new Problem(
                Problem.Kind.FORBIDDEN,
                "Profiling is disabled",
                "Profiling loads native code (async-profiler) into the target, which this sidecar"
                        + " is not configured to do. Flight Recorder profiles event cpu only.",
                remedy("true"));
    }

    /** The problem if profiles of native memory are not allowed. */
    static Problem nativeMemoryOff() {
        return new Problem(
                Problem.Kind.FORBIDDEN,
                "Profiling of native memory is disabled",
                "It replaces malloc and free in the target until the target ends, which"
                        + " HEAPSIGHT_PROFILER=true does not allow.",
                remedy("nativemem"));
    }

    private static String remedy(String value) {
        return ("set HEAPSIGHT_PROFILER=%1$s in the sidecar's container: env:"
                        + " - {name: HEAPSIGHT_PROFILER, value: \"%1$s\"} (docker run -e"
                        + " HEAPSIGHT_PROFILER=%1$s; ECS: \"environment\": [{\"name\":"
                        + " \"HEAPSIGHT_PROFILER\", \"value\": \"%1$s\"}])")
                .formatted(value);
    }

    static Problem musl(TargetConnection target) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                TITLE,
                "%s runs on musl (Alpine), which the profiler's library does not support."
                        .formatted(target.jvm().label()),
                "Run it on an image with glibc, such as eclipse-temurin:25-jdk rather than"
                        + " eclipse-temurin:25-jdk-alpine; POST /recordings works on both.");
    }

    static Problem loadingDisabled(TargetConnection target, String where) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                TITLE,
                "%s runs with -XX:-EnableDynamicAgentLoading, so it can't load the profiler."
                        .formatted(target.jvm().label()),
                AttachRemedies.removeOrOverride("-XX:-EnableDynamicAgentLoading", where));
    }

    static Problem tooOldForLive(TargetConnection target) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                TITLE,
                "%s runs on JDK 8, which can't sample live objects; JDK 11 and later can."
                        .formatted(target.jvm().label()),
                "Compare two histograms (GET /histogram/diff), or take a heap dump.");
    }

    static Problem otherAllocator(TargetConnection target, String library) {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                TITLE,
                "%s allocates native memory with %s. The profiler replaces malloc of glibc, which"
                                .formatted(target.jvm().label(), library)
                        + " is not safe beside another allocator.",
                "Start the target without it (LD_PRELOAD), or use the heap profiler of that"
                        + " allocator (jemalloc: MALLOC_CONF=prof:true).");
    }

    static Problem noPlace(TargetConnection target, String why) {
        return new Problem(
                Problem.Kind.NO_ROOM,
                TITLE,
                "%s has no path to load the profiler's library from or to write its profile to: %s."
                        .formatted(target.jvm().label(), why),
                "Run the sidecar with the uid, the gid and the capabilities of the target, so that"
                        + " it reaches the library in the sidecar's file system; or mount an emptyDir"
                        + " without noexec at /tmp of the target's container: volumeMounts: - {name:"
                        + " tmp, mountPath: /tmp} with volumes: - {name: tmp, emptyDir: {}} (docker run"
                        + " --tmpfs /tmp:exec; ECS: \"mountPoints\")");
    }

    /** The problem if the profiler, or the JVM that loads it, refuses. */
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
                        ? "Another profiler may be running in the target (an APM agent, an IDE):"
                                + " stop it, or try again when it has ended."
                        : "Try ?event=wall, which needs no kernel timers; heapsight doctor shows"
                                + " the cause.");
    }

    static ProblemException failed(TargetConnection target, String step, IOException e) {
        return new ProblemException(
                Problem.Kind.UNAVAILABLE,
                "The profile could not be taken",
                "%s: %s: %s".formatted(target.jvm().label(), step, IoReason.of(e)),
                "Check the free space and permissions of HEAPSIGHT_DATA_DIR, and of /tmp in the"
                        + " target.",
                e);
    }

    static ProblemException gone(TargetConnection target) {
        return new ProblemException(
                new Problem(
                        Problem.Kind.GONE,
                        "The target has ended",
                        target.jvm().label() + " ended during profiling; the profile is lost.",
                        "See GET /postmortems for the reason, and profile the next one."));
    }
}
