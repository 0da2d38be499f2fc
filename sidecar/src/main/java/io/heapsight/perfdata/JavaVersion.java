/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.perfdata;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the Java version of a target from its counters. */
public final class JavaVersion {
    private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,4})(?:\\D.*)?");

    private JavaVersion() {}

    /** The version: 8, 11, 17, …; empty if the counters don't contain it. */
    public static OptionalInt feature(Counters counters) {
        for (String name :
                new String[] {CounterNames.SPECIFICATION_VERSION, CounterNames.JAVA_VERSION}) {
            String text = counters.text(name);
            Matcher matcher = FEATURE.matcher(text == null ? "" : text);
            if (matcher.matches()) {
                return OptionalInt.of(Integer.parseInt(matcher.group(1)));
            }
        }
        return OptionalInt.empty();
    }
}
