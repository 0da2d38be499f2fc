/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcLogFigures;
import io.heapsight.perfdata.Collector;
import io.heapsight.perfdata.Counters;
import io.heapsight.target.TargetConnection;
import io.heapsight.target.TargetJvm;
import io.heapsight.target.Vm;
import io.heapsight.unit.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the figures of one target while it has no counters: its answers to commands and its GC
 * log. {@link #sample} is for the sampler's thread; everything else for any.
 */
final class CounterlessFigures {
    private static final double NO_COLLECTIONS = 0;
    private static final String MISSING =
            "Missing are allocation, promotion, safepoints, classes, Java threads and compilation;"
                    + " heapsight doctor names the option that brings them";
    private static final String PHASES =
            "no figures of pauses: the target's GC log has the cycles of ZGC, but not their pauses:"
                    + " -Xlog:gc* logs them";

    private final TargetConnection connection;
    private final @Nullable HeapInfoPoller heapInfo;
    private final GcLogPoller gcLog;
    private volatile Optional<AnswerCounters> counters = Optional.empty();
    private long liveReadings = -1;

    /**
     * Of one target.
     *
     * @param heapInfo null if it gets no commands
     */
    CounterlessFigures(
            TargetConnection connection, @Nullable HeapInfoPoller heapInfo, Executor executor) {
        this.connection = connection;
        this.heapInfo = heapInfo;
        this.gcLog = new GcLogPoller(connection, executor);
    }

    /** Asks the target, if it is time to; returns what is known by now. */
    AnswerSample sample(TargetJvm jvm, long nanos) {
        gcLog.poll();
        Optional<AttachAnswers> answers = Optional.empty();
        if (heapInfo != null) {
            heapInfo.poll(nanos, NO_COLLECTIONS, false);
            answers = heapInfo.answers(nanos).toOptional();
        }
        Optional<GcLogFigures> log = gcLog.figures().toOptional();
        AnswerSample sample = AnswerSample.of(jvm, answers, log);
        boolean isWhole = log.map(GcLogFigures::isWhole).orElse(true);
        boolean isKnown = answers.isPresent() || log.isPresent();
        counters =
                Optional.of(
                                isWhole
                                        ? sample.counters()
                                        : new AnswerCounters(jvm, answers, Optional.empty()))
                        .filter(_ -> isKnown);
        return sample;
    }

    /** Puts what a collection of the whole heap left, if one came since the log was first read. */
    void liveSet(AnswerSample sample, SampleValues values) {
        if (sample.log().isEmpty()) {
            return;
        }
        GcLogFigures log = sample.log().get();
        if (liveReadings >= 0 && log.liveReadings() > liveReadings) {
            values.set(SampleField.OLD_AFTER_GC_BYTES, log.liveBytes());
        }
        liveReadings = log.liveReadings();
    }

    /** The target has counters now. */
    void forget() {
        counters = Optional.empty();
    }

    /** Those that count from the JVM's start only if the log was read from there on. */
    Optional<AnswerCounters> counters() {
        return counters;
    }

    /** What neither counters nor options nor files tell of the JVM, its answers do. */
    TargetJvm learnt(TargetJvm jvm) {
        Optional<AnswerCounters> known = counters;
        Optional<String> collector =
                known.map(AnswerCounters::collector)
                        .filter(each -> each != Collector.UNKNOWN)
                        .map(Collector::title);
        Optional<String> version = known.flatMap(AnswerCounters::version);
        boolean isNews =
                (collector.isPresent() && jvm.collector().toOptional().isEmpty())
                        || (version.isPresent() && jvm.jdkVersion().toOptional().isEmpty());
        return isNews ? jvm.learnt(version, collector) : jvm;
    }

    /** Says where figures come from and which are missing; nothing if the target has counters. */
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
                                        "the heap, metaspace and the code cache are those of the last"
                                                + " answer to GC.heap_info, VM.metaspace and"
                                                + " Compiler.codecache",
                                why -> "no figures of the heap: " + why));
        gcLog.figures()
                .either(
                        log -> log.showsPauses() ? Optional.<String>empty() : Optional.of(PHASES),
                        why -> Optional.of("no figures of collections: " + why))
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
