/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.experiment;

import io.heapsight.run.ProgressMark;
import io.heapsight.run.RunName;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs that are noted and not recorded.
 *
 * @param notes in their order
 * @param when added to the notes of starts and stops
 * @param gate called before each start
 */
record NotedRuns(List<String> notes, Supplier<String> when, Gate gate)
        implements ExperimentRunRecorder {
    /** May refuse a run. */
    interface Gate {
        void pass(RunName name) throws ProblemException;
    }

    @Override
    public void start(Request request) throws ProblemException {
        gate.pass(request.name());
        notes.add(
                "start "
                        + request.name()
                        + (request.labels().isEmpty() ? "" : " " + request.labels())
                        + (request.untilExit() ? " until exit" : "")
                        + when.get());
    }

    /** From the third call on. */
    @Override
    public boolean isOver(RunName name) {
        String asked = "asked for " + name;
        notes.add(asked);
        return Collections.frequency(notes, asked) == 2;
    }

    @Override
    public void mark(RunName name, ProgressMark.Kind kind, double value) {
        notes.add("mark %s %s=%.0f".formatted(name, kind.label(), value));
    }

    @Override
    public void stop(RunName name, Duration ago) {
        notes.add("stop " + name + (ago.isZero() ? "" : " ago") + when.get());
    }
}
