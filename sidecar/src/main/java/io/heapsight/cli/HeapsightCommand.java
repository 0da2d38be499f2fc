/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.sidecar.ProgramVersion;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The root command {@code heapsight}; every other command is a subcommand. */
@Command(
        name = "heapsight",
        description = "JVM memory and GC diagnostics as a sidecar: no agent, no JMX, no restart.",
        mixinStandardHelpOptions = true,
        versionProvider = HeapsightCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:a finding or a failure was reported",
            "2:the command line or the configuration is wrong",
            "141:the reader of the output pipe ended early"
        })
final class HeapsightCommand {
    /** Provides the version, the commit and the jar's digest, which identify the build. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            List<String> lines = new ArrayList<>();
            lines.add("heapsight " + ProgramVersion.number());
            ProgramBuild.current()
                    .ifPresent(
                            build -> {
                                lines.add("commit " + build.commit());
                                lines.add("sha256 " + build.sha256() + "  heapsight.jar");
                            });
            return lines.toArray(String[]::new);
        }
    }
}
