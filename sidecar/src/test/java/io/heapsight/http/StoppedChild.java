/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;

/** A child process of a test that was stopped while it started: it never ends by itself. */
record StoppedChild(ProcessHandle process, List<String> arguments) implements AutoCloseable {
    /** Waits for a child with an argument that contains this text, and stops it. */
    static StoppedChild with(String text) throws IOException, InterruptedException {
        StoppedChild child =
                Awaitility.await().until(() -> find(text), Optional::isPresent).orElseThrow();
        String pid = Long.toString(child.process.pid());
        if (new ProcessBuilder("kill", "-STOP", pid).start().waitFor() != 0) {
            throw new IllegalStateException("process " + pid + " has ended");
        }
        return child;
    }

    private static Optional<StoppedChild> find(String text) {
        return ProcessHandle.current()
                .children()
                .map(child -> new StoppedChild(child, arguments(child.pid())))
                .filter(child -> child.arguments.stream().anyMatch(each -> each.contains(text)))
                .findFirst();
    }

    private static List<String> arguments(long pid) {
        try {
            return List.of(Files.readString(Path.of("/proc/" + pid + "/cmdline")).split("\0"));
        } catch (IOException _) {
            return List.of(); // it has ended
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
