/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DocumentFormat;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.LiveView;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.WatchOption;
import io.heapsight.report.gclog.GcLogReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heapsight gc}: shows the pauses, costs and findings of a live target or of a GC log. */
@Command(
        name = "gc",
        description = {
            "Answers whether the garbage collector is the problem: pauses with their causes, cost,"
                    + " findings and remedies.",
            "Queries a running sidecar, which has the samples of the last hour; or reads the GC log"
                    + " of any JDK from 8 on: the files of one log, in any order, plain or"
                    + " compressed by gzip."
        },
        mixinStandardHelpOptions = true)
public final class GcCommand implements Callable<Integer> {
    private final Console console;
    private final Function<OutputFormat, LiveView> views;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = "PID|NAME|FILE",
            description =
                    "pid or name as seen by the sidecar, default: the only sampled JVM; or the"
                            + " files of a GC log")
    private List<String> subjects = List.of();

    @Option(names = "--format", description = "text or json; html of a log; default: text")
    private DocumentFormat format = DocumentFormat.TEXT;

    @Mixin private final WatchOption watch = new WatchOption();

    @Mixin private final SidecarApi api = new SidecarApi();

    public GcCommand(Console console, Function<OutputFormat, LiveView> views) {
        this.console = console;
        this.views = views;
    }

    @Override
    public Integer call() throws Exception {
        Optional<Duration> refresh = watch.interval();
        if (isLog()) {
            if (refresh.isPresent()) {
                throw usage("--watch: only without files of a GC log");
            }
            List<Path> files = subjects.stream().map(Path::of).toList();
            GcLogReport report = GcLogArgumentReader.report(files, console);
            console.print(report, report::writeHtml, format);
            return ExitCode.DONE;
        }
        if (format == DocumentFormat.HTML) {
            throw usage("--format html: only of the files of a GC log");
        }
        String target =
                subjects.isEmpty() ? "" : "&target=" + SidecarApi.encoded(subjects.getFirst());
        String request = "/gc?format=" + format + target;
        if (refresh.isPresent()) {
            views.apply(OutputFormat.valueOf(format.name()))
                    .refresh(() -> SidecarAnswer.to(request, api, console), refresh.get());
        } else {
            api.print("GET", request, "*/*", console);
        }
        return ExitCode.DONE;
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /**
     * Returns whether the arguments name a GC log. Several arguments are files; a single argument
     * is a file if it exists, or looks like a file.
     */
    private boolean isLog() {
        if (subjects.isEmpty()) {
            return false;
        }
        String first = subjects.getFirst();
        return subjects.size() > 1
                || first.contains("/")
                || first.endsWith(".log")
                || first.endsWith(".gz")
                || (!first.matches("\\d+") && Files.exists(Path.of(first)));
    }
}
