/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.List;

/** A request that the attach listener of a JVM understands. */
public sealed interface AttachCommand permits JcmdCommand, AgentLoad {
    /** "jcmd" or "load". */
    String operation();

    /** The arguments of the operation, at most three. */
    List<String> arguments();

    /** For messages: the command without long arguments. */
    String name();

    /** The command of an operation with its arguments, as a pipe carried them. */
    static AttachCommand of(String operation, List<String> arguments) {
        return operation.equals(JcmdCommand.OPERATION)
                ? new JcmdCommand(arguments.getFirst())
                : new AgentLoad(arguments.getFirst(), arguments.getLast());
    }
}
