/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import io.heapsight.jstat.UnsampledTargetCounters;
import io.heapsight.jstat.table.JstatOption;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.report.JstatReport;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads the counters of a target that may restart as another process. */
final class WatchedCounters implements AutoCloseable {
    /** Timeout of a command to a target without counters. */
    static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(5);

    private final LocalTargets targets;
    private final String target;
    private @Nullable TargetConnection connection;
    private @Nullable UnsampledTargetCounters counters;

    /**
     * Creates counters without connecting.
     *
     * @param target a pid, a main class or a glob of one; "" for the only JVM
     */
    WatchedCounters(LocalTargets targets, String target) {
        this.targets = targets;
        this.target = target;
    }

    /**
     * Reads the counters now.
     *
     * @throws ProblemException if no such target runs
     */
    JstatReport row(JstatOption option) throws ProblemException {
        TargetConnection current = connection;
        UnsampledTargetCounters reader = counters;
        if (current == null || reader == null || !current.alive()) {
            close();
            current = targets.connect(target);
            reader = new UnsampledTargetCounters(current, COMMAND_TIMEOUT);
            connection = current;
            counters = reader;
        }
        return JstatReport.take(current, reader.read(), option, Instant.now());
    }

    @Override
    public void close() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
