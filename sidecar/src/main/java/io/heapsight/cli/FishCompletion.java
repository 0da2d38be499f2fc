/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes the completion script for fish, which the parser's library does not support: one line per
 * word.
 */
record FishCompletion(CommandLine root) {
    String script() {
        List<String> lines = new ArrayList<>();
        lines.add("# fish completion of " + root.getCommandName());
        add(lines, root, List.of());
        return String.join("\n", lines) + "\n";
    }

    private void add(List<String> lines, CommandLine command, List<String> path) {
        CommandSpec spec = command.getCommandSpec();
        Map<String, CommandLine> shown = shown(command);
        for (Map.Entry<String, CommandLine> each : shown.entrySet()) {
            String name = each.getKey();
            CommandLine child = each.getValue();
            lines.add(
                    line(path, shown.keySet())
                            + " -f -a "
                            + quoted(name)
                            + about(child.getCommandSpec().usageMessage().description()));
            List<String> below = new ArrayList<>(path);
            below.add(name);
            add(lines, child, below);
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                lines.add(line(path, Set.of()) + names(option) + about(option.description()));
            }
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (parameter.completionCandidates() != null) {
                lines.add(
                        line(path, Set.of())
                                + " -f -a "
                                + quoted(candidates(parameter.completionCandidates())));
            }
        }
    }

    private static Map<String, CommandLine> shown(CommandLine command) {
        Map<String, CommandLine> shown = new LinkedHashMap<>(command.getSubcommands());
        shown.values().removeIf(each -> each.getCommandSpec().usageMessage().hidden());
        return shown;
    }

    /** Returns the condition of a completion: after all words of the path, before the next ones. */
    private String line(List<String> path, Set<String> next) {
        List<String> conditions = new ArrayList<>();
        for (String word : path) {
            conditions.add("__fish_seen_subcommand_from " + word);
        }
        if (!next.isEmpty()) {
            conditions.add("not __fish_seen_subcommand_from " + String.join(" ", next));
        }
        String start = "complete -c " + root.getCommandName();
        return conditions.isEmpty()
                ? start
                : start + " -n " + quoted(String.join("; and ", conditions));
    }

    private static String names(OptionSpec option) {
        StringBuilder names = new StringBuilder();
        for (String name : option.names()) {
            names.append(
                    name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.charAt(1));
        }
        if (option.arity().max() > 0) {
            names.append(option.arity().min() > 0 ? " -r" : "");
            if (option.completionCandidates() != null) {
                names.append(" -f -a ").append(quoted(candidates(option.completionCandidates())));
            }
        }
        return names.toString();
    }

    private static String candidates(Iterable<String> candidates) {
        return StreamSupport.stream(candidates.spliterator(), false)
                .collect(Collectors.joining(" "));
    }

    private static String about(String[] description) {
        return description.length == 0 ? "" : " -d " + quoted(description[0].replace("%%", "%"));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
