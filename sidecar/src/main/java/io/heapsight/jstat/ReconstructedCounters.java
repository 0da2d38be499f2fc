/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcCycleKind;
import io.heapsight.gclog.GcLogPauseTotals;
import io.heapsight.gclog.GcLogPauseTotals.Pauses;
import io.heapsight.heap.layout.HeapFlags;
import io.heapsight.jstat.HeapInfo.Usage;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.CounterNames;
import io.heapsight.perfdata.CounterUnit;
import io.heapsight.perfdata.Counters;
import io.heapsight.perfdata.LongCounter;
import io.heapsight.perfdata.PerfCounter;
import io.heapsight.perfdata.StringCounter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counters of a JVM without a counters file, reconstructed from its answers to commands and its GC
 * log. The counters have the usual names, so that jstat columns, memory pools and collectors use
 * the same formulas. Unknown values are missing counters, and "-" in jstat. All values are of one
 * moment.
 */
final class ReconstructedCounters implements Counters {
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int GENERATIONAL_ZGC_ONLY_SINCE = 24;

    private final Map<String, PerfCounter> counters = new LinkedHashMap<>();
    private final Collector collector;
    private final Optional<String> version;

    private record NumberValue(String name, long value, CounterUnit units) implements LongCounter {}

    private record TextValue(String name, String value) implements StringCounter {}

    /**
     * Builds counters.
     *
     * @param answers empty if commands don't reach the target
     * @param log empty if the target writes no GC log
     */
    ReconstructedCounters(
            TargetJvm jvm, Optional<AttachAnswers> answers, Optional<GcLogPauseTotals> log) {
        version = jvm.jdkVersion().toOptional().or(() -> answers.flatMap(AttachAnswers::version));
        collector =
                collector(
                        jvm,
                        answers.map(AttachAnswers::flags).orElse(HeapFlags.NONE),
                        answers.flatMap(each -> each.heap().collector()));
        version.ifPresent(text -> put(CounterNames.JAVA_VERSION, text));
        names();
        answers.ifPresent(
                each -> {
                    heap(each.heap());
                    metaspace(each.heap());
                });
        log.filter(GcLogPauseTotals::showsPauses).ifPresent(this::pauses);
    }

    /**
     * Detects the collector by the heap's name, by the flags in the JVM's answer, or by its
     * options.
     */
    private static Collector collector(TargetJvm jvm, HeapFlags flags, Optional<String> heap) {
        String name =
                heap.or(flags::collector).or(() -> jvm.collector().toOptional()).orElse("unknown");
        return switch (name) {
            case "Serial" -> Collector.SERIAL;
            case "Parallel" -> Collector.PARALLEL;
            case "ConcMarkSweep", "CMS" -> Collector.CMS;
            case "G1" -> Collector.G1;
            case "Z", "ZGC" -> zgc(jvm, flags);
            case "ZGC generational" -> Collector.ZGC_GENERATIONAL;
            case "Shenandoah" -> Collector.SHENANDOAH;
            case "Epsilon" -> Collector.EPSILON;
            default -> Collector.UNKNOWN;
        };
    }

    private static Collector zgc(TargetJvm jvm, HeapFlags flags) {
        boolean isGenerational =
                jvm.javaMajor().orElse(0) >= GENERATIONAL_ZGC_ONLY_SINCE
                        || flags.isOn("ZGenerational").orElse(false)
                        || jvm.flags().switchedOn("ZGenerational").isPresent();
        return isGenerational ? Collector.ZGC_GENERATIONAL : Collector.ZGC;
    }

    Collector collector() {
        return collector;
    }

    /** The JDK's version. */
    Optional<String> version() {
        return version;
    }

    @Override
    public @Nullable PerfCounter find(String name) {
        return counters.get(name);
    }

    @Override
    public Collection<PerfCounter> all() {
        return counters.values();
    }

    /** Adds the counter by which {@link Collector#of} recognises the collector. */
    private void names() {
        String young = CounterNames.generation(0) + ".name";
        String old = CounterNames.generation(1) + ".name";
        switch (collector) {
            case SERIAL -> put(CounterNames.GC_POLICY, "Copy:MSC");
            case PARALLEL -> put(CounterNames.GC_POLICY, "ParScav:MSC");
            case CMS -> put(CounterNames.GC_POLICY, "ParNew:CMS");
            case PAR_NEW -> put(CounterNames.GC_POLICY, "ParNew:MSC");
            case G1 -> put(CounterNames.GC_POLICY, "GarbageFirst");
            case ZGC -> put(old, "old");
            case ZGC_GENERATIONAL -> {
                put(young, "young");
                put(old, "old");
            }
            case SHENANDOAH, SHENANDOAH_GENERATIONAL -> {
                put(young, "Young");
                put(old, "Heap");
            }
            case EPSILON -> put(old, "Heap");
            case UNKNOWN -> {}
        }
    }

