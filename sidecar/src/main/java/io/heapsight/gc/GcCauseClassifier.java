/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gc;

import java.util.List;

/**
 * Classifies the causes of collections by HotSpot's names (<a
 * href="https://github.com/openjdk/jdk/blob/master/src/hotspot/share/gc/shared/gcCause.cpp">gcCause.cpp</a>).
 * Shenandoah's log contains a cause within a sentence.
 */
public final class GcCauseClassifier {
    /** Prefix of Threshold and Aggressive (JDK 20 and later): collections unload compiled code. */
    private static final String CODE_CACHE = "CodeCache GC ";

    private static final List<String> REQUESTED =
            List.of(
                    "System.gc()",
                    "JvmtiEnv",
                    "Diagnostic Command",
                    "Heap Dump Initiated GC",
                    "Heap Inspection Initiated GC",
                    "Metadata GC ",
                    CODE_CACHE,
                    "Last ditch collection");

    /** Causes if metaspace is at its maximum; JDK 8 has the second one. */
    private static final List<String> METASPACE_FULL =
            List.of("Metadata GC Clear Soft References", "Last ditch collection");

    private GcCauseClassifier() {}

    /**
     * Returns whether the program, a tool, metaspace or the code cache requested a collection: such
     * a collection is no sign of a full heap.
     */
    public static boolean isRequested(String cause) {
        return REQUESTED.stream().anyMatch(cause::contains);
    }

    /** Returns whether a collection is the last attempt to free metaspace before an error. */
    public static boolean isOfFullMetaspace(String cause) {
        return METASPACE_FULL.stream().anyMatch(cause::contains);
    }

    /** Returns whether a collection should free the code cache. */
    public static boolean isOfCodeCache(String cause) {
        return cause.contains(CODE_CACHE);
    }
}
