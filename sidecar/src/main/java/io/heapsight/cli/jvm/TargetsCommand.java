/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFormat;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code heapsight targets}: lists the visible JVMs, and the features that work on each. */
@Command(
        name = "targets",
        description = "Lists the visible JVMs, and what works on each. Sends no signal.",
        mixinStandardHelpOptions = true)
public final class TargetsCommand implements Callable<Integer> {
    private final LocalTargets targets;
    private final Console console;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private OutputFormat format = OutputFormat.TEXT;

    public TargetsCommand(LocalTargets targets, Console console) {
        this.targets = targets;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        console.print(targets.report(), format);
        return ExitCode.DONE;
    }
}
