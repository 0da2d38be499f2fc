/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code heapsight manual}: prints the manual page, for packagers of the program. */
@Command(name = "manual", hidden = true, description = "Prints the manual page for man.")
final class ManualCommand implements Callable<Integer> {
    private final Supplier<CommandLine> commands;
    private final Console console;

    /**
     * The command.
     *
     * @param commands all commands
     */
    ManualCommand(Supplier<CommandLine> commands, Console console) {
        this.commands = commands;
        this.console = console;
    }

    @Override
    public Integer call() {
        String version = new HeapsightCommand.Version().getVersion()[0];
        console.out().print(new ManualPage(commands.get(), version).text());
        console.out().flush();
        return ExitCode.DONE;
    }
}
