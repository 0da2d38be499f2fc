/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * The crash log (hs_err) that a JVM wrote at a fatal error, opened to be copied as it is: with the
 * command line, the environment, and the memory around registers.
 *
 * @param head what of it anyone who reads post-mortems may see
 */
record CrashFile(CrashLog head, FileChannel content) implements AutoCloseable {
    @Override
    public void close() throws IOException {
        content.close();
    }
}
