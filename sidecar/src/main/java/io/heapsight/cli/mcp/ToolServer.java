/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Speaks the Model Context Protocol with an assistant; found as a service on the class path. */
public interface ToolServer {
    /**
     * Answers until the assistant disconnects.
     *
     * @param in its messages, one per line
     * @param out receives messages, and nothing else
     */
    void serve(Toolbox toolbox, InputStream in, OutputStream out) throws IOException;
}
