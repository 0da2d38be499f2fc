/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import io.heapsight.cli.heapdump.ExplorerOptions;
import io.heapsight.cli.heapdump.QueriedDump;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.remote.SidecarApi;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code heapsight mcp}: serves tools for AI assistants on standard input and output. */
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
            names = "--pod",
            paramLabel = "NAME=URL",
            description =
                    "a pod and the URL of its sidecar, instead of --url; repeatable: kubectl"
                            + " heapsight mcp -l SELECTOR sets them")
    private Map<String, String> pods = new LinkedHashMap<>();

    @Option(
            names = "--allow-costly",
            description =
                    "also offer histograms, thread dumps, garbage, heap dumps and trims, which affect"
                            + " the target")
    private boolean allowCostly;

    @Mixin private final ExplorerOptions explorer = new ExplorerOptions();

    @Mixin private final SidecarApi api = new SidecarApi();

    @Spec private CommandSpec spec = CommandSpec.create();

    public McpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, ProblemException {
        checkPods();
        ToolServer server =
                ServiceLoader.load(ToolServer.class)
                        .findFirst()
                        .orElseThrow(() -> new ProblemException(notHere()));
        if (file == null) {
            serve(server, pods.isEmpty() ? ofSidecar() : ofPods());
            return ExitCode.DONE;
        }
        try (QueriedDump dump = QueriedDump.at(file, explorer, console)) {
            serve(server, new ToolDispatcher(ToolList.ofDump(), new DumpBackend(dump), console));
        }
        return ExitCode.DONE;
    }

    private void checkPods() {
        if (!pods.isEmpty() && file != null) {
            throw new ParameterException(spec.commandLine(), "--pod and --file exclude each other");
        }
        if (api.hasUrl() && (file != null || !pods.isEmpty())) {
            throw new ParameterException(
                    spec.commandLine(), "--url and --pod or --file exclude each other");
        }
        for (String name : pods.keySet()) {
            if (!name.matches(PodBackend.NAME_PATTERN)) {
                throw new ParameterException(
                        spec.commandLine(), "--pod: not the name of a pod: " + name);
            }
        }
    }

    private ToolDispatcher ofSidecar() {
        return new ToolDispatcher(
                ToolList.ofSidecar(allowCostly), new SidecarBackend(api), console);
    }

    private ToolDispatcher ofPods() throws ProblemException {
        Map<String, SidecarBackend> sidecars = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : pods.entrySet()) {
            sidecars.put(each.getKey(), new SidecarBackend(api.at(each.getValue())));
        }
        PodBackend answers = new PodBackend(sidecars);
        return new ToolDispatcher(
                answers.tools(ToolList.ofSidecar(allowCostly)),
                answers.instructions(),
                answers,
                console);
    }

    /** Redirects standard output, so that only messages of the protocol reach it. */
    private void serve(ToolServer server, ToolDispatcher toolbox) throws IOException {
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
