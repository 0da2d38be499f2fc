/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code heapsight memory}. */
@Command(
        name = "memory",
        description = {
            "Breaks down the resident memory of a target, and forecasts when the limit is"
                    + " reached.",
            "Queries a running sidecar, which has the samples of the last hour."
        },
        mixinStandardHelpOptions = true)
public final class MemoryCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--loaders",
            description =
                    "also metaspace by class loader: pauses the target while it counts its"
                            + " classes")
    private boolean loaders;

    @Mixin private final TargetQueryOptions question = new TargetQueryOptions();

    public MemoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        return question.ask("/memory", loaders ? "&loaders=true" : "", console);
    }
}
