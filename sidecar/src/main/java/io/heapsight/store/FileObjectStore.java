/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Stores objects in a folder on a volume that outlives the pod. An object gets its name when it is
 * complete.
 */
final class FileObjectStore implements ObjectStore {
    private final StoreUrl url;
    private final Path root;

    FileObjectStore(StoreUrl url) {
        this.url = url;
        this.root = Path.of(url.prefix());
    }

    @Override
    public ObjectOutput begin(String name, String mediaType, Map<String, String> metadata)
            throws StoreFailure {
        Path file = root.resolve(name);
        Path part = file.resolveSibling(file.getFileName() + DurableFiles.PART);
        try {
            if (!Files.isDirectory(root)) {
                throw new IOException("no such folder: is the volume mounted there?");
            }
            DurableFiles.createFolder(file.resolveSibling(""));
            Files.deleteIfExists(part);
            return new Output(file, part, Channels.newOutputStream(DurableFiles.create(part)));
        } catch (IOException e) {
            throw failure(name, e);
        }
    }

    @Override
    public void removeLeftovers(String folder) throws StoreFailure {
        Path there = root.resolve(folder);
        if (!Files.isDirectory(there)) {
            return;
        }
        try (DirectoryStream<Path> parts =
                Files.newDirectoryStream(there, "*" + DurableFiles.PART)) {
            for (Path part : parts) {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw failure(folder, e);
        }
    }

    @Override
    public void abandon() {
        // the next upload to this folder deletes incomplete files
    }

    @Override
    public void close() {
        // holds nothing open
    }

    private StoreFailure failure(String name, IOException e) {
        return new StoreFailure(
                new Problem(
                        Problem.Kind.UNAVAILABLE,
                        "The store can't be written to",
                        url.of(name) + ": " + IoReason.of(e),
                        "At that folder of the sidecar's container, mount a volume that"
                                + " the sidecar's user may write to (fsGroup: 1000), and check its"
                                + " free space."),
                e);
    }

    private final class Output extends ObjectOutput {
        private final Path file;
        private final Path part;
        private final OutputStream out;
        private long bytes;

        Output(Path file, Path part, OutputStream out) {
            this.file = file;
            this.part = part;
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            try {
                out.write(from, offset, length);
                bytes += length;
            } catch (IOException e) {
                throw failure(name(), e);
            }
        }

        @Override
        public boolean finish(String sha256) throws StoreFailure {
            try {
                out.close();
                if (Files.size(part) != bytes) {
                    throw new IOException(
                            "%d bytes were written, but the file has %d"
                                    .formatted(bytes, Files.size(part)));
                }
                DurableFiles.publish(part, file);
                return true;
            } catch (IOException e) {
                throw failure(name(), e);
            }
        }

        /** Deletes the object if it is unfinished. */
        @Override
        public void close() throws IOException {
            out.close();
            Files.deleteIfExists(part);
        }

        private String name() {
            return root.relativize(file).toString();
        }
    }
}
