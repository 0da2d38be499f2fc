/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.LiveView;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.cli.output.WatchOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code heapsight memory}: breaks down the resident memory of a target. */
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
    private final Function<OutputFormat, LiveView> views;

    @Option(
            names = "--loaders",
            description =
                    "also metaspace by class loader: pauses the target while it counts its"
                            + " classes")
    private boolean loaders;

    @Mixin private final TargetQueryOptions question = new TargetQueryOptions();

    @Mixin private final WatchOption watch = new WatchOption();

    public MemoryCommand(Console console, Function<OutputFormat, LiveView> views) {
        this.console = console;
        this.views = views;
    }

    @Override
    public Integer call() throws Exception {
        String more = loaders ? "&loaders=true" : "";
        Optional<Duration> refresh = watch.interval();
        return refresh.isPresent()
                ? question.watch(
                        "/memory", more, console, views.apply(question.format()), refresh.get())
                : question.ask("/memory", more, console);
    }
}
