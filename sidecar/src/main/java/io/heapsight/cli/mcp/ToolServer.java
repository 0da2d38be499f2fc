/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Serves the Model Context Protocol to an assistant; loaded as a service from the class path. */
public interface ToolServer {
    /**
     * Answers until the assistant disconnects.
     *
     * @param in the messages of the assistant, one per line
     * @param out receives only protocol messages
     */
    void serve(ToolDispatcher toolbox, InputStream in, OutputStream out) throws IOException;
}
