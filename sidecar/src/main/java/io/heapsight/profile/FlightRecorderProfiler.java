/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import io.heapsight.jvm.TargetConnection;
import io.heapsight.recording.FlightRecorder;
import io.heapsight.recording.RecordingRequest;
import io.heapsight.transfer.CaptureListener;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Profiles CPU time with the targets' Flight Recorder, which loads nothing into a target.
 *
 * @param noAgent why async-profiler can't be used
 */
public record FlightRecorderProfiler(FlightRecorder recorder, Problem noAgent) {
    /**
     * Profiles for the requested time, and fetches the recording.
     *
     * @param id part of the recording's name, and of its file in the target
     * @param into a file of the sidecar that does not exist yet
     * @throws ProblemException on an obstacle or failure; no files are left behind
     */
    public AsyncProfiler.Outcome profile(
            TargetConnection target,
            ProfileRequest request,
            String id,
            Path into,
            CaptureListener listener,
            CancelSignal cancel)
            throws ProblemException {
        if (request.event() != ProfileEvent.CPU || recorder.obstacle(target).isPresent()) {
            throw new ProblemException(noAgent);
        }
        FlightRecorderEvent event = FlightRecorderEvent.of(target.jvm());
        String way =
                recorder.record(
                        target,
                        new RecordingRequest(request.duration(), event.settings(), false),
                        id,
                        into,
                        listener,
                        cancel);
        return new AsyncProfiler.Outcome(
                true,
                "%s; by Flight Recorder: %s".formatted(way, noAgent.title()),
                Optional.empty(),
                event.events());
    }
}
