/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import java.util.List;

/** Builds the environment variables of heapsight's child processes. */
public final class ChildEnvironment {
    private static final List<String> OTHERS_OPTIONS =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

    /**
     * Prefix of the configuration, which may contain secrets; a child gets what it needs as
     * arguments.
     */
    private static final String OURS = "HEAPSIGHT_";

    /** Prefixes of the credentials of any store. */
    private static final List<String> OF_STORES = List.of("AWS_", "AZURE_", "GOOGLE_", "GCE_");

    private ChildEnvironment() {}

    /** Removes the configuration and all secrets. */
    public static void isolate(ProcessBuilder builder) {
        isolateButStore(builder);
        builder.environment()
                .keySet()
                .removeIf(name -> OF_STORES.stream().anyMatch(name::startsWith));
    }

    /** Like {@link #isolate}, for a child that uploads: it keeps the credentials. */
    public static void isolateButStore(ProcessBuilder builder) {
        OTHERS_OPTIONS.forEach(builder.environment()::remove);
        builder.environment().keySet().removeIf(name -> name.startsWith(OURS));
    }
}
