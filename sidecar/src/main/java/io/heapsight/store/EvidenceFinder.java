/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds captures of one kind to upload, and protects them from deletion. */
public interface EvidenceFinder {
    /**
     * The files of one capture.
     *
     * @param target its name
     */
    record Found(String target, List<EvidenceFile> files) {}

    /** Finds a capture by its id; empty if it no longer exists. */
    Optional<Found> find(String id) throws ProblemException;

    /** Protects a capture from deletion until the result is closed. */
    FilesInUse.Use use(String id);

    /** Creates the finder of files that are stored with their summaries. */
    static <R extends KeptFile> EvidenceFinder of(
            KeptFiles<R> kept, Function<R, List<EvidenceFile>> files) {
        return new EvidenceFinder() {
            @Override
            public Optional<Found> find(String id) {
                return kept.find(id).map(it -> new Found(it.target(), files.apply(it)));
            }

            @Override
            public FilesInUse.Use use(String id) {
                return kept.uses().begin(id);
            }
        };
    }
}
