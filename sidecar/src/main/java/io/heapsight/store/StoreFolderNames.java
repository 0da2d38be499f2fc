/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Creates names of folders in a store:
 *
 * <pre>
 * CLUSTER/NAMESPACE/POD/TARGET/20261121T221930120Z-7.heapdump
 * </pre>
 *
 * Unknown parts are omitted.
 *
 * @param place from the widest to the nearest
 */
public record StoreFolderNames(List<String> place) {
    private static final int MOST_CHARACTERS = 100;

    public StoreFolderNames {
        place = List.copyOf(place);
    }

    /** Returns the folder for evidence of a target. */
    String folder(EvidenceKind kind, String id, String target) {
        return Stream.concat(
                        place.stream().filter(each -> !each.isBlank()),
                        Stream.of(target, id + "." + kind.label()))
                .map(StoreFolderNames::segment)
                .collect(Collectors.joining("/"));
    }

    /** Converts a text to a step of a path that is valid in every store. */
    static String segment(String text) {
        String safe = text.replaceAll("[^A-Za-z0-9._-]+", "_").replaceAll("^\\.+", "_");
        String named = safe.isEmpty() ? "_" : safe;
        return named.length() <= MOST_CHARACTERS ? named : named.substring(0, MOST_CHARACTERS);
    }
}
