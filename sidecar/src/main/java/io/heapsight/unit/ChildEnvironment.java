/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.List;

/** Builds the environment of our own program in a child process. */
public final class ChildEnvironment {
    private static final List<String> OTHERS_OPTIONS =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

    private ChildEnvironment() {}

    /** Keeps options that are meant for others from a child. */
    public static void isolate(ProcessBuilder builder) {
        OTHERS_OPTIONS.forEach(builder.environment()::remove);
    }
}
