/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names the metrics that figures were read from, and the figures that are missing.
 *
 * @param wanted figures that may be missing
 */
public record FigureSources(Fleet fleet, Collection<PodFigure> wanted) {
    /** Returns the sentences. */
    public List<String> sentences() {
        Map<PodFigure, String> sources = new TreeMap<>(fleet.sources());
        String metrics =
                sources.values().stream().distinct().sorted().collect(Collectors.joining(", "));
        String missing =
                wanted.stream()
                        .distinct()
                        .filter(figure -> !sources.containsKey(figure))
                        .map(PodFigure::words)
                        .collect(Collectors.joining(", "));
        String read =
                "Figures are read from the metrics of %s: %s."
                        .formatted(fleet.dialect().title(), metrics);
        return missing.isEmpty()
                ? List.of(read)
                : List.of(read, "These metrics do not contain: " + missing + ".");
    }
}
