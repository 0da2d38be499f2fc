/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heapsight.Main;
import io.heapsight.unit.JdkTools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command as a process of its own. */
class ServeCommandTest {
    @TempDir private Path data;

    private Process serve(int port) throws IOException {
        ProcessBuilder sidecar =
                JdkTools.java(
                                "-Xint", // delays the start
                                Main.class.getName(),
                                "serve")
                        .redirectErrorStream(true)
                        .redirectOutput(data.resolve("out").toFile());
        sidecar.environment().put("HEAPSIGHT_DATA_DIR", data.toString());
        sidecar.environment().put("HEAPSIGHT_PORT", Integer.toString(port));
        sidecar.environment().put("HEAPSIGHT_BIND", "127.0.0.1");
        sidecar.environment().put("HEAPSIGHT_TARGET", "nosuch.Program");
        return sidecar.start();
    }

    /** Kubernetes showed a pod that was deleted during its start as failed. */
    @Test
    void stopDuringStartExitsWith0() throws Exception {
        Process sidecar = serve(0);

        await().until(() -> Files.exists(data.resolve("lock")));
        sidecar.destroy();

        assertThat(sidecar.waitFor(60, SECONDS)).isTrue();
        assertThat(sidecar.exitValue()).as(Files.readString(data.resolve("out"))).isZero();
    }

    @Test
    void failedStartHasItsExitCode() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process sidecar = serve(taken.getLocalPort());

            assertThat(sidecar.waitFor(60, SECONDS)).isTrue();
            assertThat(sidecar.exitValue()).isEqualTo(1);
            assertThat(data.resolve("out")).content().contains("HEAPSIGHT_PORT");
        }
    }
}
