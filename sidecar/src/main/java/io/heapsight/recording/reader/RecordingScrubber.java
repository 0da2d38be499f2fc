/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import jdk.jfr.consumer.RecordingFile;

/**
 * Writes a recording again without the events that hold how the JVM and its neighbours were
 * started, as {@code jfr scrub} does: command lines, system properties, environment.
 */
public final class RecordingScrubber {
    /** What is left out. */
    public static final Set<String> SCRUBBED =
            Set.of(
                    "jdk.InitialEnvironmentVariable",
                    "jdk.InitialSystemProperty",
                    "jdk.InitialSecurityProperty",
                    "jdk.JVMInformation",
                    "jdk.StringFlag",
                    "jdk.StringFlagChanged",
                    "jdk.SystemProcess",
                    "jdk.ProcessStart",
                    "jdk.JavaAgent",
                    "jdk.NativeAgent");

    private RecordingScrubber() {}

    /**
     * Writes it. Strings that no other event refers to go with those that are left out.
     *
     * @param to is not there yet
     * @throws ProblemException when not all of it can be read
     */
    public static void scrub(Path recording, Path to) throws IOException, ProblemException {
        try {
            ChunkHeader.ensureComplete(recording);
            try (RecordingFile file = new RecordingFile(recording)) {
                file.write(to, event -> !SCRUBBED.contains(event.getEventType().getName()));
            }
        } catch (RuntimeException | Error e) {
            // The JDK's parser takes a recording's word for offsets, lengths and types.
            throw unreadable(recording, "an offset or a length in it leads nowhere", e);
        } catch (IOException e) {
            throw unreadable(recording, IoReason.why(e), e);
        }
    }

    private static ProblemException unreadable(Path recording, String why, Throwable cause) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The recording can't be scrubbed",
                recording + ": " + why,
                "Only a whole recording can be scrubbed: a part of it could hold what is to be"
                        + " left out. Record it again.",
                cause);
    }
}
