/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.target;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One option of a JVM, as it was written.
 *
 * @param text "-Xmx388m", "-XX:+UseSerialGC"
 * @param where it was found, for a remedy: "the command line", "the environment variable
 *     JAVA_TOOL_OPTIONS", "the file /app/jvm.options"
 */
public record JvmFlag(String text, String where) {
    /** What follows the name of a property, and the file of an agent. */
    private static final Pattern WITH_VALUE =
            Pattern.compile(
                    "(-D[^=]*=|-(?:javaagent|agentlib|agentpath):[^=]*=)(.+)", Pattern.DOTALL);

    /** Numbers, switches and levels of logs. */
    private static final Pattern PLAIN =
            Pattern.compile(
                    "\\d{1,6}[kmg]?|true|false|trace|debug|info|warn|error|off",
                    Pattern.CASE_INSENSITIVE);

    private static final Pattern NAMES_A_SECRET =
            Pattern.compile(
                    "pass|pwd|\\bpin\\b|secret|token|key|credential", Pattern.CASE_INSENSITIVE);

    /**
     * As others may see it: the value of a property or of an agent's options may be a secret, and
     * is hidden unless it is plain.
     */
    public String shown() {
        Matcher value = WITH_VALUE.matcher(text);
        if (!value.matches()) {
            return text;
        }
        boolean plain =
                PLAIN.matcher(value.group(2)).matches()
                        && !NAMES_A_SECRET.matcher(value.group(1)).find();
        return plain ? text : value.group(1) + "(hidden)";
    }
}
