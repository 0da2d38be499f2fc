/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar in a running pod whose user has disconnected. */
class ExitWhenIdleTest {
    @TempDir private Path data;

    @Test
    void endsAfterTheLastCallerDisconnects() throws Exception {
        Map<String, String> settings =
                Map.of("HEAPSIGHT_DATA_DIR", data.toString(), "HEAPSIGHT_EXIT_WHEN_IDLE", "1s");
        try (RunningApi api = RunningApi.of(settings, List.of())) {
            CountDownLatch idle = api.idle();
            try (Socket caller = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
                await().during(Duration.ofSeconds(5))
                        .atMost(Duration.ofSeconds(10))
                        .until(() -> asks(caller) && idle.getCount() == 1);
            }
            assertThat(idle.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static boolean asks(Socket caller) throws IOException {
        byte[] request =
                "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        caller.getOutputStream().write(request);
        return caller.isConnected();
    }
}
