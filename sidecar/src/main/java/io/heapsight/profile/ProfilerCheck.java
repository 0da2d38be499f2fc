/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.jvm.JvmFlag;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.proc.ProcessMappedFile;
import io.heapsight.trim.NativeHeapTrimmer;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Checks whether a target can be profiled, before it loads anything. */
public final class ProfilerCheck {
    /** The first JDK that can sample allocated objects (JEP 331). */
    private static final int FIRST_WITH_LIVE = 11;

    private static final String FLAG = "EnableDynamicAgentLoading";

    private ProfilerCheck() {}

    /** Runs the checks that need no command to the target; empty if there is no obstacle. */
    public static Optional<Problem> obstacle(TargetConnection target, ProfilerLibrary library) {
        Optional<Problem> attach = target.obstacle();
        if (attach.isPresent()) {
            return attach;
        }
        Optional<JvmFlag> off = target.jvm().flags().switchedOff(FLAG);
        return off.isPresent()
                ? Optional.of(ProfileProblem.loadingDisabled(target, off.get().where()))
                : unloadable(target, library);
    }

    /** The reason why the target can't load the library, if there is one. */
    static Optional<Problem> unloadable(TargetConnection target, ProfilerLibrary library) {
        if (isOnMusl(target)) {
            return Optional.of(ProfileProblem.musl(target));
        }
        try {
            library.of(target);
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    /**
     * Runs the checks, and queries the JVM for its flags.
     *
     * @param event to sample
     * @throws ProblemException the obstacle
     */
    static void require(
            TargetConnection target,
            ProfilerLibrary library,
            ProfileEvent event,
            Duration timeout,
            CancelSignal cancel)
            throws ProblemException {
        Optional<Problem> obstacle = obstacle(target, library).or(() -> unsupported(target, event));
        if (obstacle.isPresent()) {
            throw new ProblemException(obstacle.get());
        }
        String flags = target.jcmd(JcmdCommand.FLAGS, timeout, cancel);
        if (flags.lines().anyMatch(ProfilerCheck::forbidsLoading)) {
            throw new ProblemException(
                    ProfileProblem.loadingDisabled(
                            target, "wherever the target's options are set"));
        }
    }

    /**
     * Whether a line is "bool EnableDynamicAgentLoading = false {product} {command line}", with
     * ":=" on JDK 8.
     */
    private static boolean forbidsLoading(String line) {
        String[] words = line.strip().split("\\s+");
        return words.length > 3 && words[1].equals(FLAG) && words[3].equals("false");
    }

    /** The reason why an event can't be sampled in a target, if there is one. */
    static Optional<Problem> unsupported(TargetConnection target, ProfileEvent event) {
        return switch (event) {
            case LIVE ->
                    target.jvm().javaMajor().orElse(FIRST_WITH_LIVE) < FIRST_WITH_LIVE
                            ? Optional.of(ProfileProblem.tooOldForLive(target))
                            : Optional.empty();
            case NATIVEMEM ->
                    NativeHeapTrimmer.otherAllocator(target)
                            .map(library -> ProfileProblem.otherAllocator(target, library));
            case CPU, ALLOC, LOCK, WALL -> Optional.empty();
        };
    }

    private static boolean isOnMusl(TargetConnection target) {
        try {
            return target.procFs().mappedFiles(target.jvm().pid()).stream()
                    .map(ProcessMappedFile::name)
                    .anyMatch(name -> name.startsWith("ld-musl") || name.startsWith("libc.musl"));
        } catch (IOException _) {
            return false; // the JVM reports why it can't load the library
        }
    }
}
