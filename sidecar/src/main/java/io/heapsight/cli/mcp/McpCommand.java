/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.cli.heapdump.AskedDump;
import io.heapsight.cli.heapdump.ExplorerOptions;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.remote.SidecarApi;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code heapsight mcp}. */
@Command(
        name = "mcp",
        description = {
            "Serves tools for AI assistants by the Model Context Protocol, on standard input and "
                    + "output.",
            "They query a sidecar or, with --file, a heap dump; docs/mcp.md lists them. Tools that"
                    + " affect the target need --allow-costly."
        },
        mixinStandardHelpOptions = true)
public final class McpCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "a heap dump to query instead of a sidecar")
    private @Nullable Path file;

    @Option(
            names = "--allow-costly",
            description =
                    "also offer histograms, thread dumps, garbage, heap dumps and trims, which affect"
                            + " the target")
    private boolean allowCostly;

    @Mixin private final ExplorerOptions explorer = new ExplorerOptions();

    @Mixin private final SidecarApi api = new SidecarApi();

    public McpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, ProblemException {
        ToolServer server =
                ServiceLoader.load(ToolServer.class)
                        .findFirst()
                        .orElseThrow(() -> new ProblemException(notHere()));
        if (file == null) {
            serve(
                    server,
                    new Toolbox(ToolList.ofSidecar(allowCostly), new SidecarAnswers(api), console));
            return ExitCode.DONE;
        }
        try (AskedDump dump = AskedDump.at(file, explorer, console)) {
            serve(server, new Toolbox(ToolList.ofDump(), new DumpAnswers(dump), console));
        }
        return ExitCode.DONE;
    }

    /** Redirects standard output, so that only messages of the protocol reach it. */
    private void serve(ToolServer server, Toolbox toolbox) throws IOException {
        System.setOut(console.err());
        server.serve(toolbox, System.in, console.out());
    }

    private static Problem notHere() {
        return new Problem(
                Problem.Kind.UNAVAILABLE,
                "The MCP server is not available here",
                "The image does not contain the Model Context Protocol server; release archives"
                        + " and a checkout do.",
                "Run heapsight mcp on your machine with a forwarded port (kubectl port-forward"
                        + " POD 9404), or with --file.");
    }
}
