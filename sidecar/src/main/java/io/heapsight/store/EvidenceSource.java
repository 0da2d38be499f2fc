/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The source of evidence of one kind. */
public interface EvidenceSource {
    /**
     * The files of one capture.
     *
     * @param target its name
     */
    record Found(String target, List<EvidenceFile> files) {}

    /** The one with that id; empty if there is none any more. */
    Optional<Found> find(String id) throws ProblemException;

    /** Protects it from deletion until that is closed. */
    FilesInUse.Use use(String id);

    /** The source for files that are stored with their summaries. */
    static <R extends KeptFile> EvidenceSource of(
            KeptFiles<R> kept, Function<R, List<EvidenceFile>> files) {
        return new EvidenceSource() {
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
