/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Recorded answers of JDK 8, 11, 17, 21 and 25. */
class JfrCommandsTest {
    @Test
    void ownRecordingsAreDistinguishedFromOthers() {
        assertThat(
                        JfrCommands.check(
                                """
                                Recording 1: name=mine duration=3s maxsize=10.0MB (running)
                                Recording 2: name=heapsight-20261124T160000000Z-7 duration=90s (running)

                                Recording 3: name="heapsight-cli-1764000000-7" duration=90s (running)
                                Recording 4: name=my-heapsight-1 (running)
                                Recording 5: name=heapsight-black-box maxsize=32.0MB maxage=10m (running)
                                """))
                .isEqualTo(
                        new JfrCommands.Running(
                                List.of(
                                        "heapsight-20261124T160000000Z-7",
                                        "heapsight-cli-1764000000-7"),
                                true,
                                2));
        assertThat(
                        JfrCommands.check(
                                """
                                No available recordings.

                                Use jcmd 28 JFR.start to start a recording.
                                """))
                .matches(JfrCommands.Running::isNone);
    }

    @Test
    void repositoryIsFoundIfPresent() {
        assertThat(
                        JfrCommands.repository(
                                """
                                Current configuration:

                                Repository path: /tmp/2026_11_26_06_09_03_13

                                Stack depth: 64
                                """))
                .contains("/tmp/2026_11_26_06_09_03_13");
        assertThat(JfrCommands.repository("Repository path: N/A\nStack depth: 64\n")).isEmpty();
    }

    @Test
    void stoppedRecordingIsDistinguishedFromAFinishedOne() {
        for (String stopped :
                List.of(
                        "Stopped recording \"heapsight-y\".\n",
                        "Stopped recording \"heapsight-y\", 184.3 kB written to:\n\n/tmp/y.jfr\n")) {
            assertThat(JfrCommands.stopped(stopped)).isEqualTo(JfrCommands.Stopped.NOW);
        }
        for (String none :
                List.of(
                        "Could not stop recording \"nope\".\n",
                        "No available recordings.\n\nUse JFR.start to start a recording.\n")) {
            assertThat(JfrCommands.stopped(none)).isEqualTo(JfrCommands.Stopped.BEFORE);
        }
        assertThat(
                        JfrCommands.stopped(
                                "Could not write recording \"heapsight-z\" to file. Failed to stop"
                                        + " heapsight-z. Could not set destination for"
                                        + " \"/tmp/none/z.jfr\" to file /tmp/none/z.jfr\n"))
                .isEqualTo(JfrCommands.Stopped.NOT);
    }

    @Test
    void lengthsBeyondAnHourAreRefused() {
        assertThatThrownBy(
                        () ->
                                new RecordingRequest(
                                        RecordingRequest.LONGEST.plusSeconds(1),
                                        new RecordingSettings.OfJdk("profile"),
                                        false))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
