/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.store;

import io.heapsight.cli.output.Console;
import io.heapsight.cli.output.InterruptHandler;
import io.heapsight.cli.output.ProgressLine;
import io.heapsight.store.SentObject;
import io.heapsight.store.StoreSettings;
import io.heapsight.store.read.CheckedDownload;
import io.heapsight.store.read.ManifestObject;
import io.heapsight.store.read.ObjectUrl;
import io.heapsight.store.read.StoreReadChild;
import io.heapsight.store.read.StoredEvidence;
import io.heapsight.unit.ByteSize;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Downloads objects into a directory that the user names. An incomplete file has the suffix
 * ".part"; a repeated download continues it.
 */
final class EvidenceDownload {
    private final Console console;
    private final StoreEnvironment environment;
    private final Path directory;

    /** Copies an object; returns its SHA-256 if a manifest confirmed it. */
    @FunctionalInterface
    private interface Copying {
        Optional<String> to(Path file, ProgressLine progress, CancelSignal cancel)
                throws IOException, ProblemException;
    }

    EvidenceDownload(Console console, StoreEnvironment environment, Path directory) {
        this.console = console;
        this.environment = environment;
        this.directory = directory.toAbsolutePath().normalize();
    }

    /** Downloads all objects of evidence into a folder with its name. */
    void evidence(StoreSettings settings, StoredEvidence evidence)
            throws IOException, ProblemException {
        if (evidence.objects().isEmpty()) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The evidence has no manifest",
                    evidence.folder() + " is " + evidence.state().label() + ".",
                    "Wait for the upload, or start it again; or name the URL of an object.");
        }
        Path folder = directory.resolve(evidence.id() + "." + evidence.kind().label());
        createFolder(folder);
        StoreReadChild reader = new StoreReadChild(settings);
        for (ManifestObject each : evidence.objects()) {
            String key = settings.url().key(evidence.folder() + "/" + each.object().name());
            Path whole = folder.resolve(each.object().name());
            if (isThere(whole, each.object())) {
                tell(whole, "there already: sha256 " + each.object().sha256());
                continue;
            }
            copy(whole, (file, progress, cancel) -> reader.copy(key, file, progress, cancel));
        }
    }

    /** Downloads one object. */
    void object(ObjectUrl url) throws IOException, ProblemException {
        String name = url.lastSegment().replaceAll("[^A-Za-z0-9._-]+", "_");
        copy(
                directory.resolve(name.isEmpty() ? "object" : name),
                (file, progress, cancel) -> environment.copy(url, file, progress, cancel));
    }

    /** Whether an earlier download completed an object. */
    private boolean isThere(Path file, SentObject object) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) != object.bytes()) {
            return false;
        }
        CancelSignal cancel = new CancelSignal();
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            String sha256 =
                    Sha256.of(
                            file,
                            done -> {
                                cancel.throwIfCancelled();
                                progress.at("checking", done, object.bytes());
                            });
            return sha256.equals(object.sha256());
        }
    }

    private void tell(Path file, String state) throws IOException {
        console.out().printf("%s  %s  %s%n", file, new ByteSize(Files.size(file)), state);
    }

    private void copy(Path file, Copying copying) throws IOException, ProblemException {
        if (Files.exists(file)) {
            throw new ProblemException(
                    Problem.Kind.CONFLICT,
                    "The output would overwrite a file",
                    file + " exists already",
                    "Name another directory with --output, or delete the file.");
        }
        Path part = file.resolveSibling(file.getFileName() + DurableFiles.PART);
        CancelSignal cancel = new CancelSignal();
        Optional<String> sha256;
        try (InterruptHandler _ = new InterruptHandler(cancel);
                ProgressLine progress = ProgressLine.on(console)) {
            sha256 = copying.to(part, progress, cancel);
        }
        DurableFiles.publishNew(part, file);
        CheckedDownload.delete(part);
        tell(
                file,
                sha256.map(it -> "sha256 " + it + ", as in its manifest")
                        .orElse("not in a manifest: size only"));
    }

    private static void createFolder(Path folder) throws ProblemException {
        try {
            DurableFiles.createFolder(folder);
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The output can't be written",
                    folder + ": " + IoReason.why(e),
                    "Name a directory that this user may write to: --output.",
                    e);
        }
    }
}