    private void heap(HeapInfo info) {
        String old = CounterNames.space(1, 0);
        switch (collector) {
            case SERIAL, PAR_NEW, CMS, PARALLEL -> {
                space(CounterNames.space(0, 0), info, HeapInfo.Space.EDEN);
                if (collector != Collector.PARALLEL) {
                    survivors(info);
                }
                space(old, info, HeapInfo.Space.OLD);
                generations(info);
            }
            case G1 -> {
                used(CounterNames.space(0, 0), info, HeapInfo.Space.EDEN);
                used(CounterNames.space(0, 2), info, HeapInfo.Space.FROM);
                used(old, info, HeapInfo.Space.OLD);
            }
            case ZGC, SHENANDOAH, SHENANDOAH_GENERATIONAL, EPSILON ->
                    space(old, info, HeapInfo.Space.HEAP);
            case ZGC_GENERATIONAL, UNKNOWN -> {}
        }
    }

    /**
     * Adds the survivor spaces: S0 has the lower addresses, and only one of the two is in use.
     * Parallel moves and resizes them, so its answers don't distinguish them.
     */
    private void survivors(HeapInfo info) {
        boolean isFirst = info.isFromBelowTo();
        space(CounterNames.space(0, isFirst ? 1 : 2), info, HeapInfo.Space.FROM);
        space(CounterNames.space(0, isFirst ? 2 : 1), info, HeapInfo.Space.TO);
    }

    private void generations(HeapInfo info) {
        long old = capacity(info, HeapInfo.Space.OLD);
        long young =
                capacity(info, HeapInfo.Space.EDEN)
                        + capacity(info, HeapInfo.Space.FROM)
                        + capacity(info, HeapInfo.Space.TO);
        if (young > 0 && old > 0) {
            put(CounterNames.generation(0) + ".capacity", young, CounterUnit.BYTES);
            put(CounterNames.generation(1) + ".capacity", old, CounterUnit.BYTES);
        }
    }

    private static long capacity(HeapInfo info, HeapInfo.Space space) {
        return info.usage(space).toOptional().map(Usage::committedBytes).orElse(0L);
    }

    private void metaspace(HeapInfo info) {
        classSpace(CounterNames.METASPACE, info, HeapInfo.Space.METASPACE);
        classSpace(CounterNames.COMPRESSED_CLASS_SPACE, info, HeapInfo.Space.CLASS_SPACE);
    }

    private void classSpace(String prefix, HeapInfo info, HeapInfo.Space space) {
        space(prefix, info, space);
        info.reserved(space)
                .toOptional()
                .ifPresent(
                        bytes -> {
                            put(prefix + ".minCapacity", 0, CounterUnit.BYTES);
                            put(prefix + ".maxCapacity", bytes, CounterUnit.BYTES);
                        });
    }

    private void space(String prefix, HeapInfo info, HeapInfo.Space space) {
        used(prefix, info, space);
        info.usage(space)
                .toOptional()
                .ifPresent(
                        usage ->
                                put(
                                        prefix + ".capacity",
                                        usage.committedBytes(),
                                        CounterUnit.BYTES));
    }

    private void used(String prefix, HeapInfo info, HeapInfo.Space space) {
        Optional<Usage> usage = info.usage(space).toOptional();
        usage.ifPresent(each -> put(prefix + ".used", each.usedBytes(), CounterUnit.BYTES));
    }

    /** Adds pauses. Shenandoah's counters count phases, which the log does not show one by one. */
    private void pauses(GcLogPauseTotals log) {
        switch (collector) {
            case SERIAL, PAR_NEW, PARALLEL -> {
                collections(0, log.of(GcCycleKind.YOUNG));
                collections(1, log.of(GcCycleKind.FULL));
            }
            case CMS -> {
                Pauses cycles = log.of(GcCycleKind.CONCURRENT);
                Pauses full = log.of(GcCycleKind.FULL);
                collections(0, log.of(GcCycleKind.YOUNG));
                collections(
                        1,
                        new Pauses(
                                full.count() + cycles.count(), full.seconds() + cycles.seconds()));
            }
            case G1 -> {
                collections(0, log.of(GcCycleKind.YOUNG));
                collections(1, log.of(GcCycleKind.FULL));
                collections(2, log.of(GcCycleKind.CONCURRENT));
            }
            case ZGC -> collections(2, log.of(GcCycleKind.CONCURRENT));
            case ZGC_GENERATIONAL -> {
                collections(0, log.of(GcCycleKind.YOUNG));
                collections(2, log.of(GcCycleKind.CONCURRENT));
            }
            case SHENANDOAH, SHENANDOAH_GENERATIONAL, EPSILON, UNKNOWN -> {}
        }
    }

    private void collections(int number, Pauses pauses) {
        String prefix = CounterNames.collector(number);
        put(prefix + ".invocations", pauses.count(), CounterUnit.EVENTS);
        put(CounterNames.TICKS_PER_SECOND, NANOS_PER_SECOND, CounterUnit.HERTZ);
        put(prefix + ".time", (long) (NANOS_PER_SECOND * pauses.seconds()), CounterUnit.TICKS);
    }

    private void put(String name, long value, CounterUnit units) {
        counters.put(name, new NumberValue(name, value, units));
    }

    private void put(String name, String value) {
        counters.put(name, new TextValue(name, value));
    }
}
