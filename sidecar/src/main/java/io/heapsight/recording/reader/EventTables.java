/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static io.heapsight.recording.reader.EventNames.className;
import static io.heapsight.recording.reader.EventNames.number;
import static io.heapsight.recording.reader.EventNames.text;

import io.heapsight.recording.RecordingSummary.Kind;
import io.heapsight.recording.RecordingSummary.Table;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;

/** Counts events by table. */
final class EventTables {
    private final Map<Kind, EventCounts> tallies = new EnumMap<>(Kind.class);

    /** JDKs before 16 record allocation by TLABs; later ones only if that is enabled. */
    private final EventCounts tlabClasses = new EventCounts(Kind.ALLOCATION_BY_CLASS);

    private final EventCounts tlabSites = new EventCounts(Kind.ALLOCATION_BY_SITE);

    private final ThrownCounts thrown = new ThrownCounts();

    EventTables() {
        for (Kind kind : Kind.values()) {
            tallies.put(kind, new EventCounts(kind));
        }
    }

    void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> add(Kind.HOT_METHODS, topFrame(event), 1);
            case "jdk.ObjectAllocationSample" -> {
                long weight = number(event, "weight");
                add(Kind.ALLOCATION_BY_CLASS, className(event, "objectClass"), weight);
                add(Kind.ALLOCATION_BY_SITE, topFrame(event), weight);
            }
            case "jdk.ObjectAllocationInNewTLAB" -> addTlab(event, number(event, "tlabSize"));
            case "jdk.ObjectAllocationOutsideTLAB" ->
                    addTlab(event, number(event, "allocationSize"));
            case "jdk.GCPhasePause" -> add(Kind.GC_PAUSES, text(event, "name"), nanos(event));
            case "jdk.SystemGC" ->
                    add(
                            Kind.SYSTEM_GC_BY_SITE,
                            EventNames.callerOfSystemGc(event).orElse(EventNames.UNKNOWN),
                            nanos(event));
            case "jdk.ExecuteVMOperation" -> {
                if (isAtSafepoint(event)) {
                    add(Kind.VM_OPERATIONS, text(event, "operation"), nanos(event));
                }
            }
            case "jdk.JavaMonitorEnter" ->
                    add(Kind.CONTENTION_BY_SITE, locked(event, "monitorClass"), nanos(event));
            case "jdk.ThreadPark" ->
                    add(Kind.PARKS_BY_SITE, locked(event, "parkedClass"), nanos(event));
            case "jdk.VirtualThreadPinned" ->
                    add(
                            Kind.PINNED_THREADS,
                            EventNames.topApplicationFrame(event).orElse(EventNames.UNKNOWN),
                            nanos(event));
            case "jdk.FileRead" ->
                    add(Kind.FILE_READS_BY_PATH, text(event, "path"), number(event, "bytesRead"));
            case "jdk.FileWrite" ->
                    add(
                            Kind.FILE_WRITES_BY_PATH,
                            text(event, "path"),
                            number(event, "bytesWritten"));
            case "jdk.SocketRead" ->
                    add(Kind.SOCKET_READS_BY_HOST, host(event), number(event, "bytesRead"));
            case "jdk.SocketWrite" ->
                    add(Kind.SOCKET_WRITES_BY_HOST, host(event), number(event, "bytesWritten"));
            case "jdk.JavaErrorThrow" -> thrown.addError(event);
            case "jdk.JavaExceptionThrow" -> thrown.addException(event);
            case "jdk.ExceptionStatistics" -> thrown.addStatistics(event);
            case "jdk.Compilation" ->
                    add(
                            Kind.LONGEST_COMPILATIONS,
                            event.hasField("method")
                                            && event.getValue("method")
                                                    instanceof RecordedMethod method
                                    ? EventNames.method(method)
                                    : EventNames.UNKNOWN,
                            nanos(event));
            default -> {
                return; // belongs to no table
            }
        }
    }

    private void addTlab(RecordedEvent event, long bytes) {
        tlabClasses.add(className(event, "objectClass"), bytes);
        tlabSites.add(topFrame(event), bytes);
    }

    private void add(Kind kind, String name, long amount) {
        own(kind).add(name, amount);
    }

    private static String topFrame(RecordedEvent event) {
        return EventNames.topFrame(event).orElse(EventNames.UNKNOWN);
    }

    private static String host(RecordedEvent event) {
        String host = text(event, "host");
        return host.equals(EventNames.UNKNOWN) ? text(event, "address") : host;
    }

    private static String locked(RecordedEvent event, String classField) {
        return EventNames.topApplicationFrame(event).orElse(EventNames.UNKNOWN)
                + " ("
                + className(event, classField)
                + ")";
    }

    /** Returns whether an operation stopped all threads; handshakes stop one at a time. */
    private static boolean isAtSafepoint(RecordedEvent event) {
        return !event.hasField("safepoint") || event.getBoolean("safepoint");
    }

    private static long nanos(RecordedEvent event) {
        return Math.max(0, event.getDuration().toNanos());
    }

    List<Table> tables(int rows) {
        return Stream.of(Kind.values()).map(kind -> tally(kind).table(rows)).toList();
    }

    /** Returns what limits the tables. */
    Optional<String> note() {
        return thrown.note();
    }

    private EventCounts own(Kind kind) {
        return Objects.requireNonNull(tallies.get(kind), "every kind has a table");
    }

    private EventCounts tally(Kind kind) {
        EventCounts own = own(kind);
        return switch (kind) {
            case ALLOCATION_BY_CLASS -> own.isEmpty() ? tlabClasses : own;
            case ALLOCATION_BY_SITE -> own.isEmpty() ? tlabSites : own;
            case EXCEPTION_BY_TYPE -> thrown.byClass();
            case EXCEPTION_BY_SITE -> thrown.bySite();
            default -> own;
        };
    }
}
