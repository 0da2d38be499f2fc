/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StepRunnerTest {
    private static final Duration MOST = Duration.ofSeconds(1);

    @Test
    @Timeout(20)
    void drippingAnswerTimesOutLikeAMissingOne() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread dripping = Thread.ofVirtual().start(() -> drip(server));
            URI url = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/state");

            assertFailed(
                    SampleSteps.request("POST", url, "text/plain", "INFO"), "not answered after");

            dripping.join();
        }
    }

    /** A header without end, until the caller disconnects. */
    private static void drip(ServerSocket server) {
        try (Socket caller = server.accept()) {
            byte[] begin = "HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.US_ASCII);
            caller.getOutputStream().write(begin);
            while (true) {
                caller.getOutputStream().write('x');
                Thread.sleep(50);
            }
        } catch (IOException | InterruptedException _) {
            return; // disconnected
        }
    }

    @Test
    @Timeout(20)
    void hangingCommandIsKilled() {
        assertFailed(SampleSteps.command(List.of("sleep", "1000")), "not ended after");
    }

    private static void assertFailed(Step step, String why) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> StepRunner.take(step, MOST))
                .satisfies(e -> assertThat(e.problem().detail()).contains(why));
    }

    @Test
    void slowCommandIsRetriedOnce(@TempDir Path folder) throws Exception {
        String once = "if [ -e seen ]; then echo 12; else touch seen; sleep 30; fi";
        Step.Command slow =
                new Step.Command(
                        List.of("sh", "-c", "cd " + folder + " && " + once),
                        Optional.of(Duration.ofSeconds(2)));

        assertThat(StepRunner.askAgain(slow, MOST)).isEqualTo("12\n");
    }

    @Test
    void slowCommandNamesTheTimeoutToSet() {
        Step.Command slow =
                new Step.Command(List.of("sleep", "30"), Optional.of(Duration.ofMillis(20)));

        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> StepRunner.take(slow))
                .satisfies(
                        e -> {
                            assertThat(e.problem().kind()).isEqualTo(Problem.Kind.TIMED_OUT);
                            assertThat(e.problem().remedy()).contains("timeout: 2m");
                        });
    }
}
