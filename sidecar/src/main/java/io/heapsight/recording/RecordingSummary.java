/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The summary of a recording.
 *
 * @param file its name
 * @param bytes of the file
 * @param jvm name and version of the JVM that recorded; empty if unknown
 * @param from time of the first event; empty if there is none
 * @param length from the first event to the last
 * @param events number of events of all types
 * @param tables each {@link Kind} once, in its order
 * @param oldObjects old objects by holder, most samples first
 * @param notes about unreadable parts
 * @param verdicts of JDK Mission Control's rules
 */
public record RecordingSummary(
        String file,
        long bytes,
        Optional<String> jvm,
        Optional<Instant> from,
        Duration length,
        long events,
        List<Table> tables,
        List<OldObjects> oldObjects,
        List<String> notes,
        JmcRuleVerdicts verdicts) {
    /** The unit of a table's amounts. */
    public enum Unit {
        /** No amounts, only counts. */
        NONE,
        BYTES,
        NANOSECONDS
    }

    /** The tables, named after the views of the JDK's {@code jfr view} where it has one. */
    public enum Kind {
        HOT_METHODS("hot-methods", "Hot methods", "METHOD", "SAMPLES", Unit.NONE),
        ALLOCATION_BY_CLASS(
                "allocation-by-class", "Allocation by class", "CLASS", "SAMPLES", Unit.BYTES),
        ALLOCATION_BY_SITE(
                "allocation-by-site", "Allocation by site", "METHOD", "SAMPLES", Unit.BYTES),
        GC_PAUSES("gc-pauses", "GC pauses", "PHASE", "PAUSES", Unit.NANOSECONDS),
        SYSTEM_GC_BY_SITE(
                "system-gc-by-site",
                "Calls of System.gc() by site",
                "METHOD",
                "CALLS",
                Unit.NANOSECONDS),
        VM_OPERATIONS(
                "vm-operations",
                "Safepoints by VM operation",
                "OPERATION",
                "COUNT",
                Unit.NANOSECONDS),
        CONTENTION_BY_SITE(
                "contention-by-site",
                "Contended monitors by site",
                "METHOD (MONITOR)",
                "WAITS",
                Unit.NANOSECONDS),
        PARKS_BY_SITE(
                "parks-by-site",
                "Parked threads by site",
                "METHOD (BLOCKER)",
                "PARKS",
                Unit.NANOSECONDS),
        PINNED_THREADS(
                "pinned-threads", "Pinned virtual threads", "METHOD", "PINS", Unit.NANOSECONDS),
        FILE_READS_BY_PATH("file-reads-by-path", "File reads", "PATH", "READS", Unit.BYTES),
        FILE_WRITES_BY_PATH("file-writes-by-path", "File writes", "PATH", "WRITES", Unit.BYTES),
        SOCKET_READS_BY_HOST("socket-reads-by-host", "Socket reads", "HOST", "READS", Unit.BYTES),
        SOCKET_WRITES_BY_HOST(
                "socket-writes-by-host", "Socket writes", "HOST", "WRITES", Unit.BYTES),
        EXCEPTION_BY_TYPE("exception-by-type", "Exceptions", "CLASS", "THROWN", Unit.NONE),
        EXCEPTION_BY_SITE("exception-by-site", "Exceptions by site", "METHOD", "THROWN", Unit.NONE),
        LONGEST_COMPILATIONS(
                "longest-compilations",
                "Longest compilations",
                "METHOD",
                "COUNT",
                Unit.NANOSECONDS);

        private final String label;
        private final String title;
        private final String named;
        private final String counted;
        private final Unit unit;

        Kind(String label, String title, String named, String counted, Unit unit) {
            this.label = label;
            this.title = title;
            this.named = named;
            this.counted = counted;
            this.unit = unit;
        }

        /** The name in {@code jfr view}: "hot-methods". */
        public String label() {
            return label;
        }

        public String title() {
            return title;
        }

        /** The heading over the names. */
        public String named() {
            return named;
        }

        /** The heading over the counts. */
        public String counted() {
            return counted;
        }

        public Unit unit() {
            return unit;
        }
    }

    /**
     * Rows by name.
     *
     * @param rows the first ones
     * @param others sum of all other rows
     */
    public record Table(Kind kind, List<Row> rows, Row others) {
        /** Over all rows. */
        public long count() {
            return others.count() + rows.stream().mapToLong(Row::count).sum();
        }

        /** Over all rows. */
        public long amount() {
            return others.amount() + rows.stream().mapToLong(Row::amount).sum();
        }
    }

    /**
     * The row of one name.
     *
     * @param count number of events
     * @param amount sum over events, in the table's unit
     * @param most maximum of one event, in the table's unit
     */
    public record Row(String name, long count, long amount, long most) {}

    /**
     * Old objects with the same holder.
     *
     * @param className of the objects
     * @param path from the object's holder to the root: "static field Leak.MAP", if recorded
     * @param samples number of samples
     * @param site allocation site of the first of them, if known
     */
    public record OldObjects(
            String className, List<String> path, long samples, Optional<String> site) {}

    /** Returns the summary with verdicts. */
    public RecordingSummary with(JmcRuleVerdicts judged) {
        return new RecordingSummary(
                file, bytes, jvm, from, length, events, tables, oldObjects, notes, judged);
    }

    /** Whether the whole recording could be read. */
    public boolean isWhole() {
        return notes.isEmpty();
    }
}
