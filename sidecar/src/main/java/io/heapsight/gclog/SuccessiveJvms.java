/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gc.GcActivity;
import io.heapsight.gclog.GcLogSummary.GcLogSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JVMs that wrote a log one after the other, with the same pid or none. The figures are of the
 * last one that ran long enough for findings: others may have had another heap. They are of all
 * lines if none ran that long, or if lines of several JVMs alternate.
 */
final class SuccessiveJvms {
    private final GcLogTally all = new GcLogTally();
    private GcLogTally last = new GcLogTally();

    /** The last one that has ended and ran long enough. */
    private @Nullable GcLogTally ended;

    /**
     * Adds a line.
     *
     * @param events in it
     */
    void line(GcLogStamp stamp, List<GcLogEvent> events) {
        if (last.isEndedBy(events)) {
            all.end();
            last.end();
        }
        if (all.stamp(stamp) && !all.isInterleaved()) {
            ended = isLong(last) ? last : ended;
            last = last.next();
        }
        last.stamp(stamp);
        events.forEach(this::add);
    }

    /** Adds an event of the last line. */
    void add(GcLogEvent event) {
        all.add(event);
        last.add(event);
    }

    private static boolean isLong(GcLogTally jvm) {
        return jvm.seconds() >= GcActivity.LEAST_PERIOD_SECONDS;
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
        if (all.jvms() > 1 && !all.isInterleaved()) {
            GcLogTally lastLong = isLong(last) ? last : ended;
            chosen = lastLong == null ? all : lastLong;
            notes.add(
                    "%d JVMs wrote this log, one after the other. %s"
                            .formatted(all.jvms(), which(lastLong)));
        }
        return chosen.summary(source, all.jvms(), notes);
    }

    private String which(@Nullable GcLogTally chosen) {
        double least = GcActivity.LEAST_PERIOD_SECONDS;
        return chosen == null
                ? "None ran for %.0f s, so these figures are of all.".formatted(least)
                : ("These figures are of the last one that ran for %.0f s;"
                                + " the others ran for %.0f s in total.")
                        .formatted(least, all.seconds() - chosen.seconds());
    }
}
