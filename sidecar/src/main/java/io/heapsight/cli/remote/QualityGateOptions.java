/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OptionValuePreprocessor;
import io.heapsight.compare.MetricPattern;
import io.heapsight.compare.QualityGate;
import io.heapsight.report.comparison.ComparisonVerdicts;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options with the conditions that make a comparison fail. */
final class QualityGateOptions {
    @Option(
            names = "--fail-if-worse",
            arity = "0..1",
            fallbackValue = "*",
            preprocessor = OptionValuePreprocessor.class,
            split = ",",
            paramLabel = "METRIC",
            description =
                    "exit with 1 if a row (one of these) is worse, a named one has no verdict, or the"
                            + " arms are not comparable")
    private List<String> worse = new ArrayList<>();

    @Option(
            names = "--fail-if",
            paramLabel = "LIMIT",
            description =
                    "exit with 1 if a row changed and the change exceeds a limit:"
                            + " \"gc.overhead > +5%%\"; repeatable")
    private List<String> limits = new ArrayList<>();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    private List<QualityGate> gates() {
        return parse(command, () -> limits.stream().map(QualityGate::parse).toList());
    }

    private List<MetricPattern> worse() {
        return parse(command, () -> worse.stream().map(MetricPattern::new).toList());
    }

    /** Parses the value of an option; an invalid value is a usage error. */
    static <T> T parse(CommandSpec command, Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns whether any condition is given. */
    boolean areThere() {
        return !worse().isEmpty() || !gates().isEmpty();
    }

    /**
     * Returns the exit code.
     *
     * @throws ProblemException if the comparison has no verdict
     */
    int check(ComparisonVerdicts comparison, Console console) throws ProblemException {
        if (!comparison.comparable()) {
            return ExitCode.REPORTED;
        }
        if (!comparison.judged()) {
            throw new ProblemException(
                    Problem.Kind.BAD_REQUEST,
                    "No verdict to decide on",
                    String.join(" ", comparison.warnings()),
                    "Record more runs of each arm, in alternation, or select more pods that run"
                            + " side by side.");
        }
        int code = comparison.isWorse(worse()) ? ExitCode.REPORTED : ExitCode.DONE;
        for (String each : comparison.withoutVerdict(worse())) {
            code = ExitCode.REPORTED;
            console.note("--fail-if-worse: " + each);
        }
        for (ComparisonVerdicts.Finding each : comparison.findings(gates())) {
            code = ExitCode.REPORTED;
            console.note(
                    each.outcome() == QualityGate.Outcome.PASSED
                            ? each.metric() + " exceeds the limit " + each.gate()
                            : each.metric() + " has no verdict for the limit " + each.gate());
        }
        return code;
    }
}
