/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A diagnostic command as jcmd sends it: one line, the name and its arguments separated by blanks.
 *
 * @param line "GC.class_histogram -all"
 */
public record JcmdCommand(String line) {
    /** All flags of the JVM, those that have their default too. */
    public static final JcmdCommand FLAGS = of("VM.flags", "-all");

    /** Use and addresses of the heap; takes the heap's lock, but no safepoint. */
    public static final JcmdCommand HEAP_INFO = of("GC.heap_info");

    public JcmdCommand {
        if (line.isBlank() || line.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("not one line: \"" + line + "\"");
        }
    }

    /** A command with arguments; those that hold blanks are quoted. */
    public static JcmdCommand of(String name, String... arguments) {
        return new JcmdCommand(
                Stream.concat(Stream.of(name), Stream.of(arguments).map(JcmdCommand::quoted))
                        .collect(Collectors.joining(" ")));
    }

    /** The name alone, such as "GC.class_histogram". */
    public String name() {
        int blank = line.indexOf(' ');
        return blank < 0 ? line : line.substring(0, blank);
    }

    private static String quoted(String argument) {
        if (argument.indexOf(' ') < 0) {
            return argument;
        }
        for (String quote : List.of("\"", "'")) {
            if (!argument.contains(quote)) {
                return quote + argument + quote;
            }
        }
        throw new IllegalArgumentException("blanks and both kinds of quotes: " + argument);
    }
}
