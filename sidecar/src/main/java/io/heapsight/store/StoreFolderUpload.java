/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.store.read.ManifestReader;
import io.heapsight.unit.Labelled;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Progress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Adds files to a folder of a store, such as the summaries of a stored heap dump. Replaces objects
 * of the same name. If the folder has a manifest, adds the files to it.
 *
 * @param url of the store
 */
public record StoreFolderUpload(
        ObjectStore store,
        ObjectReader source,
        StoreUrl url,
        Progress progress,
        InstantSource clock) {
    /**
     * Uploads the files.
     *
     * @param folder without a slash at its ends; "" for the store itself
     * @throws StoreFailure from the store
     * @throws IOException from a file
     */
    public void send(String folder, List<Path> files) throws IOException, ProblemException {
        Optional<StoreManifest> before = manifest(folder);
        Map<String, String> metadata =
                before.map(StoreManifest::evidence)
                        .map(Evidence::metadata)
                        .orElse(Map.of("heapsight-kind", EvidenceKind.HEAPDUMP.label()));
        ObjectUpload upload = new ObjectUpload(store, folder, metadata, progress);
        List<SentObject> added = new ArrayList<>();
        for (Path file : files) {
            EvidenceFile asItIs =
                    new EvidenceFile(file, file.getFileName().toString(), EvidenceFile.Form.AS_IS);
            added.add(upload.send(asItIs, StoreFolderUpload::copy).object());
        }
        if (before.isPresent()) {
            upload.send(with(before.get(), added), files.getFirst());
        }
    }

    private static void copy(EvidenceFile file, OutputStream out) throws IOException {
        Files.copy(file.path(), out);
    }

    private StoreManifest with(StoreManifest before, List<SentObject> added) {
        Set<String> names = added.stream().map(SentObject::name).collect(Collectors.toSet());
        List<SentObject> all = new ArrayList<>(added);
        before.objects().stream().filter(each -> !names.contains(each.name())).forEach(all::add);
        return new StoreManifest(before.evidence(), clock.instant(), all);
    }

    /**
     * Returns the manifest of a folder; empty if there is none, or if heapsight did not write it.
     */
    private Optional<StoreManifest> manifest(String folder) throws StoreFailure {
        String name = folder.isEmpty() ? StoreManifest.NAME : folder + "/" + StoreManifest.NAME;
        try {
            ManifestReader.Manifest read = new ManifestReader(source).read(url.key(name));
            Optional<EvidenceKind> kind = Labelled.find(EvidenceKind.values(), read.kind());
            if (kind.isEmpty()) {
                return Optional.empty();
            }
            Evidence evidence =
                    new Evidence(
                            kind.get(),
                            read.id(),
                            read.target(),
                            read.caller(),
                            folder,
                            List.of(),
                            List.of());
            return Optional.of(new StoreManifest(evidence, read.storedAt(), read.objects()));
        } catch (StoreFailure e) {
            if (e.told().problem().kind() == Problem.Kind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        } catch (IOException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
