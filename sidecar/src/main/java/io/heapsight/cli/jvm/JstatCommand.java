/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.DurationConverter;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.LiveView;
import io.heapsight.cli.output.OptionValuePreprocessor;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.jstat.UnsampledTargetCounters;
import io.heapsight.jstat.table.JstatOption;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.report.JstatReport;
import io.heapsight.unit.Durations;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code heapsight jstat}: accepts the arguments of jstat, {@code -gcutil} as well as {@code
 * gcutil}.
 */
@Command(
        name = "jstat",
        description = "Shows the columns of jstat -OPTION, to the digit.",
        mixinStandardHelpOptions = true,
        customSynopsis = {
            "heapsight jstat [--format=FORMAT] OPTION [PID|NAME] [INTERVAL [COUNT]]",
            "       heapsight jstat [--format=FORMAT] --watch[=INTERVAL] OPTION [PID|NAME]"
        })
public final class JstatCommand implements Callable<Integer> {
    private static final String OPTIONS =
            Arrays.stream(JstatOption.values())
                    .map(JstatOption::optionName)
                    .collect(Collectors.joining(", "));

    private final LocalTargets targets;
    private final Console console;
    private final Function<OutputFormat, LiveView> views;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    @Option(
            names = "--watch",
            arity = "0..1",
            fallbackValue = "1s",
            preprocessor = OptionValuePreprocessor.class,
            paramLabel = "INTERVAL",
            converter = DurationConverter.class,
            description =
                    "refresh until Ctrl-C, every 1s or INTERVAL, also of a JVM that restarts; a"
                            + " terminal shows the newest row first")
    private @Nullable Duration watch;

    @Parameters(
            arity = "1..4",
            paramLabel = "OPTION [PID|NAME] [INTERVAL [COUNT]]",
            description = {
                "class, compiler, gc, gccapacity, gccause, gcmetacapacity, gcnew, gcnewcapacity,",
                "gcold, gcoldcapacity, gcutil or printcompilation; PID|NAME: a pid, a main class",
                "(simple or full name) or a glob of one, default the only visible JVM; INTERVAL: 1s,",
                "500ms or, after PID|NAME, milliseconds; COUNT: default until the JVM ends"
            })
    private List<String> words = List.of();

    public JstatCommand(
            LocalTargets targets, Console console, Function<OutputFormat, LiveView> views) {
        this.targets = targets;
        this.console = console;
        this.views = views;
    }

    @Override
    public Integer call() throws Exception {
        List<String> rest = new ArrayList<>(words);
        JstatOption option = option(rest.removeFirst());
        String target = "";
        if (!rest.isEmpty() && !isInterval(rest.getFirst())) {
            target = rest.removeFirst();
        }
        if (watch != null) {
            watch(option, target, rest, watch);
            return ExitCode.DONE;
        }
        Optional<Duration> interval =
                rest.isEmpty() ? Optional.empty() : Optional.of(interval(rest.removeFirst()));
        long count = rest.isEmpty() ? Long.MAX_VALUE : count(rest.removeFirst());
        if (!rest.isEmpty()) {
            throw usage("unexpected argument: " + rest.getFirst());
        }
        try (TargetConnection connection = targets.connect(target)) {
            UnsampledTargetCounters counters =
                    new UnsampledTargetCounters(connection, WatchedCounters.COMMAND_TIMEOUT);
            console.print(row(connection, counters, option), format);
            if (interval.isPresent()) {
                follow(connection, counters, option, interval.get(), count - 1);
            }
        }
        return ExitCode.DONE;
    }

    private void watch(JstatOption option, String target, List<String> rest, Duration interval)
            throws IOException, ProblemException {
        if (!rest.isEmpty()) {
            throw usage("--watch=INTERVAL excludes " + rest.getFirst());
        }
        if (!interval.isPositive()) {
            throw usage("--watch must be more than 0");
        }
        LiveView view = views.apply(format);
        try (WatchedCounters counters = new WatchedCounters(targets, target)) {
            JstatHistory rows = new JstatHistory(view.redraws());
            view.refresh(() -> rows.with(counters.row(option)), interval);
        }
    }

    private void follow(
            TargetConnection connection,
            UnsampledTargetCounters counters,
            JstatOption option,
            Duration interval,
            long count)
            throws Exception {
        for (long i = 0; i < count; i++) {
            LockSupport.parkNanos(interval.toNanos());
            if (!connection.alive() || console.out().checkError()) {
                return;
            }
            JstatReport report = row(connection, counters, option);
            if (format == OutputFormat.TEXT) {
                console.out().println(report.row());
            } else {
                console.print(report, format);
            }
        }
    }

    private static JstatReport row(
            TargetConnection connection, UnsampledTargetCounters counters, JstatOption option)
            throws Exception {
        return JstatReport.take(connection, counters.read(), option, Instant.now());
    }

    private JstatOption option(String word) {
        String name = word.startsWith("-") ? word.substring(1) : word;
        return JstatOption.named(name)
                .orElseThrow(
                        () -> usage("unknown option " + word + "; expected one of: " + OPTIONS));
    }

    /**
     * Returns whether a word is an interval, even an invalid one such as "0s"; a number is a pid.
     */
    private static boolean isInterval(String word) {
        return word.matches("-?[\\d.]+[a-z]+");
    }

    private Duration interval(String word) {
        try {
            Duration interval =
                    word.matches("\\d{1,9}")
                            ? Duration.ofMillis(Long.parseLong(word))
                            : Durations.parse(word);
            if (interval.isPositive()) {
                return interval;
            }
        } catch (IllegalArgumentException e) {
            throw usage("INTERVAL: " + e.getMessage());
        }
        throw usage("INTERVAL must be more than 0");
    }

    private long count(String word) {
        if (!word.matches("[1-9]\\d{0,9}")) {
            throw usage("COUNT must be a number of rows: " + word);
        }
        return Long.parseLong(word);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
