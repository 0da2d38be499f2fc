/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.heapdump;

import io.heapsight.cli.output.ExitCode;
import io.heapsight.heap.BackgroundPriority;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Initializes each child process of the sidecar: lowers its priority, and ends it with its parent.
 */
public final class ChildStartup {
    private ChildStartup() {}

    public static void become() {
        become(_ -> {});
    }

    /**
     * Initializes a child that answers queries.
     *
     * @param questions receives the lines that the sidecar writes
     */
    static void become(Consumer<String> questions) {
        BackgroundPriority.set();
        Thread.ofPlatform().daemon().name("parent's end").start(() -> awaitParent(questions));
    }

    /** Reads standard input, which is closed when the sidecar ends. */
    private static void awaitParent(Consumer<String> questions) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            in.lines().forEach(questions);
        } catch (UncheckedIOException _) {
            // its parent has ended
        } catch (IOException _) {
            // its parent has ended
        }
        Runtime.getRuntime().halt(ExitCode.REPORTED);
    }
}
