/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Reads objects from a folder on a volume. The version of a file is its size and time. */
final class FileObjectReader implements ObjectReader {
    /** Steps of a path in a store: cluster, namespace, pod, target, evidence, file. */
    private static final int DEEPEST = 12;

    private final StoreUrl url;
    private final Path root;

    FileObjectReader(StoreUrl url) {
        this.url = url;
        this.root = Path.of(url.prefix());
    }

    @Override
    public RangeResponse open(String key, long from, long end, Optional<String> version)
            throws StoreFailure {
        Path file = root.resolve(key).normalize();
        if (!file.startsWith(root)) {
            throw ReadFailures.missing(url.of(key));
        }
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            String now = found.size() + "-" + found.lastModifiedTime().toMillis();
            if (version.filter(it -> !it.equals(now)).isPresent()) {
                throw ReadFailures.changed(url.of(key));
            }
            if (!found.isRegularFile()) {
                throw ReadFailures.missing(url.of(key));
            }
            FileChannel channel = FileChannel.open(file);
            return new RangeResponse(
                    Channels.newInputStream(channel.position(from)),
                    false,
                    OptionalLong.of(found.size()),
                    now);
        } catch (NoSuchFileException _) {
            throw ReadFailures.missing(url.of(key));
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException e) {
            throw failure(key, e);
        }
    }

    @Override
    public List<ListedObject> list(String prefix, int most) throws StoreFailure {
        if (!Files.isDirectory(root)) {
            throw failure(prefix, new IOException("no such folder: is the volume mounted there?"));
        }
        try (Stream<Path> files = Files.walk(root, DEEPEST)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(DurableFiles.PART))
                    .map(file -> new ListedObject(root.relativize(file).toString(), size(file)))
                    .filter(each -> each.key().startsWith(prefix))
                    .limit(most)
                    .sorted((one, other) -> one.key().compareTo(other.key()))
                    .toList();
        } catch (IOException e) {
            throw failure(prefix, e);
        } catch (UncheckedIOException e) {
            throw failure(prefix, new IOException(IoReason.of(e), e));
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException _) {
            return 0; // deleted since it was found
        }
    }

    private StoreFailure failure(String key, IOException e) {
        return new StoreFailure(
                new Problem(
                        Problem.Kind.UNAVAILABLE,
                        "The store can't be read",
                        url.of(key) + ": " + IoReason.of(e),
                        "Mount the volume there, and check that this user may read it."),
                e);
    }

    @Override
    public void close() {
        // holds nothing open
    }
}
