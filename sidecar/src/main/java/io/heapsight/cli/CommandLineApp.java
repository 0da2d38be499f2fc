/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.config.ConfigException;
import io.heapsight.target.TargetConnector;
import io.heapsight.unit.ProblemException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;

/** All commands, and what becomes of their failures. */
public final class CommandLineApp {
    private final Console console;
    private final Map<String, String> environment;
    private final LocalTargets targets;
    private final SidecarWiring wiring;

    /** The program's commands. */
    public CommandLineApp(
            Console console, TargetConnector connector, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
        targets = new LocalTargets(connector);
        wiring = new SidecarWiring(connector, targets);
    }

    /** Runs one command and gives its exit code. */
    public int run(String... arguments) {
        if (Arrays.equals(arguments, new String[] {"serve"})) {
            return serve();
        }
        CommandLine commands = commands();
        if (arguments.length == 0) {
            commands.usage(console.err());
            return ExitCode.USAGE;
        }
        return commands.execute(arguments);
    }

    /**
     * The sidecar as its image starts it, past the parser: its classes would stay in memory for
     * months, for one word.
     */
    private int serve() {
        try {
            return new ServeCommand(wiring, environment, console).call();
        } catch (Exception e) {
            return failed(e);
        }
    }

    private CommandLine commands() {
        return new CommandLine(new HeapsightCommand())
                .addSubcommand(new ServeCommand(wiring, environment, console))
                .addSubcommand(new DemoCommand(wiring, environment, console))
                .addSubcommand(new TargetsCommand(targets, console))
                .addSubcommand(
                        new CommandLine(new JstatCommand(targets, console))
                                .setUnmatchedOptionsArePositionalParams(true))
                .addSubcommand(new HistogramCommand(targets, console))
                .addSubcommand(new GarbageCommand(targets, console))
                .addSubcommand(new AnalyzeCommand(console))
                .addSubcommand(new HealthcheckCommand(environment, console))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
                .setExecutionExceptionHandler((e, _, _) -> failed(e));
    }

    private int failed(Exception failure) {
        switch (failure) {
            case ConfigException e -> {
                console.print(e.problem());
                return ExitCode.USAGE;
            }
            case ProblemException e -> console.print(e.problem());
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
