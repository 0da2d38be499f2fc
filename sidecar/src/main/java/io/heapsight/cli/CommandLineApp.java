/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.heapdump.AnalysisChildCommand;
import io.heapsight.cli.heapdump.AnalyzeArgumentsFastPath;
import io.heapsight.cli.heapdump.AnalyzeCommand;
import io.heapsight.cli.heapdump.DigestChildCommand;
import io.heapsight.cli.heapdump.ExplorerChildCommand;
import io.heapsight.cli.heapdump.GcLogChildCommand;
import io.heapsight.cli.heapdump.HeapCommand;
import io.heapsight.cli.heapdump.PlanChildCommand;
import io.heapsight.cli.heapdump.RecordingChildCommand;
import io.heapsight.cli.heapdump.RedactCommand;
import io.heapsight.cli.heapdump.ScrubChildCommand;
import io.heapsight.cli.heapdump.StoreChildCommand;
import io.heapsight.cli.heapdump.StoreReadChildCommand;
import io.heapsight.cli.jvm.DoctorCommand;
import io.heapsight.cli.jvm.DumpCommand;
import io.heapsight.cli.jvm.GarbageCommand;
import io.heapsight.cli.jvm.GcLogCaptureCommand;
import io.heapsight.cli.jvm.HistogramCommand;
import io.heapsight.cli.jvm.JfrCommand;
import io.heapsight.cli.jvm.JfrScrubCommand;
import io.heapsight.cli.jvm.JfrSummaryCommand;
import io.heapsight.cli.jvm.JstatCommand;
import io.heapsight.cli.jvm.LocalTargets;
import io.heapsight.cli.jvm.ProfileCommand;
import io.heapsight.cli.jvm.TargetsCommand;
import io.heapsight.cli.jvm.ThreadsCommand;
import io.heapsight.cli.jvm.TrimCommand;
import io.heapsight.cli.mcp.McpCommand;
import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.LiveView;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.PipeClosedException;
import io.heapsight.cli.output.Terminal;
import io.heapsight.cli.profile.ProfileChildCommand;
import io.heapsight.cli.profile.ProfileDiffChildCommand;
import io.heapsight.cli.profile.ProfileDiffCommand;
import io.heapsight.cli.remote.AdviceCommand;
import io.heapsight.cli.remote.BundleCommand;
import io.heapsight.cli.remote.CompareCommand;
import io.heapsight.cli.remote.ExperimentCommand;
import io.heapsight.cli.remote.GcCommand;
import io.heapsight.cli.remote.GcDiffCommand;
import io.heapsight.cli.remote.MemoryCommand;
import io.heapsight.cli.remote.RulesCommand;
import io.heapsight.cli.remote.RunCommand;
import io.heapsight.cli.remote.TopCommand;
import io.heapsight.cli.sidecar.SidecarWiring;
import io.heapsight.cli.store.StoreCommand;
import io.heapsight.config.ConfigException;
import io.heapsight.jvm.TargetConnector;
import io.heapsight.proc.ProcFs;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Creates the commands, runs one of them, and reports its failure. */
public final class CommandLineApp {
    private static final String HELP = "help";

    private final Console console;
    private final Map<String, String> environment;
    private final LinuxCommands linux;
    private final ProcFs procFs;
    private final LocalTargets targets;
    private final SidecarWiring wiring;

    /** The program's commands. */
    public CommandLineApp(
            Console console, TargetConnector connector, Map<String, String> environment) {
        this(console, connector, environment, LinuxCommands.ofThisSystem());
    }

    CommandLineApp(
            Console console,
            TargetConnector connector,
            Map<String, String> environment,
            LinuxCommands linux) {
        this.console = console;
        this.environment = environment;
        this.linux = linux;
        procFs = connector.procFs();
        targets = new LocalTargets(connector);
        wiring = new SidecarWiring(connector, targets);
    }

    /** Runs one command and returns its exit code; an unwritten result is a failure. */
    public int run(String... arguments) {
        int code = runCommand(arguments);
        if (!console.out().checkError()) {
            return code;
        }
        if (console.outIsPipe()) {
            return ExitCode.PIPE_CLOSED; // heapsight … | head
        }
        console.print(
                new Problem(
                        Problem.Kind.UNAVAILABLE,
                        "The output was lost",
                        "cannot write to standard output; the disk is probably full",
                        "write the output to a disk with more free space"));
        return ExitCode.REPORTED;
    }

