/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.gclog;

import io.heapsight.gclog.GcLogEvent.JvmFact;
import io.heapsight.gclog.GcLogSummary.GcLogJvm;
import java.util.EnumMap;
import java.util.Map;

/** The facts about one JVM from the header of its log. */
final class GcLogJvmFacts {
    private final Map<JvmFactKind, String> known = new EnumMap<>(JvmFactKind.class);

    /**
     * Facts since the last stamp. The header of JDK 8 has no stamp; the next stamp belongs to the
     * same JVM.
     */
    private final Map<JvmFactKind, String> unstamped = new EnumMap<>(JvmFactKind.class);

    /** Facts since the last event, which may belong to the JVM that writes next. */
    private final Map<JvmFactKind, String> recent = new EnumMap<>(JvmFactKind.class);

    private boolean hasEvents;

    void add(JvmFact fact, boolean isStamped) {
        recent.put(fact.kind(), fact.value());
        if (!isStamped) {
            unstamped.put(fact.kind(), fact.value());
        }
        if (!isStamped && hasEvents) {
            return; // the header of the next JVM, or this one's again
        }
        boolean isOfJvm =
                fact.kind() == JvmFactKind.COLLECTOR || fact.kind() == JvmFactKind.MAX_HEAP_BYTES;
        if (isOfJvm) {
            known.put(fact.kind(), fact.value());
        } else {
            // The program, too, may print "Version: 1".
            known.putIfAbsent(fact.kind(), fact.value());
        }
    }

    /** Returns whether a fact is known with another value. */
    boolean differsFrom(JvmFact fact) {
        return !fact.value().equals(known.getOrDefault(fact.kind(), fact.value()));
    }

    /**
     * Discards facts of lines without a stamp, because this stamp shows that they belong to this
     * JVM.
     */
    void stamped() {
        unstamped.clear();
    }

    /** Records an event other than a fact: the facts before it belong to this JVM. */
    void event() {
        hasEvents = true;
        recent.clear();
    }

    /** Records that the facts since the last event belong to the next JVM. */
    void end() {
        unstamped.putAll(recent);
    }

    /** Returns the facts about the next JVM. */
    GcLogJvmFacts next() {
        GcLogJvmFacts next = new GcLogJvmFacts();
        next.known.putAll(unstamped);
        return next;
    }

    boolean has(JvmFactKind kind) {
        return known.containsKey(kind);
    }

    /**
     * Returns the JVM of these facts.
     *
     * @param maxHeapBytes if no fact is the maximum heap size
     */
    GcLogJvm jvm(String collector, double maxHeapBytes) {
        return new GcLogJvm(
                collector,
                text(JvmFactKind.VERSION),
                (int) number(JvmFactKind.CPUS, 0),
                number(JvmFactKind.MEMORY_BYTES, Double.NaN),
                number(JvmFactKind.MAX_HEAP_BYTES, maxHeapBytes),
                number(JvmFactKind.REGION_BYTES, Double.NaN),
                (int) number(JvmFactKind.PARALLEL_WORKERS, 0),
                (int) number(JvmFactKind.CONCURRENT_WORKERS, 0));
    }

    /** Returns a fact; empty if it is unknown. */
    String text(JvmFactKind kind) {
        return known.getOrDefault(kind, "");
    }

    private double number(JvmFactKind kind, double unknown) {
        String text = text(kind);
        return text.matches("\\d{1,15}") ? Double.parseDouble(text) : unknown;
    }
}
