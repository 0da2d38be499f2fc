/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store.read;

import java.util.regex.Pattern;

/** The names of heap dumps in a store, and of the summaries beside them. */
public final class DumpNames {
    private static final String SUMMARY = ".summary.json";

    private static final Pattern DUMP = Pattern.compile("\\.hprof(?:\\.(?:gz|zst|zip))?$");
    private static final Pattern END = Pattern.compile("(?:\\.hprof)?(?:\\.(?:gz|zst|zip))?$");

    private DumpNames() {}

    /** Returns the name without the extensions of a heap dump: that of its summaries, too. */
    public static String stem(String name) {
        return END.matcher(name).replaceFirst("");
    }

    /** Returns the name of a dump that a sidecar uploads. */
    public static String uploaded(String id) {
        return id + ".hprof.gz";
    }

    /** Returns the name of a summary in JSON. */
    public static String summary(String stem) {
        return stem + SUMMARY;
    }

    /** Returns whether a name is that of a heap dump. */
    static boolean isDump(String name) {
        return DUMP.matcher(name).find();
    }

    /** Returns whether a name is that of a summary in JSON. */
    static boolean isSummary(String name) {
        return name.endsWith(SUMMARY);
    }

    /** Returns the stem of the name of a summary. */
    static String stemOfSummary(String name) {
        return name.substring(0, name.length() - SUMMARY.length());
    }
}
