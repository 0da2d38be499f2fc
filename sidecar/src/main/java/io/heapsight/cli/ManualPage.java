/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes the manual page (section 1) in the macros of <a
 * href="https://man7.org/linux/man-pages/man7/man.7.html">man(7) </a>: each command with its {@code
 * --help}. The parser's library generates AsciiDoc, which needs another program.
 */
record ManualPage(CommandLine root, String version) {
    private static final int DESCRIPTION_COLUMN = 4;

    String text() {
        CommandSpec spec = root.getCommandSpec();
        StringBuilder out = new StringBuilder();
        out.append(".TH HEAPSIGHT 1 \"\" \"").append(escaped(version)).append("\"\n");
        out.append(".SH NAME\nheapsight \\- ").append(description(spec)).append('\n');
        out.append(".SH SYNOPSIS\n").append(synopsis(root.getHelp())).append('\n');
        out.append(".SH COMMANDS\n");
        root.getHelp().subcommands().values().forEach(each -> add(out, each));
        out.append(".SH EXIT STATUS\n");
        spec.usageMessage().exitCodeList().forEach((code, what) -> item(out, bold(code), what));
        out.append(".SH ENVIRONMENT\n.TP\n.B HEAPSIGHT_PORT\n");
        out.append("Port of the sidecar to query (default 9404).\n");
        return out.toString();
    }

    private static void add(StringBuilder out, Help command) {
        CommandSpec spec = command.commandSpec();
        out.append(".SS \"").append(escaped(spec.qualifiedName())).append("\"\n");
        out.append(synopsis(command)).append("\n.PP\n").append(description(spec)).append('\n');
        Stream.concat(spec.positionalParameters().stream(), spec.options().stream())
                .filter(each -> !each.hidden())
                .forEach(each -> item(out, names(command, each), description(command, each)));
        command.subcommands().values().forEach(each -> add(out, each));
    }

    private static void item(StringBuilder out, String head, String text) {
        out.append(".TP\n").append(head).append('\n').append(escaped(text)).append('\n');
    }

    private static String synopsis(Help command) {
        return escaped(command.synopsis(0).strip().replaceAll("\\s+", " "));
    }

    /** Keeps lines that begin with a space unchanged: they are examples. */
    private static String description(CommandSpec spec) {
        return Arrays.stream(spec.usageMessage().description())
                .map(line -> escaped(line.replace("%%", "%")))
                .collect(Collectors.joining("\n.br\n"));
    }

    private static String description(Help command, ArgSpec argument) {
        Text[][] rows =
                switch (argument) {
                    case OptionSpec option ->
                            command.createDefaultOptionRenderer()
                                    .render(
                                            option,
                                            command.parameterLabelRenderer(),
                                            command.colorScheme());
                    default ->
                            command.createDefaultParameterRenderer()
                                    .render(
                                            (CommandLine.Model.PositionalParamSpec) argument,
                                            command.parameterLabelRenderer(),
                                            command.colorScheme());
                };
        return Arrays.stream(rows)
                .map(row -> row[DESCRIPTION_COLUMN].toString())
                .collect(Collectors.joining(" "));
    }

    private static String names(Help command, ArgSpec argument) {
        String label =
                command.parameterLabelRenderer()
                        .renderParameterLabel(argument, Help.Ansi.OFF, List.of())
                        .toString();
        return argument instanceof OptionSpec option
                ? bold(String.join(", ", option.names())) + escaped(label)
                : escaped(label);
    }

    private static String bold(String text) {
        return "\\fB" + escaped(text) + "\\fR";
    }

    /** Escapes hyphens, and dots that would start a request. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
