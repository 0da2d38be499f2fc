/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import java.util.Optional;

/**
 * Collects the brackets of one pause in a GC log of JDK 8, which may span several lines and contain
 * nested brackets:
 *
 * <pre>
 * 0.088: [GC (Allocation Failure) 0.088: [DefNew
 * Desired survivor size 557056 bytes, new threshold 1 (max 15)
 * : 8704K-&gt;1087K(9792K), 0.0027616 secs] 8704K-&gt;1314K(31680K), 0.0028646 secs] [Times: …]
 * </pre>
 *
 * <p>Holds the text outside the inner brackets, {@value #MOST_CHARS} characters at most.
 */
final class LegacyGcLogPause {
    private static final int MOST_CHARS = 16 * 1024;
    private static final int MOST_LINES = 64;
    private static final String SECONDS = " secs";

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder inner = new StringBuilder();
    private int depth;
    private int lines;
    private boolean overflown;

    /**
     * A pause.
     *
     * @param text between its brackets, without nested ones
     * @param inner the text of the nested brackets, without deeper ones
     * @param seconds as written, "0.0028646"
     */
    record Pause(GcCycleKind kind, String text, String inner, String seconds) {}

    /** Returns whether the last line ended a group that was too long to be a pause. */
    boolean isOverflown() {
        return overflown;
    }

    /** Parses a line; returns the pause that it completes. */
    Optional<Pause> take(String line) {
        int from = 0;
        overflown = false;
        if (depth == 0) {
            from = start(line);
            if (from < 0) {
                return Optional.empty();
            }
            text.setLength(0);
            inner.setLength(0);
            lines = 0;
        }
        lines++;
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '[') {
                depth++;
                inner.append(depth == 2 ? "[" : "");
            } else if (c == ']' && --depth == 0) {
                return pause(text.toString(), inner.toString());
            } else if (depth == 1) {
                text.append(c);
            } else if (depth == 2) {
                inner.append(c);
            }
        }
        if (lines >= MOST_LINES || text.length() + inner.length() > MOST_CHARS) {
            depth = 0; // not a pause of a JVM
            overflown = true;
        }
        return Optional.empty();
    }

    private static int start(String line) {
        int young = line.indexOf("[GC");
        int full = line.indexOf("[Full GC");
        return young < 0 || full < 0 ? Math.max(young, full) : Math.min(young, full);
    }

    private static Optional<Pause> pause(String text, String inner) {
        int comma = text.lastIndexOf(", ");
        if (comma < 0 || !text.endsWith(SECONDS) || text.startsWith("GC concurrent")) {
            return Optional.empty();
        }
        String seconds = text.substring(comma + 2, text.length() - SECONDS.length());
        return Optional.of(new Pause(kind(text), text, inner, seconds));
    }

    private static GcCycleKind kind(String text) {
        if (text.startsWith("Full")) {
            return GcCycleKind.FULL;
        }
        boolean isOfCycle =
                text.startsWith("GC remark")
                        || text.startsWith("GC cleanup")
                        || text.startsWith("GC (CMS ");
        return isOfCycle ? GcCycleKind.CONCURRENT : GcCycleKind.YOUNG;
    }
}
