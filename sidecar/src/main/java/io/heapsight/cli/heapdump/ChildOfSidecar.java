/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.ExitCode;
import io.heapsight.heap.BackgroundProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The first steps of every child process of the sidecar: it lowers its priority, and ends with its
 * parent.
 */
public final class ChildOfSidecar {
    private ChildOfSidecar() {}

    public static void become() {
        become(_ -> {});
    }

    /**
     * The same, for a child that answers queries.
     *
     * @param questions receives the lines that the sidecar writes
     */
    static void become(Consumer<String> questions) {
        BackgroundProcess.become();
        Thread.ofPlatform().daemon().name("parent's end").start(() -> awaitParent(questions));
    }

    /** The other end of standard input is the sidecar's. */
    private static void awaitParent(Consumer<String> questions) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            in.lines().forEach(questions);
        } catch (UncheckedIOException _) {
            // the same as its end
        } catch (IOException _) {
            // the same as its end
        }
        Runtime.getRuntime().halt(ExitCode.REPORTED);
    }
}
