/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.jvm;

import io.heapsight.attach.AttachCommand;
import io.heapsight.attach.AttachException;
import io.heapsight.attach.AttachFailure;
import io.heapsight.attach.AttachPrecondition;
import io.heapsight.attach.Deadline;
import io.heapsight.attach.FifoReader;
import io.heapsight.attach.WorkerProcess;
import io.heapsight.perfdata.Counters;
import io.heapsight.proc.ProcFs;
import io.heapsight.proc.ProcessProbe;
import io.heapsight.proc.ProcessStatus;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A connection to a JVM that runs, or ran when it was opened. */
final class LiveConnection implements TargetConnection {
    private static final Duration LOOK_EVERY = Duration.ofMillis(25);
    private static final String QUEUED = "waiting for another command of the sidecar to end";

    /** The time from the end of a killed process's connections to its own end. */
    private static final Duration DYING = Duration.ofSeconds(1);

    private final TargetJvm jvm;
    private final TargetConnector connector;
    private final ProcessProbe probe;
    private final ProcessProbe liveness;
    private final CountersFileReader counters;
    private @Nullable TargetAccess access;
    private final Semaphore turn = new Semaphore(1, true);

    LiveConnection(TargetConnector connector, TargetJvm jvm) throws IOException {
        this.connector = connector;
        this.jvm = jvm;
        this.counters = new CountersFileReader(jvm);
        this.probe = ProcessProbe.open(connector.procFs(), jvm.pid());
        try {
            this.liveness = ProcessProbe.open(connector.procFs(), jvm.pid());
        } catch (IOException e) {
            probe.close();
            throw e;
        }
        if (probe.startTicks() != jvm.startTicks()) {
            close();
            throw new IOException("the pid now belongs to another process");
        }
    }

    @Override
    public TargetJvm jvm() {
        return jvm;
    }

    @Override
    public Reading<Counters> counters() {
        return counters.read(access());
    }

    @Override
    public <T> T ask(
            AttachCommand command, Duration timeout, CancelSignal cancel, ReplyReader<T> reader)
            throws ProblemException {
        Deadline deadline = Deadline.after(timeout, cancel);
        awaitTurn(deadline);
        try (InputStream reply = access().execute(jvm.attachTarget(), command, deadline)) {
            return reader.read(reply);
        } catch (IOException e) {
            throw told(
                    e.getCause() instanceof AttachException cause
                            ? cause
                            : new AttachException(
                                    new AttachFailure.BadReply(
                                            "the reply ended early: " + IoReason.of(e)),
                                    e));
        } catch (ProblemException e) {
            throw told(explained(command, e, deadline));
        } finally {
            turn.release();
        }
    }

    /** A native image that refuses a command is queried once more for its list of commands. */
    private ProblemException explained(
            AttachCommand command, ProblemException e, Deadline deadline) {
        boolean isRefusal =
                jvm.vm() == Vm.NATIVE_IMAGE
                        && e.problem().kind() == Problem.Kind.REFUSED_BY_TARGET
                        && !isBrokenReply(e);
        if (!isRefusal) {
            return e;
        }
        try (InputStream reply =
                access().execute(jvm.attachTarget(), SupportedJcmdCommands.HELP, deadline)) {
            String help = TargetConnection.textOf(SupportedJcmdCommands.HELP, reply);
            return SupportedJcmdCommands.parse(help)
                    .problem(jvm, command.name())
                    .map(problem -> new ProblemException(problem, e))
                    .orElse(e);
        } catch (IOException | ProblemException _) {
            return e;
        }
    }

    private static boolean isBrokenReply(ProblemException e) {
        return e instanceof AttachException attach && attach.failure().isBrokenAnswer();
    }

    /**
     * Returns the problem to report: a process that is being killed gives a broken answer, but the
     * cause is its end.
     */
    private ProblemException told(ProblemException e) {
        return isBroken(e) && endsSoon()
                ? new AttachException(new AttachFailure.TargetGone(jvm.pid()), e)
                : e;
    }

    /** Whether the answer broke off, so that it could be the beginning of a valid one. */
    private static boolean isBroken(ProblemException e) {
        return e instanceof AttachException attach
                ? attach.failure().isBrokenAnswer()
                : e.problem().kind() == Problem.Kind.REFUSED_BY_TARGET;
    }

    /**
     * Whether the process ends within a moment: a broken connection may be the first sign of its
     * end.
     */
    private boolean endsSoon() {
        long until = System.nanoTime() + DYING.toNanos();
        while (alive()) {
            if (System.nanoTime() - until >= 0) {
                return false;
            }
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
        return true;
    }

    /** Returns the access, which is chosen once; replaces a worker that has ended. */
    private synchronized TargetAccess access() {
        TargetAccess chosen = access;
        if (chosen == null
                || (chosen instanceof TargetAccess.ThroughWorker(var _, WorkerProcess worker)
                        && !worker.alive())) {
            chosen = connector.access(jvm);
            access = chosen;
        }
        return chosen;
    }

    private void awaitTurn(Deadline deadline) throws AttachException {
        try {
            while (!turn.tryAcquire(LOOK_EVERY.toNanos(), TimeUnit.NANOSECONDS)) {
                deadline.check(QUEUED);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AttachException(new AttachFailure.Cancelled(QUEUED), e);
        }
    }

    @Override
    public ProcFs procFs() {
        return access().procFs();
    }

    @Override
    public FifoReader readFifo(Path fifo, Path into) throws IOException {
        return becomesOther()
                ? FifoReader.startAs(jvm.uid(), jvm.gid(), fifo, into)
                : FifoReader.start(fifo, into);
    }

    @Override
    public FifoReader streamFifo(Path fifo) throws IOException {
        return becomesOther()
                ? FifoReader.streamAs(jvm.uid(), jvm.gid(), fifo)
                : FifoReader.stream(fifo);
    }

    /** Whether the reader of a FIFO must become the target's user. */
    private boolean becomesOther() throws IOException {
        ProcessStatus self = connector.procFs().self();
        if (self.uid() == jvm.uid()) {
            return false;
        }
        if (!TargetAccess.mayBecomeOthers(self)) {
            throw new IOException(
                    "the sidecar (uid %d) can't switch to uid %d, which must own the FIFO"
                            .formatted(self.uid(), jvm.uid()));
        }
        return true;
    }

    @Override
    public List<AttachPrecondition> checks() {
        return connector.checks(jvm);
    }

    @Override
    public boolean alive() {
        synchronized (liveness) {
            return liveness.alive();
        }
    }

    @Override
    public ProcessProbe probe() {
        return probe;
    }

    @Override
    public void close() {
        counters.close();
        probe.close();
        synchronized (liveness) {
            liveness.close();
        }
    }
}
