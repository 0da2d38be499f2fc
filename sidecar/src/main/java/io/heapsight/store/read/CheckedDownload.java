/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.ObjectReader;
import io.heapsight.store.ReadFailures;
import io.heapsight.store.SentObject;
import io.heapsight.store.StoreFailure;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import io.heapsight.unit.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Downloads an object, and verifies the copy with the manifest beside the object. */
public final class CheckedDownload {
    private final ObjectReader source;
    private final Progress progress;
    private final CancelSignal cancel;

    public CheckedDownload(ObjectReader source, Progress progress, CancelSignal cancel) {
        this.source = source;
        this.progress = progress;
        this.cancel = cancel;
    }

    /**
     * Copies an object, or its missing ranges.
     *
     * @param where the object in messages
     * @return the SHA-256, if a manifest confirmed it
     * @throws StoreFailure also if the copy differs from the manifest; it is deleted then
     */
    public Optional<String> copy(String key, String where, Path file)
            throws IOException, ProblemException {
        new ObjectDownload(source, ObjectDownload.Limits.USUAL, progress, cancel)
                .copy(key, where, file);
        Optional<SentObject> described = new ManifestReader(source).describing(key);
        if (described.isEmpty()) {
            return Optional.empty();
        }
        SentObject object = described.get();
        long bytes = Files.size(file);
        if (bytes != object.bytes()) {
            throw different(where, file, "%d bytes instead of %d".formatted(bytes, object.bytes()));
        }
        String sha256 = sha256(file, bytes);
        if (!sha256.equals(object.sha256())) {
            throw different(
                    where, file, "SHA-256 %s instead of %s".formatted(sha256, object.sha256()));
        }
        return Optional.of(sha256);
    }

    /** Returns whether the next download into the file continues an earlier one. */
    public static boolean isContinued(Path file) {
        return DownloadedRanges.read(file).filter(state -> state.bytesDone() > 0).isPresent();
    }

    /** Deletes a copy, and the state beside it. */
    public static void delete(Path file) throws IOException {
        Files.deleteIfExists(DownloadedRanges.beside(file));
        Files.deleteIfExists(file);
    }

    /** Completes a copy: it can't be continued afterwards. */
    public static void complete(Path file) throws IOException {
        Files.deleteIfExists(DownloadedRanges.beside(file));
    }

    private static StoreFailure different(String where, Path file, String how) throws IOException {
        delete(file);
        return ReadFailures.different(where, how + " according to its manifest.json");
    }

    private String sha256(Path file, long bytes) throws IOException {
        return Sha256.of(
                file,
                done -> {
                    cancel.throwIfCancelled();
                    progress.at("checking", done, bytes);
                });
    }
}
