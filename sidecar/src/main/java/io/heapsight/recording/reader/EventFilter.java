/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordingFile;

/**
 * Copies a recording with events of some types only. A target with several recordings writes the
 * events of all of them into each.
 */
public final class EventFilter {
    private EventFilter() {}

    /**
     * Writes the copy.
     *
     * @param to does not exist yet
     * @param events names of types; the target must know the first one
     * @throws ProblemException if the recording can't be read, or lacks the first type
     */
    public static void keep(Path recording, Path to, Collection<String> events)
            throws ProblemException {
        String first = events.iterator().next();
        boolean isKnown;
        try {
            ChunkHeaderCheck.ensureComplete(recording);
            try (RecordingFile file = new RecordingFile(recording)) {
                isKnown =
                        file.readEventTypes().stream()
                                .map(EventType::getName)
                                .anyMatch(first::equals);
                file.write(to, event -> events.contains(event.getEventType().getName()));
            }
        } catch (RuntimeException e) {
            // The JDK's parser trusts the offsets, lengths and types in a recording.
            throw unreadable(recording, "an offset or a length is out of range", e);
        } catch (IOException e) {
            throw unreadable(recording, IoReason.why(e), e);
        }
        if (!isKnown) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The target's Flight Recorder lacks an event",
                    "Its JDK does not have %s.".formatted(first),
                    "Use a later JDK, or a profile by async-profiler"
                            + " (HEAPSIGHT_PROFILER=true).");
        }
    }

    private static ProblemException unreadable(Path recording, String why, Exception cause) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The recording can't be read",
                recording + ": " + why,
                "Record it again.",
                cause);
    }
}
