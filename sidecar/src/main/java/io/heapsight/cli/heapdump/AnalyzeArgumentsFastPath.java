/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The most common command line of {@code analyze}: a file, and options with a plain value, once
 * each. It needs no parser: the parser's setup takes as long as reading half a GB. All other lines,
 * including invalid ones, need the parser.
 */
public record AnalyzeArgumentsFastPath(String file, AnalyzeOptions options) {
    private static final String NAME = "analyze";

    /** Parses the line in the same way as the parser; empty if it needs the parser. */
    public static Optional<AnalyzeArgumentsFastPath> of(String... arguments) {
        if (arguments.length == 0 || !arguments[0].equals(NAME)) {
            return Optional.empty();
        }
        AnalyzeOptions options = new AnalyzeOptions();
        Set<String> taken = new HashSet<>();
        String file = null;
        int next = 1;
        while (next < arguments.length) {
            String argument = arguments[next++];
            if (file == null && isValue(argument)) {
                file = argument;
                continue;
            }
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            if (equals < 0 && next < arguments.length) {
                value = arguments[next++];
            }
            if (!isValue(value) || !taken.add(name) || !options.take(name, value)) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(file).map(found -> new AnalyzeArgumentsFastPath(found, options));
    }

    /** Returns whether an argument is neither an option nor a file of arguments. */
    private static boolean isValue(String argument) {
        return !argument.isEmpty() && !argument.startsWith("-") && !argument.startsWith("@");
    }
}
