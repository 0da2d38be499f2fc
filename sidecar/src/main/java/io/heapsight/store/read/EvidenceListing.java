/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import io.heapsight.store.EvidenceKind;
import io.heapsight.store.ListedObject;
import io.heapsight.store.ObjectReader;
import io.heapsight.store.StoreFailure;
import io.heapsight.store.StoreManifest;
import io.heapsight.store.StoreUrl;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Labelled;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Lists the evidence in a store, the newest first, and compares each manifest with the store. */
public final class EvidenceListing {
    /** Maximum number of listed objects: 50,000 take some 10 MiB. */
    private static final int MOST_LISTED = 50_000;

    private final ObjectReader source;
    private final StoreUrl url;
    private final CancelSignal cancel;

    /** A folder with evidence, and its objects with their sizes. */
    private record Folder(String name, String id, EvidenceKind kind, Map<String, Long> objects) {}

    public EvidenceListing(ObjectReader source, StoreUrl url, CancelSignal cancel) {
        this.source = source;
        this.url = url;
        this.cancel = cancel;
    }

    /**
     * Lists evidence.
     *
     * @param most maximum number
     * @throws StoreFailure from the store
     */
    public StoreContents read(int most) throws StoreFailure {
        String below = url.key("");
        List<ListedObject> objects = source.list(below, MOST_LISTED);
        List<Folder> folders = folders(below, objects);
        List<Folder> shown = folders.subList(0, Math.min(most, folders.size()));
        return new StoreContents(
                url.toString(),
                ParallelObjectReads.all(shown, folder -> compared(below, folder)),
                folders.size() > most || objects.size() == MOST_LISTED);
    }

    /**
     * Finds the evidence in one folder.
     *
     * @param folder below the store's URL, without a slash at its ends
     * @return one or no evidence
     * @throws StoreFailure from the store
     */
    public StoreContents find(String folder) throws StoreFailure {
        String below = url.key("");
        List<Folder> found =
                folders(below, source.list(below + folder + "/", MOST_LISTED)).stream()
                        .filter(each -> each.name().equals(folder))
                        .toList();
        return new StoreContents(
                url.toString(),
                ParallelObjectReads.all(found, each -> compared(below, each)),
                false);
    }

    private static List<Folder> folders(String below, List<ListedObject> objects) {
        Map<String, Folder> found = new HashMap<>();
        for (ListedObject each : objects) {
            int slash = each.key().lastIndexOf('/');
            if (slash <= below.length() - 1 || !each.key().startsWith(below)) {
                continue;
            }
            String name = each.key().substring(below.length(), slash);
            Optional<Folder> folder = Optional.ofNullable(found.get(name)).or(() -> folder(name));
            folder.ifPresent(
                    it -> {
                        found.put(name, it);
                        it.objects().put(each.key().substring(slash + 1), each.bytes());
                    });
        }
        return found.values().stream()
                .sorted(Comparator.comparing(Folder::id).reversed().thenComparing(Folder::name))
                .toList();
    }

    /** Returns the folder of an object; empty if the name does not end with ID.KIND. */
    private static Optional<Folder> folder(String name) {
        String last = name.substring(name.lastIndexOf('/') + 1);
        int dot = last.lastIndexOf('.');
        return dot < 1
                ? Optional.empty()
                : Labelled.find(EvidenceKind.values(), last.substring(dot + 1))
                        .map(
                                kind ->
                                        new Folder(
                                                name,
                                                last.substring(0, dot),
                                                kind,
                                                new HashMap<>()));
    }

    private StoredEvidence compared(String below, Folder folder) throws StoreFailure {
        cancel.throwIfCancelled();
        if (!folder.objects().containsKey(StoreManifest.NAME)) {
            return without(folder, StoredEvidence.State.UNFINISHED);
        }
        try {
            String key = below + folder.name() + "/" + StoreManifest.NAME;
            ManifestReader.Manifest manifest = new ManifestReader(source).read(key);
            List<ManifestObject> objects =
                    manifest.objects().stream()
                            .map(
                                    each -> {
                                        Long bytes = folder.objects().get(each.name());
                                        return new ManifestObject(
                                                each,
                                                bytes == null
                                                        ? OptionalLong.empty()
                                                        : OptionalLong.of(bytes));
                                    })
                            .toList();
            boolean complete = objects.stream().allMatch(ManifestObject::isComplete);
            return new StoredEvidence(
                    folder.name(),
                    folder.kind(),
                    folder.id(),
                    manifest.target(),
                    manifest.caller(),
                    Optional.of(manifest.storedAt()),
                    complete ? StoredEvidence.State.COMPLETE : StoredEvidence.State.DIFFERENT,
                    objects);
        } catch (StoreFailure e) {
            throw e;
        } catch (IOException _) {
            return without(folder, StoredEvidence.State.UNREADABLE);
        }
    }

    private static StoredEvidence without(Folder folder, StoredEvidence.State state) {
        return new StoredEvidence(
                folder.name(),
                folder.kind(),
                folder.id(),
                "",
                "",
                Optional.empty(),
                state,
                List.of());
    }
}
