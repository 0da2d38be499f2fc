/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.JcmdCommand;
import io.heapsight.unit.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The jcmd commands that a JVM supports. They do not depend on its release alone: those of a native
 * image depend on its build options.
 *
 * @param names "GC.heap_dump", "Thread.print", …
 * @see <a
 *     href="https://www.graalvm.org/latest/reference-manual/native-image/debugging-and-diagnostics/">Debugging
 *     and Diagnostics</a>
 */
public record SupportedJcmdCommands(List<String> names) {
    public static final JcmdCommand HELP = JcmdCommand.of("help");

    private static final Pattern NAME = Pattern.compile("[A-Z]\\w{0,40}(?:\\.\\w{1,60}){1,2}");
    private static final int MOST_NAMES = 100;

    public SupportedJcmdCommands {
        names = List.copyOf(names);
    }

    /** Parses the answer to {@code help}. */
    public static SupportedJcmdCommands parse(String help) {
        return new SupportedJcmdCommands(
                help.lines()
                        .map(String::strip)
                        .filter(line -> NAME.matcher(line).matches())
                        .limit(MOST_NAMES)
                        .toList());
    }

    /** The reason why a native image refuses a command; empty if it supports it. */
    Optional<Problem> problem(TargetJvm jvm, String command) {
        if (names.isEmpty() || names.contains(command)) {
            return Optional.empty();
        }
        return Optional.of(
                new Problem(
                        Problem.Kind.REFUSED_BY_TARGET,
                        "The native image has no command " + command,
                        "%s is a GraalVM native image with these commands: %s"
                                .formatted(jvm.label(), String.join(", ", names)),
                        remedy(command)));
    }

    private static String remedy(String command) {
        String group = command.substring(0, Math.max(0, command.indexOf('.')));
        return switch (group) {
            case "JFR" -> build("jfr");
            case "Thread" -> build("threaddump");
            case "GC" ->
                    command.equals("GC.heap_dump")
                            ? build("heapdump")
                            : "no build option adds it: use a heap dump (POST"
                                    + " /heapdumps) instead, which needs "
                                    + build("heapdump");
            case "VM" ->
                    command.equals("VM.native_memory")
                            ? build("nmt")
                            : "no build option adds it to a native image";
            default -> "no build option adds it to a native image";
        };
    }

    private static String build(String feature) {
        return "--enable-monitoring=jcmd,%s when the image is built".formatted(feature);
    }
}
