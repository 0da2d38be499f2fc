/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * An open crash log (hs_err) of a JVM's fatal error, ready for a complete copy. The copy includes
 * the command line, the environment and the memory around registers.
 *
 * @param head excerpt that is safe to display
 */
record OpenCrashLog(CrashLog head, FileChannel content) implements AutoCloseable {
    @Override
    public void close() throws IOException {
        content.close();
    }
}
