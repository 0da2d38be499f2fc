/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.unit.IoReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Checks the port of the API: it must be free, or a sidecar must answer there.
 *
 * @param bind the local address to listen on
 * @param port 0 for any free one
 * @param tls whether a sidecar uses TLS there
 */
public record PortCheck(InetAddress bind, int port, boolean tls) {
    private static final String ID = "port";
    private static final int TIMEOUT_MILLIS = 3000;

    CheckResult look() {
        String expected = "free, or in use by heapsight";
        if (port == 0) {
            return CheckResult.ok(ID, "any free port", expected, Feature.API);
        }
        String found;
        try (ServerSocket _ = new ServerSocket(port, 1, bind)) {
            return CheckResult.ok(ID, "%d is free".formatted(port), expected, Feature.API);
        } catch (BindException e) {
            if (sidecarAnswers()) {
                return CheckResult.ok(
                        ID, "a sidecar answers on %d".formatted(port), expected, Feature.API);
            }
            found = "%d is in use: %s".formatted(port, IoReason.of(e));
        } catch (IOException e) {
            found = "can't listen on %d: %s".formatted(port, IoReason.of(e));
        }
        int other = port + (port < 65_535 ? 1 : -1);
        return CheckResult.wrong(
                ID,
                found,
                expected,
                "choose another port for the sidecar's container: env: - {name: HEAPSIGHT_PORT,"
                        + " value: \"%1$d\"} (docker run -e HEAPSIGHT_PORT=%1$d; ECS:"
                                .formatted(other)
                        + " \"environment\": [{\"name\": \"HEAPSIGHT_PORT\", \"value\":"
                        + " \"%d\"}])".formatted(other),
                Feature.API);
    }

    /**
     * Returns whether a sidecar answers. With TLS, any listener counts, since identifying it needs
     * its certificate.
     */
    private boolean sidecarAnswers() {
        InetAddress reached = bind.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bind;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(reached, port), TIMEOUT_MILLIS);
            if (tls) {
                return true;
            }
            socket.setSoTimeout(TIMEOUT_MILLIS);
            String request = "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            BufferedReader answer =
                    new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return answer.lines().limit(64).anyMatch(line -> line.contains("the sidecar answers"));
        } catch (IOException | java.io.UncheckedIOException _) {
            return false;
        }
    }
}
