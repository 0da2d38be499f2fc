/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.kept.FilesInUse;
import io.heapsight.kept.KeptFile;
import io.heapsight.kept.KeptFiles;
import io.heapsight.unit.ProblemException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Where evidence of one kind is kept. */
public interface EvidenceSource {
    /**
     * What there is of one.
     *
     * @param target its name
     */
    record Found(String target, List<EvidenceFile> files) {}

    /** The one with that id; empty when there is none any more. */
    Optional<Found> find(String id) throws ProblemException;

    /** Keeps it from being removed until that is closed. */
    FilesInUse.Use use(String id);

    /** That of files that are kept with their summaries. */
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
