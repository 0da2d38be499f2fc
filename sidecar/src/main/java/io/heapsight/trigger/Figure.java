/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.trigger;

import io.heapsight.jstat.ContainerLimit;
import io.heapsight.jstat.SampleField;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A figure that conditions are about. All are made from the fields of samples, so that they can be
 * replayed from what the sampler keeps.
 *
 * <p>Rates, shares of time and quotients are of the last minute, and have no value before {@link
 * FigureSeries#LEAST_WINDOW}.
 */
public enum Figure {
    CONTAINER_MEMORY(
            "container.memory",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "working set of the target's control group; of its tightest limit, memory.high included"),
    CONTAINER_NEXT(
            "container.memory.next",
            FigureUnit.BYTES,
            Source.NEXT,
            SampleField.CONTAINER_MEMORY_WORKING_SET_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "the same, and on top its largest rise within a second of the last minute, as far as"
                    + " -Xmx leaves room: a heap that fills takes memory in steps, with a"
                    + " collection each"),
    CONTAINER_USAGE(
            "container.memory.usage",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_USAGE_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "the same with all page cache"),
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
            "its page cache, tmpfs among it"),
    CONTAINER_SWAP(
            "container.memory.swap",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.CONTAINER_MEMORY_SWAP_BYTES,
            null,
            "its swap"),
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
            "time in which something waited for memory (PSI some)"),
    CPU_PRESSURE(
            "container.cpu.pressure",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.CONTAINER_CPU_SOME_PRESSURE_SECONDS,
            null,
            "time in which something waited for a CPU (PSI some)"),
    IO_PRESSURE(
            "container.io.pressure",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.CONTAINER_IO_SOME_PRESSURE_SECONDS,
            null,
            "time in which something waited for a disk (PSI some)"),
    THROTTLED(
            "throttled",
            FigureUnit.SHARE,
            Source.QUOTIENT,
            SampleField.CONTAINER_CPU_THROTTLED_PERIODS,
            SampleField.CONTAINER_CPU_PERIODS,
            "periods of the CPU limit in which the control group was throttled"),
    CPU(
            "cpu",
            FigureUnit.CORES,
            Source.RATE,
            SampleField.CPU_SECONDS,
            SampleField.CONTAINER_CPU_LIMIT_CORES,
            "CPU time of the target; of the container's CPU limit"),
    HEAP(
            "heap.used",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.HEAP_USED_BYTES,
            SampleField.HEAP_MAX_BYTES,
            "use of the heap; of its maximum"),
    HEAP_COMMITTED(
            "heap.committed",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.HEAP_COMMITTED_BYTES,
            SampleField.HEAP_MAX_BYTES,
            "what the heap has taken; of its maximum"),
    OLD_AFTER_GC(
            "old_after_gc",
            FigureUnit.SHARE,
            Source.GAUGE,
            SampleField.OLD_AFTER_ANY_GC_RATIO,
            null,
            "use of the old generation (of the heap, where there is none) after the last collection"
                    + " of any sort, of its maximum"),
    GC_OVERHEAD(
            "gc.overhead",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.GC_PAUSE_SECONDS,
            null,
            "time in stop-the-world collection"),
    SAFEPOINTS(
            "safepoints",
            FigureUnit.SHARE,
            Source.RATE,
            SampleField.SAFEPOINT_SECONDS,
            null,
            "time in which the application stood still at safepoints"),
    ALLOCATION(
            "allocation",
            FigureUnit.BYTES_PER_SECOND,
            Source.RATE,
            SampleField.ALLOCATED_BYTES,
            null,
            "what the target allocates"),
    PROMOTION(
            "promotion",
            FigureUnit.BYTES_PER_SECOND,
            Source.RATE,
            SampleField.PROMOTED_BYTES,
            null,
            "what collections move to the old generation"),
    METASPACE(
            "metaspace.used",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.NONHEAP_USED_BYTES,
            null,
            "use of metaspace; of -XX:MaxMetaspaceSize, where that is given"),
    METASPACE_COMMITTED(
            "metaspace.committed",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.NONHEAP_COMMITTED_BYTES,
            null,
            "what metaspace has taken; of -XX:MaxMetaspaceSize, where that is given"),
    GCUTIL_S0("gcutil.S0", SampleField.SURVIVOR_0_PERCENT, "survivor space 0"),
    GCUTIL_S1("gcutil.S1", SampleField.SURVIVOR_1_PERCENT, "survivor space 1"),
    GCUTIL_E("gcutil.E", SampleField.EDEN_PERCENT, "eden"),
    GCUTIL_O("gcutil.O", SampleField.OLD_PERCENT, "the old generation"),
    GCUTIL_M("gcutil.M", SampleField.METASPACE_PERCENT, "metaspace"),
    GCUTIL_CCS("gcutil.CCS", SampleField.CLASS_SPACE_PERCENT, "the compressed class space"),
    THREADS("threads", FigureUnit.COUNT, Source.GAUGE, SampleField.THREADS, null, "Java threads"),
    PROCESS_THREADS(
            "process.threads",
            FigureUnit.COUNT,
            Source.GAUGE,
            SampleField.PROCESS_THREADS,
            null,
            "threads of the process, the JVM's own among them"),
    CLASSES(
            "classes",
            FigureUnit.COUNT,
            Source.DIFFERENCE,
            SampleField.CLASSES_LOADED,
            SampleField.CLASSES_UNLOADED,
            "classes that are loaded"),
    RESIDENT(
            "resident",
            FigureUnit.BYTES,
            Source.GAUGE,
            SampleField.RESIDENT_BYTES,
            SampleField.CONTAINER_MEMORY_LIMIT_BYTES,
            "resident memory of the process; of the container's limit"),
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
            "what the process writes");

    /** How its values come from fields. */
    enum Source {
        /** The field itself. */
        GAUGE,
        /** The field itself, and its largest rise of the last minute on top. */
        NEXT,
        /** The field itself, in per cent. */
        PERCENT,
        /** The field, less the second one. */
        DIFFERENCE,
        /** By how much the field, a counter, grew in a second. */
        RATE,
        /** By how much the field, a counter, grew in the last minute. */
        INCREASE,
        /** How often a limit of the container changed in the last minute. */
        CHANGES,
        /** By how much the field grew, of what the second one grew by. */
        QUOTIENT;

        /** Whether it takes more samples than one. */
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
     * @param second its maximum, if it has one; of two fields the second one
     */
    Figure(
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

    /** A column of jstat -gcutil. */
    Figure(String label, SampleField percent, String space) {
        this(
                label,
                FigureUnit.SHARE,
                Source.PERCENT,
                percent,
                null,
                "use of " + space + ", of what it has, as jstat -gcutil shows it");
    }

    /** As conditions spell it: "container.memory". */
    public String label() {
        return label;
    }

    public FigureUnit unit() {
        return unit;
    }

    /** One line for the manual. */
    public String meaning() {
        return meaning;
    }

    Source source() {
        return source;
    }

    /** What it is made from. */
    SampleField field() {
        return field;
    }

    /** Of two fields the second one. */
    SampleField second() {
        return Objects.requireNonNull(second);
    }

    /** All that it is made from. */
    List<SampleField> fields() {
        if (source == Source.CHANGES) {
            return Arrays.stream(ContainerLimit.values()).map(ContainerLimit::field).toList();
        }
        return source.isOfTwo() ? List.of(field, second()) : List.of(field);
    }

    /** The field that has its maximum. */
    Optional<SampleField> max() {
        return source.isOfTwo() ? Optional.empty() : Optional.ofNullable(second);
    }

    /** Whether it is bounded by a flag of the JVM. */
    boolean isOfMetaspace() {
        return this == METASPACE || this == METASPACE_COMMITTED;
    }

    /** Whether the target's control group has it. */
    boolean isOfContainer() {
        return field.name().startsWith("CONTAINER_");
    }

    /** Whether it tells how full the container is. */
    boolean isOfContainerMemory() {
        return isOfContainer() && hasMax();
    }

    /** Whether a level may be in per cent of its maximum. */
    public boolean hasMax() {
        return max().isPresent() || isOfMetaspace();
    }

    /** The one of a label. */
    static Optional<Figure> of(String label) {
        return Arrays.stream(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Figure::label).toList();
    }
}
