/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.ExitCode;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code heapsight completion}: prints the completion script for a shell. */
@Command(
        name = "completion",
        description = {
            "Prints the completion script for a shell.",
            "  source <(heapsight completion bash)      # in ~/.bashrc; zsh the same in ~/.zshrc",
            "  heapsight completion fish > ~/.config/fish/completions/heapsight.fish"
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
    /** The shell that reads the script. */
    enum Shell {
        BASH,
        ZSH,
        FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Supplier<CommandLine> commands;
    private final Console console;

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
    private Shell shell = Shell.BASH;

    /**
     * The command.
     *
     * @param commands all commands
     */
    CompletionCommand(Supplier<CommandLine> commands, Console console) {
        this.commands = commands;
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine all = commands.get();
        console.out()
                .print(
                        shell == Shell.FISH
                                ? new FishCompletion(all).script()
                                : AutoComplete.bash(all.getCommandName(), all));
        console.out().flush();
        return ExitCode.DONE;
    }
}
