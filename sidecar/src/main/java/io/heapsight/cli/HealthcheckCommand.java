/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.config.SidecarConfig;
import io.heapsight.unit.IoReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code heapsight healthcheck}, for use outside the image: checks whether the sidecar's port
 * accepts a connection. In the image, the entry point checks it without a JVM.
 */
@Command(
        name = "healthcheck",
        description = "Exits with 0 if the sidecar on this machine answers.",
        mixinStandardHelpOptions = true)
final class HealthcheckCommand implements Callable<Integer> {
    private static final int TIMEOUT_MILLIS = 3000;

    private final Map<String, String> environment;
    private final Console console;

    HealthcheckCommand(Map<String, String> environment, Console console) {
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        int port = SidecarConfig.read(environment).http().port();
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
            return ExitCode.DONE;
        } catch (IOException e) {
            console.note("heapsight: no answer on port " + port + ": " + IoReason.of(e));
            return ExitCode.REPORTED;
        }
    }
}
