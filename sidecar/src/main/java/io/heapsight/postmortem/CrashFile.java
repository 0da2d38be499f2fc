/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * The crash log (hs_err) of a JVM's fatal error, opened for a complete copy, with the command line,
 * the environment, and the memory around registers.
 *
 * @param head excerpt that is safe to show
 */
record CrashFile(CrashLog head, FileChannel content) implements AutoCloseable {
    @Override
    public void close() throws IOException {
        content.close();
    }
}
