/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.attach;

import java.util.List;

/** A request that the attach listener of a JVM understands. */
public sealed interface AttachCommand permits JcmdCommand, AgentLoad {
    /** "jcmd" or "load". */
    String operation();

    /** What follows the operation, three at most. */
    List<String> arguments();

    /** For people: the command without what is long in it. */
    String name();

    /** The command of an operation with its arguments, as a pipe carried them. */
    static AttachCommand of(String operation, List<String> arguments) {
        return operation.equals(JcmdCommand.OPERATION)
                ? new JcmdCommand(arguments.getFirst())
                : new AgentLoad(arguments.getFirst(), arguments.getLast());
    }
}
