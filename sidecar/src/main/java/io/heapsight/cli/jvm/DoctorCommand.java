/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.config.SidecarConfig;
import io.heapsight.doctor.Diagnosis;
import io.heapsight.jvm.TargetSelector;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.pause.PauseEstimator;
import io.heapsight.proc.ProcFs;
import io.heapsight.report.DoctorReport;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight doctor}: shows which features work on a target, and why others don't. */
@Command(
        name = "doctor",
        description = {
            "Shows what works on a target, what doesn't, why, and which line to change.",
            "Sends no signal. Exits with 1 if a feature that the configuration (HEAPSIGHT_…"
                    + " environment variables) enables does not work."
        },
        mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {
    private final LocalTargets targets;
    private final ProcFs procFs;
    private final Map<String, String> environment;
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "PID|NAME",
            description =
                    "a pid, a main class (simple or full name) or a glob of one; default:"
                            + " HEAPSIGHT_TARGET, or the only visible JVM")
    private @Nullable String target;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    public DoctorCommand(
            LocalTargets targets, ProcFs procFs, Map<String, String> environment, Console console) {
        this.targets = targets;
        this.procFs = procFs;
        this.environment = environment;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        SidecarConfig config = SidecarConfig.read(environment);
        TargetSelector selector =
                TargetSelector.parse(target == null ? config.sampling().target() : target);
        Diagnosis diagnosis =
                new LocalDoctor(
                                config,
                                procFs,
                                targets,
                                selector,
                                new PauseEstimator(config.maxPause()),
                                new OtlpPushCounts())
                        .examine();
        console.print(new DoctorReport(diagnosis), format);
        return diagnosis.faults().isEmpty() ? ExitCode.DONE : ExitCode.REPORTED;
    }
}
