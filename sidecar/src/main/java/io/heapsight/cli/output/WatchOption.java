/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.output;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code --watch} of commands that query a sidecar or Prometheus. */
public final class WatchOption {
    private static final String USUAL = "15s"; // a usual scrape interval
    private static final Duration LEAST = Duration.ofSeconds(5);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--watch",
            arity = "0..1",
            fallbackValue = USUAL,
            preprocessor = OptionValuePreprocessor.class,
            paramLabel = "INTERVAL",
            converter = DurationConverter.class,
            description =
                    "refresh until Ctrl-C, every "
                            + USUAL
                            + " or INTERVAL, at least 5s; JSON: one line each")
    private @Nullable Duration interval;

    /**
     * Returns the time between two refreshes; empty without the option.
     *
     * @throws ParameterException if it is too short
     */
    public Optional<Duration> interval() {
        if (interval != null && interval.compareTo(LEAST) < 0) {
            throw new ParameterException(spec.commandLine(), "--watch: at least 5s");
        }
        return Optional.ofNullable(interval);
    }
}
