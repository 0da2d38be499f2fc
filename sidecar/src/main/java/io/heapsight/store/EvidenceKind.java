/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import io.heapsight.unit.Labelled;
import java.util.Arrays;
import java.util.Optional;

/** The kinds of evidence, in upload order: small and informative ones first. */
public enum EvidenceKind implements Labelled {
    POSTMORTEM("/postmortems/"),
    HISTOGRAM("/histogram/kept/"),
    THREADS("/threads/kept/"),
    GARBAGE("/garbage/kept/"),
    GCLOG("/gclog/"),
    PROFILE("/profiles/"),
    RECORDING("/recordings/"),
    HEAPDUMP("/heapdumps/");

    private final String path;

    EvidenceKind(String path) {
        this.path = path;
    }

    /** Returns the kind of the evidence at an API path; empty if it can't be uploaded. */
    public static Optional<EvidenceKind> servedAt(String path) {
        return Arrays.stream(values()).filter(kind -> path.startsWith(kind.path)).findFirst();
    }

    /** Returns the id in a path of the API. */
    public String idOf(String path) {
        String rest = path.substring(this.path.length());
        int slash = rest.indexOf('/');
        return slash < 0 ? rest : rest.substring(0, slash);
    }
}
