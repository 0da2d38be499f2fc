/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gclog.GcLogPauseTotals.Pauses;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Sums the pauses in a GC log, of JDK 8 or of unified logging (JDK 9 and later) with any
 * decorations:
 *
 * <pre>
 * [0.095s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 7M-&gt;1M(32M) 2.963ms
 * [0.108s][info][gc,phases] GC(0) Y: Pause Mark Start (Major) 0.022ms
 * 0.051: [GC (Allocation Failure)  8704K-&gt;1322K(31680K), 0.0018003 secs]
 * </pre>
 *
 * <p>Skips other lines. Not thread-safe.
 */
final class GcLogPauseTally {
    private static final String ID = "GC(";
    private static final String PAUSE = "Pause ";
    private static final int MOST_ID_DIGITS = 15;

    /** Maximum length of a pause; a line with a longer one is damaged. */
    private static final double MOST_SECONDS = 86_400;

    private final Map<GcCycleKind, Pauses> pauses = new EnumMap<>(GcCycleKind.class);
    private final LegacyGcLogPause group = new LegacyGcLogPause();
    private boolean cycles;
    private boolean begun;
    private boolean fromStart;
    private double liveBytes = Double.NaN;
    private long liveReadings;
    private long lastFullId = -1;
    private double lastFullSeconds;
    private long updatedId = -1;

    /**
     * Returns whether all collections since the JVM's start were read, or no collection was read
     * yet.
     */
    boolean isFromStart() {
        return !begun || fromStart;
    }

    GcLogPauseTotals figures(boolean isWhole) {
        return new GcLogPauseTotals(
                pauses, !pauses.isEmpty() || !cycles, isWhole, liveBytes, liveReadings);
    }

    /** Parses the next line, without its end. */
    void line(String line) {
        int at = line.indexOf(ID);
        if (at >= 0 && unified(line, at + ID.length())) {
            return;
        }
        if (line.contains(UnifiedGcLogParser.DROPPED)) {
            begun = true;
            fromStart = false;
        }
        group.take(line).ifPresent(this::legacy);
    }

    private boolean unified(String line, int from) {
        int close = line.indexOf(") ", from);
        if (close <= from || close - from > MOST_ID_DIGITS) {
            return false;
        }
        long id = 0;
        for (int i = from; i < close; i++) {
            int digit = line.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            id = 10 * id + digit;
        }
        begin(id == 0);
        message(id, line.substring(close + 2).strip());
        return true;
    }

    private void begin(boolean isFirst) {
        if (!begun) {
            begun = true;
            fromStart = isFirst;
        }
    }

    private void message(long id, String text) {
        boolean isLabelled = text.length() > 3 && text.startsWith(": ", 1);
        String message = isLabelled ? text.substring(3) : text;
        if (message.startsWith(PAUSE)) {
            seconds(message).ifPresent(seconds -> pause(id, text, message, seconds));
        } else if (message.startsWith("Garbage Collection (")
                || message.startsWith("Major Collection (")
                || message.startsWith("Minor Collection (")) {
            cycles = true;
            if (!message.startsWith("Minor")) {
                live(HeapChange.after(message));
            }
        } else if (message.startsWith("Concurrent cleanup") && id == updatedId) {
            live(HeapChange.after(message));
        }
    }

    private void pause(long id, String text, String message, double seconds) {
        GcCycleKind kind = kind(text, message);
        double alone = seconds;
        if (kind == GcCycleKind.FULL) {
            lastFullId = id;
            lastFullSeconds = seconds;
            live(HeapChange.after(message));
        } else if (kind == GcCycleKind.YOUNG && lastFullId > id) {
            // The young collection failed, and the full one ran within it: Serial of JDK 11, 17.
            alone = Math.max(0, seconds - lastFullSeconds);
            lastFullId = -1;
        }
        if (message.startsWith("Pause Final Update Refs")) {
            updatedId = id;
        }
        add(kind, alone);
    }

    private static GcCycleKind kind(String text, String message) {
        if (message.startsWith("Pause Full")) {
            return GcCycleKind.FULL;
        }
        boolean isYoung =
                message.startsWith("Pause Young")
                        || message.startsWith("Pause Mixed")
                        || message.startsWith("Pause Initial Mark (G1")
                        || text.startsWith("y: ");
        return isYoung ? GcCycleKind.YOUNG : GcCycleKind.CONCURRENT;
    }

    private static OptionalDouble seconds(String message) {
        if (!message.endsWith("ms")) {
            return OptionalDouble.empty(); // the start or details of a pause
        }
        String number =
                message.substring(message.lastIndexOf(' ') + 1, message.length() - "ms".length());
        return decimal(number, 1e-3);
    }

    private void legacy(LegacyGcLogPause.Pause pause) {
        begin(true);
        decimal(pause.seconds(), 1)
                .ifPresent(
                        seconds -> {
                            add(pause.kind(), seconds);
                            if (pause.kind() == GcCycleKind.FULL) {
                                live(HeapChange.after(pause.text()));
                            }
                        });
    }

    private void live(OptionalDouble bytes) {
        if (bytes.isPresent()) {
            liveBytes = bytes.getAsDouble();
            liveReadings++;
        }
    }

    private void add(GcCycleKind kind, double seconds) {
        pauses.merge(kind, Pauses.NONE.plus(seconds), (sum, _) -> sum.plus(seconds));
    }

    /** JDK 8 writes the decimal point of the target's locale. */
    private static OptionalDouble decimal(String text, double unit) {
        if (!text.matches("\\d{1,9}[.,]\\d{1,9}")) {
            return OptionalDouble.empty();
        }
        double seconds = unit * Double.parseDouble(text.replace(',', '.'));
        return seconds > MOST_SECONDS ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }
}
