/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.List;

/**
 * Has a JVM load a native library and call its {@code Agent_OnAttach} with options; one that is
 * loaded already is only called.
 *
 * @param library absolute path, as the JVM reaches it
 * @param options of the agent
 */
public record AgentLoad(String library, String options) implements AttachCommand {
    static final String OPERATION = "load";

    /** The path is a library's own, not the name of one that the JVM would look for. */
    private static final String ABSOLUTE = "true";

    public AgentLoad {
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
