/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gclog.GcLogSummary.DamagedLine;
import io.heapsight.gclog.GcLogSummary.GcLogSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Analyses the lines of a GC log, of any JDK from 8 on and any collector. Skips lines of the
 * program between them. Uses at most 20 MiB of memory, whatever the log's length. Not thread-safe.
 */
public final class GcLogAnalyzer {
    /** Maximum number of JVMs that write to one log, distinguished by their pids. */
    private static final int MOST_JVMS = 8;

    private final GcLogStamp stamp = new GcLogStamp();
    private final UnifiedGcLogParser unified = new UnifiedGcLogParser(this::event);
    private final LegacyGcLogParser legacy = new LegacyGcLogParser(this::event);
    private final Map<Long, SuccessiveJvms> jvms = new LinkedHashMap<>();
    private final List<GcLogEvent> events = new ArrayList<>();
    private SuccessiveJvms current = new SuccessiveJvms();
    private String file = "";
    private long fileLine;
    private long damaged;
    private Optional<DamagedLine> damage = Optional.empty();
    private boolean isUnified;

    /** States the maximum heap size of the JVM, for a log without a header. */
    void maxHeap(long bytes) {
        current = jvmsOf(-1);
        current.add(new GcLogEvent.JvmFact(JvmFactKind.MAX_HEAP_BYTES, Long.toString(bytes)));
    }

    /** Names the file of the lines that follow. */
    public void file(String name) {
        file = name;
        fileLine = 0;
    }

    /**
     * Analyses the next line.
     *
     * @param number in its file, from 1
     */
    public void line(String line, long number) {
        fileLine = number;
        stamp.parse(line);
        if (stamp.pid() >= 0 || jvms.isEmpty()) {
            current = jvmsOf(stamp.pid());
        }
        events.clear();
        boolean hasId = unified.line(line);
        isUnified |= hasId;
        if (!hasId && !isUnified) {
            legacy.line(line);
        }
        current.line(stamp, events);
    }

    private SuccessiveJvms jvmsOf(long pid) {
        SuccessiveJvms known = jvms.get(pid);
        if (known != null || jvms.size() >= MOST_JVMS) {
            return known == null ? current : known;
        }
        SuccessiveJvms created = new SuccessiveJvms();
        jvms.put(pid, created);
        return created;
    }

    private void event(GcLogEvent event) {
        if (event instanceof GcLogEvent.Damage(String reason)) {
            damaged(fileLine, reason);
        } else {
            events.add(event);
        }
    }

    void damaged(long line, String reason) {
        damaged++;
        if (damage.isEmpty()) {
            damage = Optional.of(new DamagedLine(file, line, reason));
        }
    }

    /** Returns whether any line is of a GC log. */
    public boolean isGcLog() {
        return jvms.values().stream().anyMatch(SuccessiveJvms::isGcLog);
    }

    /**
     * Returns the figures of the JVM with the most collections.
     *
     * @param files names in order
     */
    public GcLogSummary summary(List<String> files, long lines, long bytes) {
        Map.Entry<Long, SuccessiveJvms> most =
                jvms.entrySet().stream()
                        .max(Comparator.comparingLong(each -> each.getValue().collections()))
                        .orElse(Map.entry(-1L, current));
        List<String> notes = new ArrayList<>();
        damage.ifPresent(
                first ->
                        notes.add(
                                "Damaged lines: %d; the first in %s, line %d: %s."
                                        .formatted(
                                                damaged,
                                                first.file(),
                                                first.line(),
                                                first.reason())));
        List<Long> others = new ArrayList<>(jvms.keySet());
        others.remove(most.getKey());
        others.remove(-1L);
        if (!others.isEmpty()) {
            notes.add(
                    "Several JVMs wrote this log; these figures are of pid %d. Other pids: %s."
                            .formatted(
                                    most.getKey(),
                                    String.join(
                                            ", ", others.stream().map(String::valueOf).toList())));
        }
        return most.getValue()
                .summary(new GcLogSource(files, lines, bytes, damaged, damage), notes);
    }
}
