/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests.harness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** {@code tests/s3-storage}: an S3-compatible server on loopback with the bucket "dumps". */
public final class ObjectStorage implements AutoCloseable {
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter commands;

    private ObjectStorage(Process process) {
        this.process = process;
        answers = process.inputReader();
        commands = process.outputWriter();
    }

    /** The object under a key. */
    public record Stored(long bytes, String sha256) {}

    /** Starts it, and waits until it serves. */
    public static ObjectStorage start() {
        try {
            String program = Checkout.root().resolve("tests/s3-storage").toString();
            ObjectStorage storage =
                    new ObjectStorage(
                            new ProcessBuilder(program)
                                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                                    .start());
            String said = storage.answer();
            if (!said.equals("ready")) {
                storage.close();
                throw new IllegalStateException(said);
            }
            return storage;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A presigned URL for "put" or "get". */
    public String presigned(String method, String bucket, String key) {
        return ask("presign " + method + " " + bucket + " " + key);
    }

    /** Its URL. */
    public String endpoint() {
        return ask("endpoint");
    }

    /** The keys of all objects. */
    public List<String> keys() {
        String keys = ask("keys");
        return keys.isEmpty() ? List.of() : List.of(keys.split(" "));
    }

    /** The key with this suffix. */
    public Optional<String> find(String end) {
        return keys().stream().filter(key -> key.endsWith(end)).findFirst();
    }

    /** A sidecar that uploads its evidence here. */
    public SidecarSpec of(SidecarSpec spec) {
        return spec.withEnvironment("HEAPSIGHT_STORE", "s3://dumps/evidence")
                .withEnvironment("HEAPSIGHT_STORE_ENDPOINT", endpoint())
                .withEnvironment("HEAPSIGHT_STORE_PATH_STYLE", "true")
                .withEnvironment("AWS_ACCESS_KEY_ID", "AKIATEST")
                .withEnvironment("AWS_SECRET_ACCESS_KEY", "of-this-test");
    }

    /** The keys with this prefix. */
    public List<String> keys(String prefix) {
        return keys().stream().filter(key -> key.startsWith(prefix)).toList();
    }

    /** Removes all objects with this prefix. */
    public void remove(String prefix) {
        ask("remove " + prefix);
    }

    /** The number of unfinished multipart uploads with this prefix. */
    public int unfinished(String prefix) {
        return Integer.parseInt(ask("unfinished " + prefix));
    }

    /** The content of an object. */
    public InputStream stream(String key) throws IOException {
        return URI.create(presigned("get", "dumps", key)).toURL().openStream();
    }

    /** The same for a small object. */
    public byte[] bytes(String key) {
        try (InputStream in = stream(key)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The outcome of an upload. */
    public Stored stored(String key) {
        String[] words = ask("digest " + key).split(" ", 2);
        return new Stored(Long.parseLong(words[0]), words[1]);
    }

    private synchronized String ask(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
            return answer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String answer() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("tests/s3-storage has ended: run it by hand to see why");
        }
        return line;
    }

    @Override
    public void close() {
        HostProcess.end(process);
    }
}
