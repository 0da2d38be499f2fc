/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jstat;

import io.heapsight.gclog.GcLogPauseTotals;
import io.heapsight.gclog.GcLogTailer;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.perfdata.Counters;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads the counters of a target that no sampler follows. If the target has no counters, this class
 * sends the commands of {@link AttachReader}, at most every ten seconds, and reads the GC log.
 *
 * <p>Not thread-safe.
 */
public final class UnsampledTargetCounters {
    private static final long BEAT_NANOS = Duration.ofSeconds(10).toNanos();

    private final TargetConnection connection;
    private final AttachReader reader;
    private final GcLogTailer log;
    private Optional<AttachAnswers> answers = Optional.empty();
    private long dueNanos = System.nanoTime();

    /**
     * Creates a reader for one connection.
     *
     * @param timeout of one command
     */
    public UnsampledTargetCounters(TargetConnection connection, Duration timeout) {
        this.connection = connection;
        this.reader = new AttachReader(connection, timeout);
        this.log = new GcLogTailer(connection.jvm());
    }

    /**
     * The current counters, or counters built from answers; Missing with the reason if there are
     * none.
     */
    public Reading<Counters> read() {
        Reading<Counters> counters = connection.counters();
        if (counters instanceof Reading.Present<Counters>) {
            return counters;
        }
        ask();
        Optional<GcLogPauseTotals> figures =
                log.read(connection.procFs()).toOptional().filter(GcLogPauseTotals::isWhole);
        return answers.isEmpty() && figures.isEmpty()
                ? counters
                : Reading.of(new ReconstructedCounters(connection.jvm(), answers, figures));
    }

    private void ask() {
        if (System.nanoTime() - dueNanos < 0) {
            return;
        }
        try {
            answers = Optional.of(reader.all(new CancelSignal()));
        } catch (ProblemException _) {
            answers = Optional.empty(); // the reason for missing counters is more useful
        }
        dueNanos = System.nanoTime() + BEAT_NANOS;
    }
}