    private int runCommand(String... arguments) {
        if (Arrays.equals(arguments, new String[] {"serve"}) && linux.refusal("serve").isEmpty()) {
            return pastParser(new ServeCommand(wiring, environment, console));
        }
        Optional<AnalyzeArgumentsFastPath> plain = AnalyzeArgumentsFastPath.of(arguments);
        if (plain.isPresent()) {
            return pastParser(new AnalyzeCommand(console, plain.get()));
        }
        if (arguments.length == 0) {
            commands("").usage(console.err());
            return ExitCode.USAGE;
        }
        return commands(arguments[0]).execute(arguments);
    }

    /**
     * Runs the sidecar or a plain analysis without the parser. The parser's classes would stay in
     * the sidecar's memory, and its setup would take a tenth of the time of a short analysis.
     */
    private int pastParser(Callable<Integer> command) {
        try {
            return command.call();
        } catch (Exception e) {
            return failed(e);
        }
    }

    /** Creates all commands, or only the given one, since each takes time to set up. */
    CommandLine commands(String name) {
        CommandLine root = new CommandLine(new HeapsightCommand());
        Map<String, Supplier<CommandLine>> all = all();
        if (all.containsKey(name) && !name.equals(HELP)) {
            all.keySet().retainAll(List.of(name));
        }
        all.forEach((each, command) -> root.addSubcommand(each, command.get()));
        return root.setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(escapes()))
                .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setExecutionStrategy(this::execute)
                .setParameterExceptionHandler((e, _) -> misused(e))
                .setExecutionExceptionHandler((e, _, _) -> failed(e));
    }

    /** Runs a parsed command, unless it needs another operating system. */
    private int execute(CommandLine.ParseResult parsed) {
        CommandLine.ParseResult command = parsed;
        List<String> words = new ArrayList<>();
        while (command.hasSubcommand()) {
            command = command.subcommand();
            words.add(command.commandSpec().name());
        }
        Optional<String> refusal = linux.refusal(String.join(" ", words));
        if (refusal.isEmpty() || command.isUsageHelpRequested()) {
            return new CommandLine.RunLast().execute(parsed);
        }
        console.note(refusal.get());
        return ExitCode.REPORTED;
    }

    /** Reports invalid arguments, which are untrusted. */
    private static int misused(CommandLine.ParameterException e) {
        CommandLine command = e.getCommandLine();
        String message = VisibleText.of(String.valueOf(e.getMessage()));
        command.getErr().println(command.getColorScheme().errorText(message));
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, command.getErr())) {
            command.usage(command.getErr());
        }
        return ExitCode.USAGE;
    }

    /** The parser itself checks for a terminal, but not for the right stream. */
    private CommandLine.Help.Ansi escapes() {
        return console.terminal() == Terminal.COLORED && console.errIsTerminal()
                ? CommandLine.Help.Ansi.ON
                : CommandLine.Help.Ansi.OFF;
    }

    private LiveView view(OutputFormat format) {
        return LiveView.on(console, format);
    }

    private Map<String, Supplier<CommandLine>> all() {
        Map<String, Supplier<CommandLine>> all = new LinkedHashMap<>();
        all.put("serve", () -> new CommandLine(new ServeCommand(wiring, environment, console)));
        all.put("demo", () -> new CommandLine(new DemoCommand(wiring, environment, console)));
        all.put("targets", () -> new CommandLine(new TargetsCommand(targets, console)));
        all.put(
                "doctor",
                () -> new CommandLine(new DoctorCommand(targets, procFs, environment, console)));
        all.put(
                "jstat",
                () ->
                        new CommandLine(new JstatCommand(targets, console, this::view))
                                .setUnmatchedOptionsArePositionalParams(true));
        all.put("histogram", () -> new CommandLine(new HistogramCommand(targets, console)));
        all.put("garbage", () -> new CommandLine(new GarbageCommand(targets, console)));
        all.put("threads", () -> new CommandLine(new ThreadsCommand(targets, console)));
        all.put("trim", () -> new CommandLine(new TrimCommand(targets, console)));
        all.put(
                "profile",
                () ->
                        new CommandLine(new ProfileCommand(targets, procFs, console))
                                .addSubcommand(new ProfileDiffCommand(console)));
        all.put("dump", () -> new CommandLine(new DumpCommand(targets, procFs, console)));
        all.put(
                "jfr",
                () ->
                        new CommandLine(new JfrCommand(targets, console))
                                .addSubcommand("summary", new JfrSummaryCommand(console))
                                .addSubcommand("scrub", new JfrScrubCommand(console)));
        all.put("analyze", () -> new CommandLine(new AnalyzeCommand(console)));
        all.put("heap", () -> new CommandLine(new HeapCommand(console)));
        all.put("redact", () -> new CommandLine(new RedactCommand(console)));
        all.put("store", () -> new CommandLine(new StoreCommand(console, environment)));
        all.put("run", () -> new CommandLine(new RunCommand(console)));
        all.put("compare", () -> new CommandLine(new CompareCommand(console)));
        all.put("advice", () -> new CommandLine(new AdviceCommand(console)));
        all.put("top", () -> new CommandLine(new TopCommand(console, this::view)));
        all.put("memory", () -> new CommandLine(new MemoryCommand(console, this::view)));
        all.put(
                "gc",
                () ->
                        new CommandLine(new GcCommand(console, this::view))
                                .addSubcommand(new GcDiffCommand(console))
                                .addSubcommand(new GcLogCaptureCommand(targets, console)));
        all.put("mcp", () -> new CommandLine(new McpCommand(console)));
        all.put("rules", () -> new CommandLine(new RulesCommand(console)));
        all.put("bundle", () -> new CommandLine(new BundleCommand(console)));
        all.put("experiment", () -> new CommandLine(new ExperimentCommand(console)));
        all.put("healthcheck", () -> new CommandLine(new HealthcheckCommand(environment, console)));
        all.put(
                "completion",
                () -> new CommandLine(new CompletionCommand(() -> commands(""), console)));
        all.put("manual", () -> new CommandLine(new ManualCommand(() -> commands(""), console)));
        all.put(HELP, () -> new CommandLine(new CommandLine.HelpCommand()));
        addChildren(all);
        return all;
    }

    /** The hidden commands of child processes. */
    private void addChildren(Map<String, Supplier<CommandLine>> all) {
        all.put("profile-child", () -> new CommandLine(new ProfileChildCommand(console)));
        all.put("profile-diff-child", () -> new CommandLine(new ProfileDiffChildCommand(console)));
        all.put("recording-child", () -> new CommandLine(new RecordingChildCommand(console)));
        all.put("gc-log-child", () -> new CommandLine(new GcLogChildCommand(console)));
        all.put("store-child", () -> new CommandLine(new StoreChildCommand(console)));
        all.put(StoreReadChild.COMMAND, () -> new CommandLine(new StoreReadChildCommand(console)));
        all.put("scrub-child", () -> new CommandLine(new ScrubChildCommand(console)));
        all.put("analysis-child", () -> new CommandLine(new AnalysisChildCommand(console)));
        all.put("explorer-child", () -> new CommandLine(new ExplorerChildCommand(console)));
        all.put("digest-child", () -> new CommandLine(new DigestChildCommand(console)));
        all.put("plan-child", () -> new CommandLine(new PlanChildCommand(console)));
    }

    private int failed(Exception failure) {
        switch (failure) {
            case ConfigException e -> {
                console.note("heapsight: " + e.problem().title() + ".");
                e.faults().forEach(fault -> console.note("  " + fault));
                console.note("  " + e.problem().remedy());
                return ExitCode.USAGE;
            }
            case PipeClosedException _ -> {
                return ExitCode.PIPE_CLOSED; // heapsight … -o /dev/stdout | head
            }
            case ProblemException e -> console.print(e.problem());
            case IOException e ->
                    console.note("heapsight: input or output failed: " + IoReason.of(e));
            case CancellationException _ -> console.note("heapsight: cancelled.");
            default -> {
                StackTraceElement[] at = failure.getStackTrace();
                console.note("heapsight: a bug: " + failure);
                console.note("  at " + (at.length == 0 ? "an unknown place" : at[0]));
            }
        }
        return ExitCode.REPORTED;
    }
}
