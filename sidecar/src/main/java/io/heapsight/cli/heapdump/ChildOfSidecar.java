/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.ExitCode;
import io.heapsight.heap.BackgroundProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * What every process that the sidecar starts does first: it gives way, and ends with its parent.
 */
public final class ChildOfSidecar {
    private ChildOfSidecar() {}

    public static void become() {
        BackgroundProcess.become();
        Thread.ofPlatform().daemon().name("parent's end").start(ChildOfSidecar::awaitParent);
    }

    /** The other end of standard input is the sidecar's; it never writes. */
    private static void awaitParent() {
        try (InputStream in = System.in) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException _) {
            // the same as its end
        }
        Runtime.getRuntime().halt(ExitCode.REPORTED);
    }
}
