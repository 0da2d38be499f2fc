/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gc.GcActivity;
import io.heapsight.gclog.GcLogSummary.GcLogSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Separates the JVMs that wrote a log one after the other, with the same pid or none. The figures
 * describe the last JVM that ran long enough for findings, because others may have had another
 * heap. The figures cover all lines if no JVM ran that long, if several ended early after it, or if
 * lines of several JVMs alternate.
 */
final class SuccessiveJvms {
    private final GcLogTally all = new GcLogTally();
    private GcLogTally last = new GcLogTally();

    /** The last JVM that has ended and ran long enough. */
    private @Nullable GcLogTally ended;

    /** The JVM before the last one. */
    private @Nullable GcLogTally previous;

    /** Number of JVMs that have ended since then, all of them early. */
    private int shortLived;

    /**
     * Adds a line.
     *
     * @param events in it
     */
    void line(GcLogStamp stamp, List<GcLogEvent> events) {
        if (events.isEmpty()
                && !stamp.hasLevel()
                && all.time().isEarlier(stamp.uptimeSeconds(), stamp.epochSeconds())) {
            return; // a line of the program, such as "[12ms] done"
        }
        if (last.isEndedBy(stamp, events)) {
            all.end();
            last.end();
        }
        if (all.stamp(stamp) && !all.time().isInterleaved()) {
            shortLived = isLong(last) ? 0 : shortLived + 1;
            ended = isLong(last) ? last : ended;
            previous = last;
            last = last.next();
        }
        last.stamp(stamp);
        events.forEach(this::add);
    }

    /** Adds an event of the last line. */
    void add(GcLogEvent event) {
        all.add(event);
        last.add(event);
        if (previous != null && last.continues(previous)) {
            all.time().interleave(); // a short one, such as a health check, ran beside it
        }
    }

    /** Whether several JVMs in a row ended early: then the JVM before them is not the problem. */
    private boolean isCrashLoop() {
        return shortLived > 1;
    }

    private static boolean isLong(GcLogTally jvm) {
        return jvm.time().seconds() >= GcActivity.LEAST_PERIOD_SECONDS;
    }

    boolean isGcLog() {
        return all.isGcLog();
    }

    long collections() {
        return all.collections();
    }

    GcLogSummary summary(GcLogSource source, List<String> moreNotes) {
        List<String> notes = new ArrayList<>(moreNotes);
        GcLogTally chosen = all;
        if (all.time().jvms() > 1 && !all.time().isInterleaved()) {
            GcLogTally lastLong = isLong(last) ? last : isCrashLoop() ? null : ended;
            chosen = lastLong == null ? all : lastLong;
            notes.add(
                    "%d JVMs wrote this log, one after the other. %s"
                            .formatted(all.time().jvms(), which(lastLong)));
        }
        return chosen.summary(source, all.time().jvms(), notes);
    }

    private String which(@Nullable GcLogTally chosen) {
        double least = GcActivity.LEAST_PERIOD_SECONDS;
        return chosen == null
                ? "The last ones ran for less than %.0f s each, so these figures are of all."
                        .formatted(least)
                : ("These figures are of the last one that ran for %.0f s;"
                                + " the others ran for %.0f s in total.")
                        .formatted(least, all.time().seconds() - chosen.time().seconds());
    }
}
