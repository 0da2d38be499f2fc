/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.fleet.Fleet;
import io.heapsight.fleet.size.FleetSizing;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.report.fleet.FleetSizingReport;
import io.heapsight.report.fleet.SizeManifest;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code heapsight advice}: suggests limits and flags for a target, or sizes for the pods of a
 * fleet.
 */
@Command(
        name = "advice",
        description = {
            "Suggests limits and flags of a target from its measurements, or of all workloads of a"
                    + " fleet from a Prometheus.",
            "Queries a running sidecar, which has the samples of the last hour. With --prometheus"
                    + " it sizes the pods of --selector by the days that Prometheus recorded."
        },
        mixinStandardHelpOptions = true)
public final class AdviceCommand implements Callable<Integer> {
    private static final Duration USUAL = Duration.ofDays(7);

    private final Console console;

    /** The output formats for the sizes of a fleet. */
    enum SizeOutput {
        TABLE,
        PATCH,
        HELM,
        VPA;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin private final TargetQueryOptions question = new TargetQueryOptions();

    @Mixin private final PrometheusOptions prometheus = new PrometheusOptions();

    @Mixin private final PodSelectorOptions pods = new PodSelectorOptions();

    @Option(
            names = "--output",
            paramLabel = "FORM",
            description =
                    "table, patch (strategic merge), helm (values), vpa (status of a"
                            + " VerticalPodAutoscaler); default: table")
    private SizeOutput output = SizeOutput.TABLE;

    @Spec private CommandSpec spec = CommandSpec.create();

    public AdviceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (!prometheus.isGiven()) {
            if (pods.isGiven() || output != SizeOutput.TABLE) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--selector, --window and --output need --prometheus URL");
            }
            return question.ask("/advice", console);
        }
        if (!pods.hasSelector() || question.hasTarget()) {
            throw new ParameterException(
                    spec.commandLine(), "--prometheus needs --selector instead of a PID or name");
        }
        try (PrometheusClient client = prometheus.open(question.tokenFile());
                ProgressLine progress = ProgressLine.on(console)) {
            Fleet fleet = pods.fleet(client, "", USUAL, console::note);
            FleetSizing size = FleetSizing.of(fleet, progress);
            client.notes().forEach(console::note);
            print(size);
        }
        return ExitCode.DONE;
    }

    private void print(FleetSizing size) throws IOException {
        SizeManifest manifest = new SizeManifest(size);
        switch (output) {
            case TABLE -> console.print(new FleetSizingReport(size), question.format());
            case PATCH -> console.print(out -> out.write(manifest.patch()));
            case HELM -> console.print(out -> out.write(manifest.helm()));
            case VPA -> console.print(out -> out.write(manifest.vpa()));
        }
    }
}
