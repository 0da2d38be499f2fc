/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.List;

/** Builds the environment of our own program in a child process. */
public final class ChildEnvironment {
    private static final List<String> OTHERS_OPTIONS =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

    /** Of our configuration, which may name secrets: what a child needs, its arguments say. */
    private static final String OURS = "HEAPSIGHT_";

    /** Of the credentials of a store, whichever it is. */
    private static final List<String> OF_STORES = List.of("AWS_", "AZURE_", "GOOGLE_", "GCE_");

    private ChildEnvironment() {}

    /** Keeps options that are meant for others, and all secrets, from a child. */
    public static void isolate(ProcessBuilder builder) {
        isolateButStore(builder);
        builder.environment()
                .keySet()
                .removeIf(name -> OF_STORES.stream().anyMatch(name::startsWith));
    }

    /** The same, of a child that uploads: it has the credentials. */
    public static void isolateButStore(ProcessBuilder builder) {
        OTHERS_OPTIONS.forEach(builder.environment()::remove);
        builder.environment().keySet().removeIf(name -> name.startsWith(OURS));
    }
}
