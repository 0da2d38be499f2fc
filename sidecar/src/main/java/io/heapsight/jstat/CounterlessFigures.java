/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcLogPauseTotals;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.jvm.Vm;
import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.Counters;
import io.heapsight.unit.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Collects the figures of one target without counters from its answers to commands and its GC log.
 * Only the sampler's thread may call {@link #sample}; any thread may call the other methods.
 */
final class CounterlessFigures {
    private static final double NO_COLLECTIONS = 0;
    private static final String MISSING =
            "Allocation, promotion, safepoints, classes, Java threads and compilation are missing;"
                    + " heapsight doctor names the option that adds them";
    private static final String PHASES =
            "no pauses: the target's GC log contains ZGC cycles, but not their pauses: -Xlog:gc*"
                    + " logs them";

    private final TargetConnection connection;
    private final @Nullable HeapInfoPoller heapInfo;
    private final GcLogPoller gcLog;
    private volatile Optional<ReconstructedCounters> counters = Optional.empty();
    private long liveReadings = -1;

    /**
     * Creates the figures of one target.
     *
     * @param heapInfo null if the target gets no commands
     */
    CounterlessFigures(
            TargetConnection connection, @Nullable HeapInfoPoller heapInfo, Executor executor) {
        this.connection = connection;
        this.heapInfo = heapInfo;
        this.gcLog = new GcLogPoller(connection, executor);
    }

    /** Queries the target if a query is due; returns the values known so far. */
    CounterlessSample sample(TargetJvm jvm, long nanos) {
        gcLog.poll();
        Optional<AttachAnswers> answers = Optional.empty();
        if (heapInfo != null) {
            heapInfo.poll(nanos, NO_COLLECTIONS, false);
            answers = heapInfo.answers(nanos).toOptional();
        }
        Optional<GcLogPauseTotals> log = gcLog.figures().toOptional();
        CounterlessSample sample = CounterlessSample.of(jvm, answers, log);
        boolean isWhole = log.map(GcLogPauseTotals::isWhole).orElse(true);
        boolean isKnown = answers.isPresent() || log.isPresent();
        counters =
                Optional.of(
                                isWhole
                                        ? sample.counters()
                                        : new ReconstructedCounters(jvm, answers, Optional.empty()))
                        .filter(_ -> isKnown);
        return sample;
    }

    /**
     * Adds the heap use after a collection of the whole heap, if one occurred since the first
     * reading of the log.
     */
    void liveSet(CounterlessSample sample, SampleValues values) {
        if (sample.log().isEmpty()) {
            return;
        }
        GcLogPauseTotals log = sample.log().get();
        if (liveReadings >= 0 && log.liveReadings() > liveReadings) {
            values.set(SampleField.OLD_AFTER_GC_BYTES, log.liveBytes());
        }
        liveReadings = log.liveReadings();
    }

    /** Discards everything, because the target has counters now. */
    void forget() {
        counters = Optional.empty();
    }

    /** Totals since the JVM's start; empty unless the log was read from its beginning. */
    Optional<ReconstructedCounters> counters() {
        return counters;
    }

    /** Adds properties of the JVM that only its answers show. */
    TargetJvm learnt(TargetJvm jvm) {
        Optional<ReconstructedCounters> known = counters;
        Optional<String> collector =
                known.map(ReconstructedCounters::collector)
                        .filter(each -> each != Collector.UNKNOWN)
                        .map(Collector::title);
        Optional<String> version = known.flatMap(ReconstructedCounters::version);
        boolean isNews =
                (collector.isPresent() && jvm.collector().toOptional().isEmpty())
                        || (version.isPresent() && jvm.jdkVersion().toOptional().isEmpty());
        return isNews ? jvm.learnt(version, collector) : jvm;
    }

    /** Reports sources and missing values; nothing if the target has counters. */
    List<String> notes(long nanos) {
        if (!(connection.counters() instanceof Reading.Missing<Counters>(String reason))) {
            return List.of();
        }
        List<String> notes = new ArrayList<>();
        notes.add("no counters: " + reason + ". " + MISSING);
        notes.add(
                answers(nanos)
                        .either(
                                _ ->
                                        "heap, metaspace and code cache come from the last answer"
                                                + " to GC.heap_info, VM.metaspace and"
                                                + " Compiler.codecache",
                                why -> "no heap metrics: " + why));
        gcLog.figures()
                .either(
                        log -> log.showsPauses() ? Optional.<String>empty() : Optional.of(PHASES),
                        why -> Optional.of("no collection metrics: " + why))
                .ifPresent(notes::add);
        return notes;
    }

    private Reading<AttachAnswers> answers(long nanos) {
        if (heapInfo != null) {
            return heapInfo.answers(nanos);
        }
        return Reading.missing(
                connection.jvm().vm() == Vm.NATIVE_IMAGE
                        ? "a native image has no command for them"
                        : "HEAPSIGHT_HEAP_INFO_INTERVAL is off");
    }
}
