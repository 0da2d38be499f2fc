/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.heapsight.http.route.Caller;
import io.heapsight.metrics.HttpCounters;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers that open connections and never send a request. */
class DrippingConnectionsTest {
    private static final int CALLERS = 300;

    /** A loopback address that does not count as this host: see {@link Caller}. */
    private static final InetAddress OUTSIDE = InetAddress.ofLiteral("127.0.0.2");

    private static final InetAddress SERVER = InetAddress.ofLiteral("127.0.0.1");

    @TempDir private Path data;

    @Test
    void drippingConnectionsDoNotBlockOthers() throws Exception {
        List<Socket> callers = new ArrayList<>();
        try (RunningApi api =
                RunningApi.of(Map.of("HEAPSIGHT_DATA_DIR", data.toString()), List.of())) {
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Socket(SERVER, api.port(), OUTSIDE, 0));
                drip(callers.getLast(), "GET /healthz HTTP/1.1\r\nHost: a\r\nX: ");
            }
            for (int i = 0; i < 20; i++) {
                assertThat(api.get("/healthz").statusCode()).isEqualTo(200);
                callers.forEach(caller -> drip(caller, "x"));
                try (Socket late = new Socket(SERVER, api.port(), OUTSIDE, 0)) {
                    drip(late, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
                    assertThat(late.getInputStream().read()).isEqualTo('H');
                }
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () ->
                                    assertThat(api.log)
                                            .anyMatch(line -> line.contains("to_make_room="))
                                            .hasSizeLessThan(3));
            assertThat(api.callers.count(HttpCounters.Closed.FULL)).isPositive();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> callers.stream().allMatch(DrippingConnectionsTest::isClosed));
            assertThat(api.callers.count(HttpCounters.Closed.IDLE)).isPositive();
        } finally {
            for (Socket caller : callers) {
                caller.close();
            }
        }
    }

    private static void drip(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            return; // closed, as expected
        }
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(10);
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) {
            return true; // reset
        }
    }
}
