/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.vmlog;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The log outputs in the answer to {@code VM.log list}:
 *
 * <pre>
 * Log output configuration:
 *  #0: stdout all=warning uptime,level,tags foldmultilines=false
 *  #1: stderr all=off uptime,level,tags foldmultilines=false
 *  #2: file=/tmp/gc.log all=off,gc*=info uptime,level,tags filecount=5,filesize=20480K,async=false
 * </pre>
 *
 * <p>JDKs before 17 omit the options of the standard streams; some append "(reconfigured)".
 *
 * @param lines one for each output, in the JVM's order
 * @see <a
 *     href="https://github.com/openjdk/jdk/blob/jdk-25%2B36/src/hotspot/share/logging/logConfiguration.cpp">LogConfiguration::describe_current_configuration</a>
 */
record LogOutputs(List<String> lines) {
    private static final String HEAD = "Log output configuration:";
    private static final Pattern OUTPUT = Pattern.compile(" ?#\\d{1,6}: (.+)");

    /** A JVM has a handful of outputs. */
    private static final int MOST_OUTPUTS = 1000;

    LogOutputs {
        lines = List.copyOf(lines);
    }

    /** Parses an answer; empty if it has no complete list. */
    static Optional<LogOutputs> parse(String answer) {
        int at = answer.indexOf(HEAD);
        if (at < 0 || !answer.endsWith("\n")) {
            return Optional.empty(); // no list, or cut
        }
        List<String> lines =
                answer.substring(at + HEAD.length())
                        .lines()
                        .map(OUTPUT::matcher)
                        .filter(Matcher::matches)
                        .map(found -> found.group(1))
                        .limit(MOST_OUTPUTS)
                        .toList();
        return lines.isEmpty() ? Optional.empty() : Optional.of(new LogOutputs(lines));
    }

    /** Returns whether the JVM logs to a file. */
    boolean has(String path) {
        return lines.stream().anyMatch(line -> isOf(line, path));
    }

    /** Returns the files that heapsight may have named, with the JVM's names for them. */
    List<String> files() {
        return lines.stream().flatMap(line -> HeapsightGcLogNames.fileOf(line).stream()).toList();
    }

    /** Returns the outputs other than that file. */
    LogOutputs without(String path) {
        return new LogOutputs(lines.stream().filter(line -> !isOf(line, path)).toList());
    }

    private static boolean isOf(String line, String path) {
        return line.startsWith("file=" + path + " ");
    }
}
