/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.run.RunName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code heapsight run}: records runs through the API of a sidecar. */
@Command(
        name = "run",
        description = {
            "Records named runs through the API of a running sidecar.",
            "ARM#1, ARM#2, … are repetitions of ARM: heapsight compare combines them."
        },
        synopsisSubcommandLabel = "start|mark|stop|list|show|import|delete",
        mixinStandardHelpOptions = true)
public final class RunCommand {
    private final Console console;

    @Spec private @Nullable CommandSpec command;

    public RunCommand(Console console) {
        this.console = console;
    }

    /** The name of a run on the command line. */
    static final class NameConverter implements ITypeConverter<RunName> {
        @Override
        public RunName convert(String text) {
            try {
                return new RunName(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    @Command(
            name = "start",
            description = "Starts to record a run.",
            mixinStandardHelpOptions = true)
    int start(
            @Parameters(paramLabel = "NAME", converter = NameConverter.class) RunName name,
            @Mixin RunOptions started,
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        return call(api, "PUT", SidecarApi.path(name) + started.query(), format);
    }

    @Command(name = "stop", description = "Ends a run.", mixinStandardHelpOptions = true)
    int stop(
            @Parameters(paramLabel = "NAME", converter = NameConverter.class) RunName name,
            @Option(
                            names = "--ago",
                            paramLabel = "5s",
                            description = "time since the run ended; default: now")
                    @Nullable String ago,
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        String when = ago == null ? "" : "?ago=" + SidecarApi.encoded(ago);
        return call(api, "POST", SidecarApi.path(name) + "/stop" + when, format);
    }

    @Command(
            name = "mark",
            description = {
                "Reports the work done so far, or the number of jobs that run from" + " now on.",
                "Rows per unit of work, and the forecast of jobs that fit into memory, use these"
                        + " marks."
            },
            mixinStandardHelpOptions = true)
    int mark(
            @Parameters(paramLabel = "NAME", converter = NameConverter.class) RunName name,
            @Option(
                            names = "--records",
                            paramLabel = "N",
                            description = "units of work done so far, in total")
                    @Nullable Long records,
            @Option(
                            names = "--jobs",
                            paramLabel = "N",
                            description = "number of jobs that run from now on")
                    @Nullable Integer jobs,
            @Option(
                            names = "--lines",
                            paramLabel = "N",
                            description = "lines logged so far, in total")
                    @Nullable Long lines,
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        List<String> query = new ArrayList<>();
        if (records != null) {
            query.add("records=" + records);
        }
        if (jobs != null) {
            query.add("jobs=" + jobs);
        }
        if (lines != null) {
            query.add("lines=" + lines);
        }
        if (query.isEmpty()) {
            throw new ParameterException(
                    Objects.requireNonNull(command).commandLine(),
                    "Give --records, --jobs or --lines");
        }
        String path = SidecarApi.path(name) + "/marks?" + String.join("&", query);
        return call(api, "POST", path, format);
    }

    @Command(
            name = "import",
            description =
                    "Imports a run that was exported elsewhere (run show NAME --format" + " json).",
            mixinStandardHelpOptions = true)
    int importRun(
            @Parameters(index = "0", paramLabel = "NAME", converter = NameConverter.class)
                    RunName name,
            @Parameters(index = "1", paramLabel = "FILE") Path file,
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        String answer = format == OutputFormat.JSON ? "?format=json" : "";
        api.upload("PUT", SidecarApi.path(name) + "/import" + answer, file, console);
        return ExitCode.DONE;
    }

    @Command(name = "list", description = "Lists the stored runs.", mixinStandardHelpOptions = true)
    int list(
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        return call(api, "GET", "/runs", format);
    }

    @Command(
            name = "show",
            description = "Shows a run; --format json exports it.",
            mixinStandardHelpOptions = true)
    int show(
            @Parameters(paramLabel = "NAME", converter = NameConverter.class) RunName name,
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        return call(api, "GET", SidecarApi.path(name), format);
    }

    @Command(name = "delete", description = "Deletes a run.", mixinStandardHelpOptions = true)
    int delete(
            @Parameters(paramLabel = "NAME", converter = NameConverter.class) RunName name,
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        return call(api, "DELETE", SidecarApi.path(name), format);
    }

    private int call(SidecarApi api, String method, String path, @Nullable OutputFormat format)
            throws Exception {
        String accept = format == OutputFormat.JSON ? "application/json" : "text/plain";
        api.print(method, path, accept, console);
        return ExitCode.DONE;
    }
}
