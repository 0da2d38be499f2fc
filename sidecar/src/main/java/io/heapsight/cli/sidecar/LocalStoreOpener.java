/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.sidecar;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.config.SidecarConfig;
import io.heapsight.kept.KeptFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Opens a store in the data directory, and deletes incomplete files of earlier starts. */
final class LocalStoreOpener {
    private LocalStoreOpener() {}

    /** Opens a store in the data directory. */
    @FunctionalInterface
    interface Opening<S> {
        S in(Path dataDirectory) throws IOException;
    }

    /**
     * Opens a store.
     *
     * @throws ProblemException if the data directory can't be read
     */
    static <S> S open(
            SidecarConfig config, EventLog log, Opening<S> opening, Function<S, KeptFiles<?>> files)
            throws ProblemException {
        try {
            S store = opening.in(config.dataDir());
            List<String> removed = files.apply(store).removeLeftovers();
            if (!removed.isEmpty()) {
                log.warn("leftovers removed", field("files", String.join(", ", removed)));
            }
            return store;
        } catch (IOException e) {
            throw new ProblemException(DumpWiring.unreadable(config, e), e);
        }
    }
}
