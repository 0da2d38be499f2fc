/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.pause;

import io.heapsight.attach.AttachCommand;
import io.heapsight.attach.AttachPrecondition;
import io.heapsight.attach.FifoReader;
import io.heapsight.jvm.TargetConnection;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.operation.Operation;
import io.heapsight.perfdata.Counters;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessProbe;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A connection for one kind of capture, which measures the pause of each command.
 *
 * @param heap the estimated heap to walk
 * @param operation receives the pauses
 */
public record PauseMeasuringConnection(
        TargetConnection target,
        PauseEstimator pauses,
        Capture capture,
        HeapContent heap,
        Operation operation)
        implements TargetConnection {
    @Override
    public <T> T ask(
            AttachCommand command, Duration timeout, CancelSignal cancel, ReplyReader<T> reader)
            throws ProblemException {
        return pauses.measure(
                target,
                capture,
                _ -> heap,
                operation,
                () -> target.ask(command, timeout, cancel, reader));
    }

    @Override
    public TargetJvm jvm() {
        return target.jvm();
    }

    @Override
    public Reading<Counters> counters() {
        return target.counters();
    }

    @Override
    public ProcFs procFs() {
        return target.procFs();
    }

    @Override
    public FifoReader readFifo(Path fifo, Path into) throws IOException {
        return target.readFifo(fifo, into);
    }

    @Override
    public FifoReader streamFifo(Path fifo) throws IOException {
        return target.streamFifo(fifo);
    }

    @Override
    public List<AttachPrecondition> checks() {
        return target.checks();
    }

    @Override
    public boolean alive() {
        return target.alive();
    }

    @Override
    public ProcessProbe probe() {
        return target.probe();
    }

    @Override
    public void close() {
        target.close();
    }
}
