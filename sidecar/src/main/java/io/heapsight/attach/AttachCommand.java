/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.List;

/** A request to the attach listener of a JVM. */
public sealed interface AttachCommand permits JcmdCommand, AgentLoadCommand {
    /** "jcmd" or "load". */
    String operation();

    /** The arguments of the operation, at most three. */
    List<String> arguments();

    /** The command without long arguments, for messages. */
    String name();

    /** Recreates a command from its operation and arguments. */
    static AttachCommand of(String operation, List<String> arguments) {
        return operation.equals(JcmdCommand.OPERATION)
                ? new JcmdCommand(arguments.getFirst())
                : new AgentLoadCommand(arguments.getFirst(), arguments.getLast());
    }
}
