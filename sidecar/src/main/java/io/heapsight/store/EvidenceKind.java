/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import java.util.Arrays;
import java.util.Optional;

/** What can be stored. */
public enum EvidenceKind {
    HEAPDUMP("heapdump", "/heapdumps/"),
    RECORDING("recording", "/recordings/"),
    PROFILE("profile", "/profiles/"),
    THREADS("threads", "/threads/kept/"),
    POSTMORTEM("postmortem", "/postmortems/");

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

    /** What is served at a path of the API, by its kind; empty where it can't be stored. */
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
