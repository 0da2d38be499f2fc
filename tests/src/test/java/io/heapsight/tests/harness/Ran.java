/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A command that has ended: its exit code and both outputs. */
public record Ran(int exitCode, String out, String err) {

    /** Runs a command on this machine to its end. */
    public static Ran run(List<String> command) {
        return run(command, Path.of("/"));
    }

    /** Runs a command on this machine to its end, in a folder. */
    public static Ran run(List<String> command, Path folder) {
        try {
            Process process = new ProcessBuilder(command).directory(folder.toFile()).start();
            process.getOutputStream().close();
            StringBuilder err = new StringBuilder();
            Thread errors =
                    Thread.ofVirtual().start(() -> err.append(text(process.getErrorStream())));
            String out = text(process.getInputStream());
            errors.join();
            return new Ran(process.waitFor(), out, err.toString());
        } catch (IOException e) {
            return new Ran(127, "", String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running " + command, e);
        }
    }

    /** The standard output of a command that must succeed. */
    public String outOrThrow() {
        if (exitCode != 0) {
            throw new IllegalStateException("exit code " + exitCode + "\n" + out + err);
        }
        return out;
    }

    private static String text(java.io.InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
