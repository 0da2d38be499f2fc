/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.ContainerLimitKind;
import io.heapsight.jstat.SampleField;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A figure in conditions. All figures are computed from the fields of samples, so that stored
 * samples can be replayed.
 *
 * <p>Rates, shares of time and quotients cover the last minute, and have no value before {@link
 * FigureCalculator#LEAST_WINDOW}.
 */
public enum RuleFigure {
    CONTAINER_MEMORY(
            "container.memory",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "working set of the target's control group; percent of the lowest limit, memory.high"
                    + " included"),
    CONTAINER_NEXT(
            "container.memory.next",
            FigureUnit.BYTES,
            Source.NEXT,
            SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "working set plus its largest rise within a second during the last minute, bounded by"
                    + " -Xmx: a heap that fills takes memory in steps, one per collection"),
    CONTAINER_USAGE(
            "container.memory.usage",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_USAGE_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "working set with all page cache"),
    CONTAINER_ANON(
            "container.memory.anon",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_ANON_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "anonymous memory of the control group"),
    CONTAINER_FILE(
            "container.memory.file",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_FILE_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "page cache of the control group, tmpfs included"),
    CONTAINER_SWAP(
            "container.memory.swap",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_SWAP_BYTES,
            null,
            "swap of the control group"),
    OOM_KILLS(
            "container.oom_kills",
            FigureUnit.COUNT,
            Source.GAUGE,
            SampleField.CONTAINER_OOM_KILLS,
            null,
            "OOM kills in the control group since its start"),
    MEMORY_HIGH(
            "container.memory.high",
            FigureUnit.COUNT,
            Source.INCREASE,
            SampleField.CONTAINER_MEMORY_HIGH_EVENTS,
            null,
            "how often the kernel throttled the control group at memory.high in the last minute"),
    MEMORY_MAX(
            "container.memory.max",
            FigureUnit.COUNT,
            Source.INCREASE,
            SampleField.CONTAINER_MEMORY_MAX_EVENTS,
            null,
            "how often the control group reached its hard limit in the last minute"),
    LIMIT_CHANGED(
            "limit.changed",
            FigureUnit.COUNT,
            Source.CHANGES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            null,
            "how often a limit of the container changed in the last minute: memory, memory.high,"
                    + " soft limit, CPU"),
    MEMORY_PRESSURE(
            "container.memory.pressure",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.CONTAINER_MEMORY_SOME_PRESSURE_SECONDS,
            null,
            "share of time in which some task waited for memory (PSI some)"),
    CPU_PRESSURE(
            "container.cpu.pressure",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS,
            null,
            "share of time in which some task waited for a CPU (PSI some)"),
    IO_PRESSURE(
            "container.io.pressure",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.CONTAINER_IO_SOME_PRESSURE_SECONDS,
            null,
            "share of time in which some task waited for a disk (PSI some)"),
    THROTTLED(
            "throttled",
            FigureUnit.SHARE,
            Source.QUOTIENT,
            SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
            SampleField.CONTAINER_CPU_PERIODS,
            "share of CPU limit periods in which the control group was throttled"),
    CPU(
            "cpu",
            FigureUnit.CORES,
            Source.RATE,
            SampleField.CPU_SECONDS,
            SampleField.CONTAINER_CPU_LIMIT_CORES,
            "CPU time of the target; percent of the container's CPU limit"),
    HEAP(
            "heap.used",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.HEAP_USED_BYTES,
            SampleField.HEAP_MAX_BYTES,
            "heap used; percent of its maximum"),
    HEAP_COMMITTED(
            "heap.committed",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.HEAP_COMMITTED_BYTES,
            SampleField.HEAP_MAX_BYTES,
            "heap committed; percent of its maximum"),
    OLD_AFTER_GC(
            "old_after_gc",
            FigureUnit.SHARE,
            Source.GAUGE,
            SampleField.OLD_AFTER_ANY_GC_RATIO,
            null,
            "old generation used after its last collection, percent of its maximum"
                    + " (the heap, if there is no old generation)"),
    GC_OVERHEAD(
            "gc.overhead",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.GC_PAUSE_SECONDS,
            null,
            "share of time in stop-the-world collections"),
    GC_CPU(
            "gc.cpu",
            FigureUnit.SHARE,
            Source.QUOTIENT,
            SampleField.GC_CPU_SECONDS,
            SampleField.CPU_SECONDS,
            "share of the target's CPU time that its GC threads and its VM thread used"),
    GC_PAUSE(
            "gc.pause",
            FigureUnit.DURATION,
            Source.GAUGE,
            SampleField.GC_LONGEST_PAUSE_SECONDS,
            null,
            "longest stop-the-world collection since the previous sample"),
    SAFEPOINT_PAUSE(
            "safepoint.pause",
            FigureUnit.DURATION,
            Source.GAUGE,
            SampleField.SAFEPOINT_LONGEST_SECONDS,
            null,
            "longest safepoint since the previous sample that is no collection, or time to reach"
                    + " one"),
    SAFEPOINTS(
            "safepoints",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.SAFEPOINT_SECONDS,
            null,
            "share of time in which the application was stopped at safepoints"),
    ALLOCATION(
            "allocation",
            FigureUnit.BYTES_PER_SECOND,
            Source.RATE,
            SampleField.ALLOCATED_BYTES,
            null,
            "allocation rate of the target"),
    PROMOTION(
            "promotion",
            FigureUnit.BYTES_PER_SECOND,
            Source.RATE,
            SampleField.PROMOTED_BYTES,
            null,
            "promotion rate to the old generation"),
    METASPACE(
            "metaspace.used",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.NONHEAP_USED_BYTES,
            null,
            "metaspace used; percent of -XX:MaxMetaspaceSize, if set"),
    METASPACE_COMMITTED(
            "metaspace.committed",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.NONHEAP_COMMITTED_BYTES,
            null,
            "metaspace committed; percent of -XX:MaxMetaspaceSize, if set"),
    GCUTIL_S0("gcutil.S0", SampleField.SURVIVOR_0_PERCENT, "survivor space 0"),
    GCUTIL_S1("gcutil.S1", SampleField.SURVIVOR_1_PERCENT, "survivor space 1"),
    GCUTIL_E("gcutil.E", SampleField.EDEN_PERCENT, "eden"),
    GCUTIL_O("gcutil.O", SampleField.OLD_PERCENT, "old generation"),
    GCUTIL_M("gcutil.M", SampleField.METASPACE_PERCENT, "metaspace"),
    GCUTIL_CCS("gcutil.CCS", SampleField.CLASS_SPACE_PERCENT, "compressed class space"),
    THREADS("threads", FigureUnit.COUNT, Source.GAUGE, SampleField.THREADS, null, "Java threads"),
    PROCESS_THREADS(
            "process.threads",
            FigureUnit.COUNT,
            Source.GAUGE,
            SampleField.PROCESS_THREADS,
            null,
            "threads of the process, including the JVM's own"),
    CLASSES(
            "classes",
            FigureUnit.COUNT,
            Source.DIFFERENCE,
            SampleField.CLASSES_LOADED,
            SampleField.CLASSES_UNLOADED,
            "loaded classes"),
    RESIDENT(
            "resident",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.RESIDENT_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "resident memory of the process; percent of the container's limit"),
    OPEN_FDS(
            "open_fds",
            FigureUnit.COUNT,
            Source.GAUGE,
            SampleField.OPEN_FDS,
            null,
            "open file descriptors of the process"),
    WRITTEN(
            "io.write",
            FigureUnit.BYTES_PER_SECOND,
            Source.RATE,
            SampleField.IO_WRITE_BYTES,
            null,
            "write rate of the process");

    /** The ways to compute values from fields. */
    enum Source {
        /** The field. */
        GAUGE,
        /** The field plus its largest rise within the last minute. */
        NEXT,
        /** The field, in per cent. */
        PERCENT,
        /** The field minus the second one. */
        DIFFERENCE,
        /** The growth of the field, a counter, per second. */
        RATE,
        /** The growth of the field, a counter, in the last minute. */
        INCREASE,
        /** The number of changes of the container's limits in the last minute. */
        CHANGES,
        /** The growth of the field divided by the growth of the second one. */
        QUOTIENT;

        /** Returns whether it needs more than one sample. */
        boolean isOverTime() {
            return this == NEXT || this == RATE || this == INCREASE || this == QUOTIENT;
        }

        private boolean isOfTwo() {
            return this == DIFFERENCE || this == QUOTIENT;
        }
    }

    private final String label;
    private final FigureUnit unit;
    private final Source source;
    private final SampleField field;
    private final @Nullable SampleField second;
    private final String meaning;

    /**
     * @param second its maximum, if it has one; else the second of two fields
     */
    RuleFigure(
            String label,
            FigureUnit unit,
            Source source,
            SampleField field,
            @Nullable SampleField second,
            String meaning) {
        this.label = label;
        this.unit = unit;
        this.source = source;
        this.field = field;
        this.second = second;
        this.meaning = meaning;
    }

    /** Creates a column of jstat -gcutil. */
    RuleFigure(String label, SampleField percent, String space) {
        this(
                label,
                FigureUnit.SHARE,
                Source.PERCENT,
                percent,
                null,
                space + " used, percent of its capacity (as jstat -gcutil)");
    }

    /** Returns the name in conditions: "container.memory". */
    public String label() {
        return label;
    }

    public FigureUnit unit() {
        return unit;
    }

    /** Returns one line for the manual. */
    public String meaning() {
        return meaning;
    }

    Source source() {
        return source;
    }

    /** Returns the field, the first if there are two. */
    SampleField field() {
        return field;
    }

    /** Returns the second of two fields. */
    SampleField second() {
        return Objects.requireNonNull(second);
    }

    /** Returns all fields from which it is computed. */
    List<SampleField> fields() {
        if (source == Source.CHANGES) {
            return Arrays.stream(ContainerLimitKind.values())
                    .map(ContainerLimitKind::field)
                    .toList();
        }
        return source.isOfTwo() ? List.of(field, second()) : List.of(field);
    }

    /** Returns the field with its maximum. */
    Optional<SampleField> max() {
        return source.isOfTwo() ? Optional.empty() : Optional.ofNullable(second);
    }

    /** Returns whether a flag of the JVM bounds it. */
    boolean isOfMetaspace() {
        return this == METASPACE || this == METASPACE_COMMITTED;
    }

    /** Returns whether it belongs to the target's control group. */
    boolean isOfContainer() {
        return field.name().startsWith("CONTAINER_");
    }

    /** Returns whether it shows the fill level of the container. */
    boolean isOfContainerMemory() {
        return isOfContainer() && hasMax();
    }

    /** Returns whether a level may be in per cent of its maximum. */
    public boolean hasMax() {
        return max().isPresent() || isOfMetaspace();
    }

    /** Finds a figure by its label. */
    static Optional<RuleFigure> of(String label) {
        return Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(RuleFigure::label).toList();
    }
}
