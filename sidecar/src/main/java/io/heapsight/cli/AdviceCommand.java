/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight advice}. */
@Command(
        name = "advice",
        description = {
            "Shows what the measurements of a target suggest about its limits and flags.",
            "Asks a sidecar that runs, which has samples of the last hour."
        },
        mixinStandardHelpOptions = true)
final class AdviceCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "PID",
            description = "as the sidecar sees it; default: the only JVM that it samples")
    private @Nullable Integer pid;

    @Option(names = "--format", description = "text or json; default: text")
    private Format format = Format.TEXT;

    @Mixin private final SidecarApi api = new SidecarApi();

    AdviceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        String path = "/advice?format=" + format + (pid == null ? "" : "&target=" + pid);
        api.print("GET", path, "*/*", console);
        return ExitCode.DONE;
    }
}
