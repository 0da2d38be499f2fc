/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.sidecar.ProgramVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code heapsight}: every command is a subcommand. */
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
    /** Provides the version in the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"heapsight " + ProgramVersion.number()};
        }
    }
}
