/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.profile.AsyncProfiler;
import io.heapsight.profile.ProfileEvent;
import io.heapsight.profile.ProfilerConsent;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.thread.ThreadDumpTaker;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks whether threads, events and CPU time of a target can be captured.
 *
 * @param recorder of events
 * @param profiler of CPU time
 * @param consent which profiles are permitted
 */
public record CaptureChecks(
        FlightRecorder recorder, AsyncProfiler profiler, ProfilerConsent consent) {
    /** Finds a way to transfer a file into a folder of the sidecar. */
    private interface Way {
        String find() throws ProblemException;
    }

    /**
     * Checks the captures.
     *
     * @param folder destination of recordings and profiles
     */
    List<CheckResult> of(TargetConnection target, Path folder) {
        List<CheckResult> findings = new ArrayList<>();
        findings.add(
                CheckResult.ok(
                        "thread-dump",
                        ThreadDumpTaker.kind(target.jvm()),
                        "any JDK",
                        Feature.THREADS));
        if (target.obstacle().isPresent()) {
            return findings; // reported above, as the cause of all others
        }
        findings.add(
                finding(
                        "flight-recorder",
                        recorder.obstacle(target),
                        "Flight Recorder is available",
                        "a JDK with Flight Recorder, not disabled",
                        Feature.RECORDING));
        findings.add(
                finding(
                        "recording-place",
                        () -> recorder.way(target, folder),
                        "free space in the target and in the data directory",
                        Feature.RECORDING));
        findings.add(
                finding(
                        "profiler",
                        consent.refusal(ProfileEvent.CPU),
                        "HEAPSIGHT_PROFILER is " + consent.label(),
                        "HEAPSIGHT_PROFILER=true: the sidecar may load the profiler",
                        Feature.PROFILE));
        CheckResult library =
                finding(
                        "profiler-library",
                        profiler.unloadable(target),
                        "a profiler library for the target's architecture and C library",
                        "glibc, and an architecture that the image supports",
                        Feature.PROFILE);
        findings.add(library);
        if (library.ok()) {
            findings.add(
                    finding(
                            "profiler-place",
                            () -> profiler.way(target, folder),
                            "a path from which the target can load the library",
                            Feature.PROFILE));
        }
        if (consent == ProfilerConsent.NATIVEMEM) {
            findings.add(
                    finding(
                            "profiler-malloc",
                            profiler.unsupported(target, ProfileEvent.NATIVEMEM),
                            "native memory is allocated with malloc of glibc",
                            "no other allocator (LD_PRELOAD), for profiles of native memory",
                            Feature.PROFILE));
        }
        findings.add(KernelSecurityChecks.agentLoading(target));
        return findings;
    }

    private static CheckResult finding(String id, Way way, String expected, Feature enables) {
        try {
            return CheckResult.ok(id, way.find(), expected, enables);
        } catch (ProblemException e) {
            return CheckResult.wrong(id, e.problem(), expected, enables);
        }
    }

    private static CheckResult finding(
            String id, Optional<Problem> obstacle, String found, String expected, Feature enables) {
        return obstacle.map(problem -> CheckResult.wrong(id, problem, expected, enables))
                .orElseGet(() -> CheckResult.ok(id, found, expected, enables));
    }
}
