/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One option of a JVM, as written.
 *
 * @param text "-Xmx388m", "-XX:+UseSerialGC"
 * @param where it was found, for a remedy: "the command line", "the environment variable
 *     JAVA_TOOL_OPTIONS", "the file /app/jvm.options"
 */
public record JvmFlag(String text, String where) {
    /** The part after the name of a property, the file of an agent, or the flag of a command. */
    private static final Pattern WITH_VALUE =
            Pattern.compile(
                    "(-D[^=]*=|-(?:javaagent|agentlib|agentpath):[^=]*="
                            + "|-XX:On(?:OutOfMemory)?Error=)(.+)",
                    Pattern.DOTALL);

    /**
     * Words for secrets in the name of a property, or within its value: {@code
     * url=jdbc:…;password=…}.
     */
    private static final Pattern NAMES_A_SECRET =
            Pattern.compile(
                    "pass|pwd|\\bpin\\b|secret|token|key|cred|auth|licen[cs]e|salt|private|signature",
                    Pattern.CASE_INSENSITIVE);

    /** The user part of a URL, or random-looking text: letters mixed with digits. */
    private static final Pattern LOOKS_SECRET =
            Pattern.compile(
                    "://[^/@]*@|(?=[A-Za-z0-9+]*\\d)(?=[A-Za-z0-9+]*[A-Za-z])[A-Za-z0-9+]{20,}"
                            + "|\\b\\p{XDigit}{8}-(?:\\p{XDigit}{4}-){3}\\p{XDigit}{12}\\b");

    /**
     * Returns the option without secrets. Hides the value of a property, the options of an agent or
     * a command if its name or its text indicates a secret.
     */
    public String shown() {
        Matcher value = WITH_VALUE.matcher(text);
        boolean isSecret =
                value.matches()
                        && (NAMES_A_SECRET.matcher(text).find()
                                || LOOKS_SECRET.matcher(value.group(2)).find());
        return isSecret ? value.group(1) + "(hidden)" : text;
    }
}
