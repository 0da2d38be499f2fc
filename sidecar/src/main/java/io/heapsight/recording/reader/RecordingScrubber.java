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
 * Copies a recording without the events that contain command lines, system properties or
 * environment variables, as {@code jfr scrub} does.
 */
public final class RecordingScrubber {
    /** The removed events. */
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
     * Writes the copy. Strings that only removed events refer to are removed, too.
     *
     * @param to does not exist yet
     * @throws ProblemException if not all of the recording can be read
     */
    public static void scrub(Path recording, Path to) throws IOException, ProblemException {
        try {
            ChunkHeaderCheck.ensureComplete(recording);
            try (RecordingFile file = new RecordingFile(recording)) {
                file.write(to, event -> !SCRUBBED.contains(event.getEventType().getName()));
            }
        } catch (RuntimeException | Error e) {
            // The JDK's parser trusts the offsets, lengths and types in a recording.
            throw unreadable(recording, "an offset or a length is out of range", e);
        } catch (IOException e) {
            throw unreadable(recording, IoReason.why(e), e);
        }
    }

    private static ProblemException unreadable(Path recording, String why, Throwable cause) {
        return new ProblemException(
                Problem.Kind.BAD_REQUEST,
                "The recording can't be scrubbed",
                recording + ": " + why,
                "Only a complete recording can be scrubbed: an incomplete one could contain data"
                        + " that must be removed. Record it again.",
                cause);
    }
}
