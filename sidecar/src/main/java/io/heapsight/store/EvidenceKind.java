/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of evidence, in upload order: small and informative ones first. */
public enum EvidenceKind {
    POSTMORTEM("postmortem", "/postmortems/"),
    HISTOGRAM("histogram", "/histogram/kept/"),
    THREADS("threads", "/threads/kept/"),
    GARBAGE("garbage", "/garbage/kept/"),
    PROFILE("profile", "/profiles/"),
    RECORDING("recording", "/recordings/"),
    HEAPDUMP("heapdump", "/heapdumps/");

    private final String label;
    private final String path;

    EvidenceKind(String label, String path) {
        this.label = label;
        this.path = path;
    }

    /** The name in documents, names of objects and logs. */
    public String label() {
        return label;
    }

    /** The kind of the evidence at an API path; empty if it can't be uploaded. */
    public static Optional<EvidenceKind> servedAt(String path) {
        return Arrays.stream(values()).filter(kind -> path.startsWith(kind.path)).findFirst();
    }

    /** The id in a path of the API. */
    public String idOf(String path) {
        String rest = path.substring(this.path.length());
        int slash = rest.indexOf('/');
        return slash < 0 ? rest : rest.substring(0, slash);
    }
}
