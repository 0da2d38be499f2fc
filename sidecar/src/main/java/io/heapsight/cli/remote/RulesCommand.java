/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import io.heapsight.cli.output.OutputFormat;
import io.heapsight.trigger.Rule;
import io.heapsight.trigger.RulesReader;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.yaml.YamlException;
import io.heapsight.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code heapsight rules}: shows, checks and replays the rules for automatic captures. */
@Command(
        name = "rules",
        description = "Shows, checks and replays the rules for automatic collection.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class RulesCommand {
    private final Console console;

    public RulesCommand(Console console) {
        this.console = console;
    }

    @Command(
            name = "list",
            description = "Shows the state of the sidecar's rules, and why a rule does not fire.",
            mixinStandardHelpOptions = true)
    int list(
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        String form = format == null ? "" : "?format=" + format;
        api.print("GET", "/rules" + form, "text/plain", console);
        return ExitCode.DONE;
    }

    @Command(
            name = "check",
            description = "Checks a rules file; needs no sidecar.",
            mixinStandardHelpOptions = true)
    int check(@Parameters(paramLabel = "FILE.yaml", description = "the rules") Path file)
            throws Exception {
        int rules = read(file).size();
        console.print(
                out ->
                        out.write(
                                "%s: %d %s, nothing wrong\n"
                                        .formatted(file, rules, rules == 1 ? "rule" : "rules")));
        return ExitCode.DONE;
    }

    private static List<Rule> read(Path file) throws ProblemException {
        try {
            return RulesReader.read(YamlFile.read(file));
        } catch (YamlException e) {
            throw new ProblemException(unusable(file, String.valueOf(e.getMessage())), e);
        } catch (IOException e) {
            throw new ProblemException(unusable(file, "cannot be read: " + IoReason.of(e)), e);
        }
    }

    private static Problem unusable(Path file, String reason) {
        return new Problem(
                Problem.Kind.BAD_REQUEST,
                "Not a rules file",
                file + ": " + reason,
                "See docs/rules.md for an example.");
    }

    @Command(
            name = "test",
            description = {
                "Shows when a rules file would have fired in the last hour of a target, and why"
                        + " not.",
                "The sidecar replays its stored samples; no action runs."
            },
            mixinStandardHelpOptions = true)
    int test(
            @Parameters(paramLabel = "FILE.yaml", description = "the rules") Path file,
            @Option(names = "--since", paramLabel = "1h", description = "how far back; default: 1h")
                    @Nullable String since,
            @Option(
                            names = "--target",
                            paramLabel = "PID|NAME",
                            description = "default: the only JVM that it samples")
                    @Nullable String target,
            @Option(names = "--format", description = "text or json") @Nullable OutputFormat format,
            @Mixin SidecarApi api)
            throws Exception {
        read(file);
        String path =
                "/rules/test?format="
                        + (format == null ? OutputFormat.TEXT : format)
                        + "&since="
                        + SidecarApi.encoded(since == null ? "1h" : since)
                        + (target == null ? "" : "&target=" + SidecarApi.encoded(target));
        api.upload("POST", path, file, console);
        return ExitCode.DONE;
    }
}
