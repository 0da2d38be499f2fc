/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import static io.heapsight.unit.EventLog.field;

import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.DurableFiles;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import io.heapsight.unit.TimeIds;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The jobs of the sidecar, each with its own thread and a file in the folder {@code jobs} of the
 * data directory. If the sidecar was killed, the next start reports the jobs that were running as
 * failed. Keeps the last {@value #KEPT}. Thread-safe.
 */
public final class Jobs implements AutoCloseable {
    /**
     * The work of a job.
     *
     * @see Job#accepted
     */
    @FunctionalInterface
    public interface Work {
        /**
         * Performs the work, on the job's thread.
         *
         * @throws ProblemException if the job fails
         * @throws CancellationException if it was cancelled, after it has cleaned up
         */
        void run(Job job) throws ProblemException;
    }

    private static final int KEPT = 100;

    /** Maximum number of callers' unfinished jobs, since analyses wait for each other. */
    private static final int MOST_UNFINISHED = 16;

    /** Maximum number of unfinished jobs of the sidecar itself, which sleep most of the time. */
    private static final int MOST_OWN = 128;

    private static final Duration FAREWELL = Duration.ofSeconds(5);

    /**
     * Time for uploads during the shutdown, which may carry the pod's last evidence; an orderly
     * shutdown takes at most 20 seconds.
     */
    private static final Duration FOR_UPLOADS = Duration.ofSeconds(12);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final long MOST_RECORD_BYTES = 256 * 1024;
    private static final String SUFFIX = ".json";

    private final Path folder;
    private final EventLog log;
    private final SteadyClock clock;
    private final TimeIds ids = new TimeIds();
    private final TreeMap<String, JobSnapshot> ended = new TreeMap<>();
    private final TreeMap<String, Job> unfinished = new TreeMap<>();
    private final Set<String> ownIds = new HashSet<>();
    private final JobThreads threads;
    private final List<Consumer<JobSnapshot>> listeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<JobSnapshot>> onResult = new CopyOnWriteArrayList<>();
    private int counter;

    private Jobs(Path folder, EventLog log, SteadyClock clock, ThreadFactory threads) {
        this.folder = folder;
        this.log = log;
        this.clock = clock;
        this.threads = new JobThreads(threads, clock);
    }

    /** Opens the folder, which may be missing, and loads the jobs of earlier starts. */
    public static Jobs open(Path dataDirectory, EventLog log, SteadyClock clock)
            throws IOException {
        return open(dataDirectory, log, clock, Thread.ofPlatform().daemon().factory());
    }

    static Jobs open(Path dataDirectory, EventLog log, SteadyClock clock, ThreadFactory threads)
            throws IOException {
        Path folder = dataDirectory.toAbsolutePath().resolve("jobs");
        Jobs jobs = new Jobs(folder, log, clock, threads);
        jobs.readFolder();
        return jobs;
    }

    private synchronized void readFolder() throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
            for (Path file : files) {
                if (Files.size(file) <= MOST_RECORD_BYTES) {
                    readFile(file);
                }
            }
        }
        forgetOldest();
    }

    private void readFile(Path file) throws IOException {
        JobSnapshot job;
        try {
            job = JobJson.read(Files.readString(file));
        } catch (IOException e) {
            log.warn("not a job record", field("file", file), field("reason", e));
            return;
        }
        if (!job.state().isFinal()) {
            log.warn(
                    "job interrupted",
                    field("job", job.id()),
                    field("kind", job.kind().label()),
                    field("subject", job.subject()),
                    field("phase", job.phase()));
            job = job.interrupted(clock.instant(), JobProblem.interrupted(job));
            DurableFiles.write(file, JobJson.JOB.text(job));
        }
        ids.seen(job.id());
        ended.put(job.id(), job);
    }

    /** Registers a listener for each new result, called on the job's thread. */
    public void onResult(Consumer<JobSnapshot> listener) {
        onResult.add(listener);
    }

    /** Registers a listener for each ended job, called on the job's thread. */
    public void onEnded(Consumer<JobSnapshot> listener) {
        listeners.add(listener);
    }

    /**
     * Starts a job, and waits until its work was accepted or refused.
     *
     * @param subject the target or dump of the job
     * @param caller for the record
     * @throws ProblemException from the work, if it was refused; then no job exists
     */
    public JobSnapshot start(JobKind kind, String subject, String caller, Work work)
            throws ProblemException {
        return start(false, kind, subject, caller, work);
    }

    /** Starts a job as {@link #start} does, but outside the callers' maximum number of jobs. */
    public JobSnapshot startOwn(JobKind kind, String subject, String caller, Work work)
            throws ProblemException {
        return start(true, kind, subject, caller, work);
    }

    private JobSnapshot start(boolean own, JobKind kind, String subject, String caller, Work work)
            throws ProblemException {
        CompletableFuture<Void> accepted = new CompletableFuture<>();
        Job job = begin(own, kind, subject, caller, accepted);
        try {
            threads.start(job.id(), () -> run(job, work, accepted));
        } catch (ProblemException e) {
            remove(job);
            throw e;
        }
        try {
            accepted.get();
            return job.record();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case ProblemException problem -> throw problem;
                case RuntimeException bug -> throw bug;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            job.cancel().cancel();
            throw new CancellationException("interrupted");
        }
    }

    private synchronized Job begin(
            boolean own,
            JobKind kind,
            String subject,
            String caller,
            CompletableFuture<Void> accepted)
            throws ProblemException {
        int most = own ? MOST_OWN : MOST_UNFINISHED;
        if ((own ? ownIds.size() : unfinished.size() - ownIds.size()) >= most) {
            throw JobProblem.tooMany(most);
        }
        counter++;
        String id = ids.next(clock.instant(), counter);
        Job job =
                new Job(
                        new Job.Order(id, kind, subject, caller),
                        clock,
                        it -> {
                            save(it.record());
                            accepted.complete(null);
                        },
                        it -> onResult.forEach(each -> each.accept(it.record())));
        unfinished.put(id, job);
        if (own) {
            ownIds.add(id);
        }
        return job;
    }

    private void run(Job job, Work work, CompletableFuture<Void> accepted) {
        try {
            work.run(job);
            end(job, JobState.DONE, Optional.empty());
        } catch (CancellationException e) {
            end(job, JobState.CANCELLED, Optional.empty());
            accepted.completeExceptionally(e);
        } catch (ProblemException e) {
            refuseOrFail(job, accepted, e, e.problem());
        } catch (RuntimeException | Error e) {
            log.error("job " + job.id() + " failed", e);
            refuseOrFail(job, accepted, e, Problem.unexpected(e));
        } finally {
            accepted.complete(null);
        }
    }

    private void refuseOrFail(
            Job job, CompletableFuture<Void> accepted, Throwable failure, Problem problem) {
        if (accepted.isDone()) {
            end(job, JobState.FAILED, Optional.of(problem));
        } else {
            remove(job);
            accepted.completeExceptionally(failure);
        }
    }

    private void end(Job job, JobState state, Optional<Problem> problem) {
        job.end(state, problem);
        JobSnapshot record = job.record();
        save(record);
        synchronized (this) {
            remove(job);
            ended.put(job.id(), record);
            forgetOldest();
        }
        JobOutcomeLogger.ended(log, record);
        listeners.forEach(listener -> listener.accept(record));
    }

    private synchronized void remove(Job job) {
        unfinished.remove(job.id());
        ownIds.remove(job.id());
    }

    /** Ends a job, even if the disk or the memory is full. */
    private void save(JobSnapshot job) {
        try {
            DurableFiles.createFolder(folder);
            DurableFiles.write(folder.resolve(job.id() + SUFFIX), JobJson.JOB.text(job));
        } catch (IOException e) {
            log.warn(
                    "the job's record could not be written",
                    field("job", job.id()),
                    field("reason", e));
        } catch (OutOfMemoryError e) {
            log.error("the job's record could not be written", e);
        }
    }

    private void forgetOldest() {
        while (ended.size() > KEPT) {
            String oldest = ended.firstKey();
            ended.remove(oldest);
            try {
                Files.deleteIfExists(folder.resolve(oldest + SUFFIX));
            } catch (IOException e) {
                log.warn("an old job's record stays", field("job", oldest), field("reason", e));
            }
        }
    }

    /** Finds a job by an id, which may be untrusted. */
    public synchronized Optional<JobSnapshot> find(String id) {
        Job job = unfinished.get(id);
        return job != null ? Optional.of(job.record()) : Optional.ofNullable(ended.get(id));
    }

    /** Lists all known jobs, oldest first. */
    public synchronized List<JobSnapshot> list() {
        TreeMap<String, JobSnapshot> all = new TreeMap<>(ended);
        unfinished.forEach((id, job) -> all.put(id, job.record()));
        return new ArrayList<>(all.values());
    }

    /**
     * Cancels a job; it ends after its work has cleaned up.
     *
     * @return its current state; empty if there is no such job
     */
    public synchronized Optional<JobSnapshot> cancel(String id) {
        Job job = unfinished.get(id);
        if (job != null) {
            job.cancel().cancel();
        }
        return find(id);
    }

    /**
     * Waits until a job has ended.
     *
     * @param cancel ends the job, too
     * @throws ProblemException if it failed
     * @throws CancellationException if it was cancelled
     */
    public void await(String id, CancelSignal cancel) throws ProblemException {
        JobSnapshot job;
        try {
            job = await(id, _ -> false, cancel);
        } catch (CancellationException e) {
            cancel(id);
            throw e;
        }
        if (job.problem().isPresent()) {
            throw new ProblemException(job.problem().get());
        }
        if (job.state() == JobState.CANCELLED) {
            throw new CancellationException("the job was cancelled");
        }
    }

    /** Waits until a job has reached a state or has ended; {@code cancel} ends only the wait. */
    public JobSnapshot await(String id, Predicate<JobSnapshot> until, CancelSignal cancel) {
        JobSnapshot job = known(id);
        while (!job.state().isFinal() && !until.test(job)) {
            cancel.pause(LOOK_AGAIN);
            job = known(id);
        }
        return job;
    }

    private JobSnapshot known(String id) {
        return find(id).orElseThrow(() -> new IllegalArgumentException("no job " + id));
    }

    /**
     * Cancels all jobs except uploads, which get some time; then uploads. Waits briefly until all
     * have cleaned up.
     */
    @Override
    public void close() {
        cancelUnless(Jobs::isUpload);
        try {
            threads.join(uploads(), FOR_UPLOADS);
            cancelUnless(_ -> false);
            threads.join(FAREWELL);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<String> uploads() {
        return unfinished.values().stream().filter(Jobs::isUpload).map(Job::id).toList();
    }

    private static boolean isUpload(Job job) {
        return job.record().kind() == JobKind.UPLOAD;
    }

    private synchronized void cancelUnless(Predicate<Job> stays) {
        unfinished.values().stream().filter(stays.negate()).forEach(job -> job.cancel().cancel());
    }
}
