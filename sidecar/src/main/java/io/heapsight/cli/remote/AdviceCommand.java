/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code heapsight advice}. */
@Command(
        name = "advice",
        description = {
            "Suggests limits and flags of a target from its measurements.",
            "Queries a running sidecar, which has the samples of the last hour."
        },
        mixinStandardHelpOptions = true)
public final class AdviceCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private final TargetQuestion question = new TargetQuestion();

    public AdviceCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        return question.ask("/advice", console);
    }
}
