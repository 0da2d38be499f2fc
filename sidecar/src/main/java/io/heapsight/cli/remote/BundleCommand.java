/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFile;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code heapsight bundle}: downloads the evidence for a ticket as one archive. */
@Command(
        name = "bundle",
        description = {
            "Fetches the evidence for a ticket from a running sidecar, in one archive without heap"
                    + " dumps.",
            "It contains doctor, memory, advice, samples of the last hour, histograms, threads,"
                    + " post-mortems, configuration, and the newest summaries. Unpack it, and open"
                    + " index.html."
        },
        mixinStandardHelpOptions = true)
public final class BundleCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private final TargetArgument target = new TargetArgument();

    @Option(
            names = {"--output", "-o"},
            paramLabel = "FILE",
            description = "output file (.tar.gz), pipe or /dev/stdout",
            required = true)
    private Path output = Path.of("");

    @Option(names = "--force", description = "overwrite an existing file")
    private boolean force;

    @Option(
            names = "--no-ask",
            description = "only data that the sidecar already has: no thread dump, no histogram")
    private boolean silent;

    @Mixin private final SidecarApi api = new SidecarApi();

    public BundleCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (OutputFile file = OutputFile.create(output, "The bundle", List.of(), force)) {
            ByteSize size = file.make(this::fetch).size();
            console.note("%s: %s.".formatted(output, size));
            return ExitCode.DONE;
        }
    }

    private Path fetch(Path into) throws IOException, ProblemException {
        try (ProgressLine _ = ProgressLine.waiting(console, SidecarApi.WAITING)) {
            api.call(
                    "GET",
                    "/bundle?ask=" + !silent + target.query(),
                    "*/*",
                    (body, _) -> Files.copy(body, into));
        }
        return into;
    }
}
