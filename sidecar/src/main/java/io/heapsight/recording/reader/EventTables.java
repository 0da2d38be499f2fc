/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.recording.reader;

import static io.heapsight.recording.reader.EventGroupKeys.className;
import static io.heapsight.recording.reader.EventGroupKeys.number;
import static io.heapsight.recording.reader.EventGroupKeys.text;

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
    private final Map<Kind, EventCountsByName> tallies = new EnumMap<>(Kind.class);

    /** JDKs before 16 record allocation by TLABs; later ones only if that is enabled. */
    private final EventCountsByName tlabClasses = new EventCountsByName(Kind.ALLOCATION_BY_CLASS);

    private final EventCountsByName tlabSites = new EventCountsByName(Kind.ALLOCATION_BY_SITE);

    private final ThrownCounts thrown = new ThrownCounts();

    EventTables() {
        for (Kind kind : Kind.values()) {
            tallies.put(kind, new EventCountsByName(kind));
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
                            EventGroupKeys.callerOfSystemGc(event).orElse(EventGroupKeys.UNKNOWN),
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
                            EventGroupKeys.topApplicationFrame(event)
                                    .orElse(EventGroupKeys.UNKNOWN),
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
                                    ? EventGroupKeys.method(method)
                                    : EventGroupKeys.UNKNOWN,
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
        return EventGroupKeys.topFrame(event).orElse(EventGroupKeys.UNKNOWN);
    }

    private static String host(RecordedEvent event) {
        String host = text(event, "host");
        return host.equals(EventGroupKeys.UNKNOWN) ? text(event, "address") : host;
    }

    private static String locked(RecordedEvent event, String classField) {
        return EventGroupKeys.topApplicationFrame(event).orElse(EventGroupKeys.UNKNOWN)
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

    private EventCountsByName own(Kind kind) {
        return Objects.requireNonNull(tallies.get(kind), "every kind has a table");
    }

    private EventCountsByName tally(Kind kind) {
        EventCountsByName own = own(kind);
        return switch (kind) {
            case ALLOCATION_BY_CLASS -> own.isEmpty() ? tlabClasses : own;
            case ALLOCATION_BY_SITE -> own.isEmpty() ? tlabSites : own;
            case EXCEPTION_BY_TYPE -> thrown.byClass();
            case EXCEPTION_BY_SITE -> thrown.bySite();
            default -> own;
        };
    }
}
