/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.List;

/**
 * Loads a native library into a JVM, unless it is loaded already, and calls its {@code
 * Agent_OnAttach} with options.
 *
 * @param library absolute path, as seen by the JVM
 * @param options of the agent
 */
public record AgentLoadCommand(String library, String options) implements AttachCommand {
    static final String OPERATION = "load";

    /** Marks the path as absolute, in contrast to a name for the JVM's search path. */
    private static final String ABSOLUTE = "true";

    public AgentLoadCommand {
        if (!library.startsWith("/") || (library + options).indexOf(0) >= 0) {
            throw new IllegalArgumentException(library + "=" + options);
        }
    }

    @Override
    public String operation() {
        return OPERATION;
    }

    @Override
    public List<String> arguments() {
        return List.of(library, ABSOLUTE, options);
    }

    @Override
    public String name() {
        return OPERATION + " " + library;
    }
}
