/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.store.SentObject;
import io.heapsight.store.read.DumpNames;
import io.heapsight.store.read.ManifestObject;
import io.heapsight.store.read.StoredEvidence;
import java.util.List;
import java.util.Optional;

/**
 * The objects of a dump in the store: those that exist with the size in the manifest. A missing
 * folder has no objects.
 */
record UploadedDump(List<SentObject> objects) {
    static final UploadedDump NOTHING = new UploadedDump(List.of());

    UploadedDump {
        objects = List.copyOf(objects);
    }

    static UploadedDump of(Optional<StoredEvidence> folder) {
        return folder.map(
                        it ->
                                new UploadedDump(
                                        it.objects().stream()
                                                .filter(ManifestObject::isComplete)
                                                .map(ManifestObject::object)
                                                .toList()))
                .orElse(NOTHING);
    }

    /** Whether a Job has uploaded the summary. */
    boolean hasSummary(DumpRecord dump) {
        String summary = DumpNames.summary(dump.id());
        return objects.stream().anyMatch(each -> each.name().equals(summary));
    }
}
