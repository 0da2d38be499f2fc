/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A diagnostic command in jcmd's format: one line, the name and its arguments separated by blanks.
 *
 * @param line "GC.class_histogram -all"
 */
public record JcmdCommand(String line) implements AttachCommand {
    static final String OPERATION = "jcmd";

    /** An argument without quotes: one word without "key=value", unless it is an option. */
    private static final Pattern PLAIN = Pattern.compile("-[^ '\"]*|[^ ='\"]*");

    /** All flags of the JVM, including those with default values. */
    public static final JcmdCommand FLAGS = of("VM.flags", "-all");

    /** Use and addresses of the heap; takes the heap lock, but no safepoint. */
    public static final JcmdCommand HEAP_INFO = of("GC.heap_info");

    /** Current metaspace, from JDK 10 on; no safepoint. */
    public static final JcmdCommand METASPACE = of("VM.metaspace", "basic");

    /** Segments of the code cache, from JDK 9 on; no safepoint. */
    public static final JcmdCommand CODE_CACHE = of("Compiler.codecache");

    public JcmdCommand {
        if (line.isBlank() || line.chars().anyMatch(c -> c < ' ')) {
            throw new IllegalArgumentException("not one line: \"" + line + "\"");
        }
    }

    /** Creates a command; quotes arguments that the JVM's parser would split. */
    public static JcmdCommand of(String name, String... arguments) {
        return new JcmdCommand(
                Stream.concat(Stream.of(name), Stream.of(arguments).map(JcmdCommand::quoted))
                        .collect(Collectors.joining(" ")));
    }

    /**
     * Whether a JVM accepts a file name unchanged. Its parser supports quotes, but no escaped quote
     * in them. Since JDK 24, it replaces {@code %p} with the pid.
     *
     * @see <a
     *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/share/services/diagnosticFramework.cpp">DCmdArgIter</a>
     */
    public static boolean takesFileName(String name) {
        boolean oneLine = name.chars().noneMatch(c -> c < ' ');
        return oneLine
                && !name.contains("%p")
                && !name.contains("%%")
                && (PLAIN.matcher(name).matches() || quote(name).isPresent());
    }

    @Override
    public String operation() {
        return OPERATION;
    }

    @Override
    public List<String> arguments() {
        return List.of(line);
    }

    /** The name alone, such as "GC.class_histogram". */
    @Override
    public String name() {
        int blank = line.indexOf(' ');
        return blank < 0 ? line : line.substring(0, blank);
    }

    private static String quoted(String argument) {
        if (PLAIN.matcher(argument).matches()) {
            return argument;
        }
        String quote =
                quote(argument)
                        .orElseThrow(
                                () -> new IllegalArgumentException("no quotes for: " + argument));
        return quote + argument + quote;
    }

    private static Optional<String> quote(String argument) {
        return Stream.of("\"", "'")
                .filter(quote -> !argument.contains(quote) && !argument.endsWith("\\"))
                .findFirst();
    }
}
