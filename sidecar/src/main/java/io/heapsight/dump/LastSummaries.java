/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The figures of the last heap summary of each target that runs. Thread-safe. */
public final class LastSummaries {
    private final Map<Integer, SummaryFigures> figures = new ConcurrentHashMap<>();

    public void keep(int pid, SummaryFigures last) {
        figures.put(pid, last);
    }

    /** Those of a target, when it has been analysed. */
    public Optional<SummaryFigures> of(int pid) {
        return Optional.ofNullable(figures.get(pid));
    }

    /** Forgets a target that is gone; its dumps stay. */
    public void forget(int pid) {
        figures.remove(pid);
    }
}
