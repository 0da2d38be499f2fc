/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.child.AnalysisMemory;
import io.heapsight.job.Job;
import io.heapsight.job.JobKind;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.job.Jobs;
import io.heapsight.kept.FilesInUse;
import io.heapsight.proc.ProcFs;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Outcomes of upload jobs. */
@Timeout(60)
class StoreUploadsTest {
    private static final String ID = "20261121T221930120Z-7";

    @TempDir private Path folder;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<UploadCounts.Ended> ended = new CopyOnWriteArrayList<>();
    private final FilesInUse uses = new FilesInUse();
    private final List<Evidence> sent = new CopyOnWriteArrayList<>();
    private boolean kept = true;
    private Jobs jobs;
    private EventLog log;

    @BeforeEach
    void open() throws IOException {
        log = new EventLog(lines::add, EventLog.Format.TEXT, InstantSource.system());
        jobs = Jobs.open(folder, log, SteadyClock.system(log));
    }

    /** A job writes its record after its end is visible. */
    @AfterEach
    void close() {
        jobs.close();
    }

    private StoreUploads uploads(boolean redact, UploadSettings.Sending sending) {
        return new StoreUploads(
                new UploadSettings(
                        Optional.of(
                                new UploadSettings.Store(StoreUrl.parse("s3://dumps/a"), sending)),
                        redact,
                        new StoreFolderNames(List.of("pod")),
                        new AnalysisMemory(ProcFs.system(), Optional.empty(), OptionalLong::empty),
                        StoreUploadsTest::beforeAnalyses,
                        new UploadSettings.Patience(3, Duration.ofMillis(1))),
                Map.of(EvidenceKind.HEAPDUMP, source(), EvidenceKind.POSTMORTEM, source()),
                new PendingUploads(folder, log),
                jobs,
                new UploadCounts(ended::add),
                log);
    }

    private EvidenceFinder source() {
        return new EvidenceFinder() {
            @Override
            public Optional<Found> find(String id) {
                EvidenceFile file =
                        new EvidenceFile(
                                folder.resolve("a.hprof"),
                                "a.hprof.gz",
                                EvidenceFile.Form.REDACTED);
                return kept ? Optional.of(new Found("shop", List.of(file))) : Optional.empty();
            }

            @Override
            public FilesInUse.Use use(String id) {
                return uses.begin(id);
            }
        };
    }

    private static void beforeAnalyses(Job job, Runnable turn, Jobs.Work work)
            throws ProblemException {
        turn.run();
        work.run(job);
    }

    private UploadSettings.Sent takes(Evidence evidence, Path file, Job job) {
        try {
            assertThat(Evidence.read(Files.readString(file))).isEqualTo(evidence);
            sent.add(evidence);
            return new UploadSettings.Sent(42, 8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ProblemException problem(Problem.Kind kind) {
        return new ProblemException(
                kind, "The store is temporarily unavailable", "status 503", "Wait.");
    }

    private JobSnapshot awaitEnd(String id) {
        return Awaitility.await()
                .until(() -> jobs.find(id).orElseThrow(), job -> job.state().isFinal());
    }

    private JobSnapshot stored(StoreUploads uploads) throws ProblemException {
        return awaitEnd(uploads.start(EvidenceKind.HEAPDUMP, ID, "http 127.0.0.1").id());
    }

    private List<String> pending() {
        String[] names = folder.resolve("uploads").toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    @Test
    void uploadGoesToItsNameAndIsForgotten() throws Exception {
        StoreUploads uploads = uploads(true, this::takes);

        JobSnapshot job = stored(uploads);

        assertThat(job.state()).isEqualTo(JobState.DONE);
        assertThat(job.result()).contains("s3://dumps/a/pod/shop/" + ID + ".heapdump");
        assertThat(sent.getFirst().files().getFirst().form()).isEqualTo(EvidenceFile.Form.REDACTED);
        assertThat(pending()).isEmpty();
        assertThat(uses.contains(ID)).isFalse();
        assertThat(uploads.counts().totals().bytes()).isEqualTo(42);
        assertThat(lines).anyMatch(line -> line.contains("thereAlready=8"));
        assertThat(ended)
                .extracting(UploadCounts.Ended::outcome)
                .containsExactly(UploadOutcome.DONE);
    }

    @Test
    void dataIsRedactedUnlessDisabled() throws Exception {
        StoreUploads uploads = uploads(false, this::takes);

        stored(uploads);
        awaitEnd(uploads.start(EvidenceKind.HEAPDUMP, ID, "http 127.0.0.1", true).id());

        assertThat(sent)
                .extracting(evidence -> evidence.files().getFirst().form())
                .containsExactly(EvidenceFile.Form.GZIP, EvidenceFile.Form.REDACTED);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "TIMED_OUT", "INTERNAL"})
    void whatMayPassIsTriedAgain(Problem.Kind kind) throws Exception {
        List<Integer> attempts = new ArrayList<>();
        StoreUploads uploads =
                uploads(
                        true,
                        (_, _, _) -> {
                            attempts.add(1);
                            if (attempts.size() < 3) {
                                throw problem(kind);
                            }
                            return new UploadSettings.Sent(1, 0);
                        });

        assertThat(stored(uploads).state()).isEqualTo(JobState.DONE);
        assertThat(attempts).hasSize(3);
    }

    @Test
    void failureIsReportedAfterTheLastAttempt() throws Exception {
        StoreUploads uploads =
                uploads(
                        true,
                        (_, _, _) -> {
                            throw problem(Problem.Kind.UNAVAILABLE);
                        });

        JobSnapshot job = stored(uploads);

        assertThat(job.problem().orElseThrow().detail()).isEqualTo("status 503 (tried 3 times)");
        assertThat(pending()).isEmpty();
        assertThat(uploads.counts().totals().uploads()).containsEntry(UploadOutcome.FAILED, 1L);
    }

    @Test
    void refusalIsNotRetried() throws Exception {
        StoreUploads uploads =
                uploads(
                        true,
                        (_, _, _) -> {
                            throw problem(Problem.Kind.REFUSED_BY_TARGET);
                        });

        assertThat(stored(uploads).problem().orElseThrow().detail()).isEqualTo("status 503");
    }

    @Test
    void interruptedUploadRestartsAtTheNextStart() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        StoreUploads uploads =
                uploads(
                        true,
                        (_, _, job) -> {
                            sending.countDown();
                            while (true) {
                                job.cancel().pause(Duration.ofSeconds(1));
                            }
                        });
        JobSnapshot job = uploads.start(EvidenceKind.HEAPDUMP, ID, "trigger heap>95%");
        sending.await();

        uploads.closing();
        jobs.cancel(job.id());
        assertThat(awaitEnd(job.id()).state()).isEqualTo(JobState.CANCELLED);
        assertThat(pending()).hasSize(1);
        uploads(true, this::takes).resume();

        Awaitility.await().until(() -> pending().isEmpty());
        assertThat(sent).extracting(Evidence::caller).containsExactly("trigger heap>95%");
    }

    @Test
    void postmortemPrecedesTheDumpWhenTheSidecarEnds() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        StoreUploads uploads =
                uploads(
                        true,
                        (evidence, file, job) -> {
                            if (evidence.isLarge()) {
                                sending.countDown();
                                job.cancel().pause(Duration.ofMinutes(1));
                            }
                            return takes(evidence, file, job);
                        });
        uploads.startAutomatically(EvidenceKind.HEAPDUMP, ID, "trigger heap>95%");
        sending.await();
        String last = uploads.start(EvidenceKind.POSTMORTEM, ID, "postmortem").id();
        Awaitility.await().until(() -> jobs.find(last).orElseThrow().phase().startsWith("waiting"));

        uploads.closing();
        jobs.close();

        assertThat(sent).extracting(Evidence::kind).containsExactly(EvidenceKind.POSTMORTEM);
        assertThat(pending()).containsExactly(ID + ".heapdump.json");
    }

    @Test
    void followUpIsSentWithoutTheHeapDump() throws Exception {
        SentObject there = new SentObject("a.hprof.gz", EvidenceFile.Form.REDACTED, 42, "ab", true);
        StoreUploads uploads =
                uploads(
                        true,
                        (evidence, file, job) -> {
                            UploadSettings.Sent all = takes(evidence, file, job);
                            keep(evidence.with(List.of(there)), file);
                            return all;
                        });

        uploads.startAutomatically(EvidenceKind.HEAPDUMP, ID, "trigger heap>95%");
        Awaitility.await().until(() -> ended.size() == 1 && pending().isEmpty());
        uploads.startAutomatically(EvidenceKind.HEAPDUMP, ID, "trigger heap>95%");
        Awaitility.await().until(() -> ended.size() == 2 && pending().isEmpty());
        awaitEnd(uploads.start(EvidenceKind.HEAPDUMP, ID, "http 127.0.0.1").id());

        assertThat(sent)
                .extracting(Evidence::sent)
                .containsExactly(List.of(), List.of(there), List.of());
        assertThat(sent).extracting(Evidence::isLarge).containsExactly(true, false, true);
    }

    private static void keep(Evidence evidence, Path file) {
        try {
            Files.writeString(file, evidence.text());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void fileChangedDuringUploadIsSentAgain() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        StoreUploads uploads =
                uploads(
                        true,
                        (evidence, file, job) -> {
                            sending.countDown();
                            await(changed);
                            return takes(evidence, file, job);
                        });
        uploads.startAutomatically(EvidenceKind.POSTMORTEM, ID, "postmortem");
        sending.await();

        uploads.startAutomatically(EvidenceKind.POSTMORTEM, ID, "postmortem");
        uploads.startAutomatically(EvidenceKind.POSTMORTEM, ID, "postmortem");
        changed.countDown();

        Awaitility.await().until(() -> ended.size() == 2 && pending().isEmpty());
        assertThat(sent).hasSize(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void cancelledUploadIsForgotten() throws Exception {
        StoreUploads uploads =
                uploads(
                        true,
                        (_, _, job) -> {
                            job.cancel().pause(Duration.ofMinutes(1));
                            return new UploadSettings.Sent(0, 0);
                        });
        JobSnapshot job = uploads.start(EvidenceKind.HEAPDUMP, ID, "http 127.0.0.1");

        jobs.cancel(job.id());

        assertThat(awaitEnd(job.id()).state()).isEqualTo(JobState.CANCELLED);
        assertThat(pending()).isEmpty();
    }

    @Test
    void removedFileIsForgottenAtTheNextStart() throws Exception {
        new PendingUploads(folder, log)
                .add(
                        new Evidence(
                                EvidenceKind.HEAPDUMP,
                                ID,
                                "shop",
                                "trigger heap>95%",
                                "pod/shop/x",
                                List.of(),
                                List.of()));
        Files.writeString(folder.resolve("uploads/" + ID + ".recording.json"), "{\"half\":");
        kept = false;

        uploads(true, this::takes).resume();

        assertThat(pending()).isEmpty();
        assertThat(sent).isEmpty();
    }

    @Test
    void callersJobsDoNotKeepOutAnAutomaticUpload() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 16; i++) {
            jobs.start(JobKind.ANALYSIS, "7", "http 127.0.0.1", held(end));
        }

        uploads(true, this::takes).startAutomatically(EvidenceKind.HEAPDUMP, ID, "OOM");

        Awaitility.await().until(() -> sent.size() == 1 && pending().isEmpty());
        end.countDown();
        awaitAll();
    }

    @Test
    void automaticUploadAmongTooManyJobsStaysPending() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 128; i++) {
            jobs.startOwn(JobKind.UPLOAD, "7", "test", held(end));
        }
        StoreUploads uploads = uploads(true, this::takes);
        uploads.startAutomatically(EvidenceKind.HEAPDUMP, ID, "OOM");

        assertThat(pending()).hasSize(1);
        assertThat(uploads.counts().totals().uploads()).containsEntry(UploadOutcome.FAILED, 1L);
        assertThat(lines).anyMatch(line -> line.contains("evidence is not uploaded"));

        StoreUploads next = uploads(true, this::takes);
        next.resume();
        assertThat(pending()).as("the next start had too many jobs, too").hasSize(1);

        end.countDown();
        awaitAll();
        assertThat(stored(next).state()).as("a caller may start it").isEqualTo(JobState.DONE);
        assertThat(pending()).isEmpty();
    }

    private void awaitAll() {
        Awaitility.await().until(() -> jobs.list().stream().allMatch(it -> it.state().isFinal()));
    }

    private static Jobs.Work held(CountDownLatch end) {
        return job -> {
            job.accepted();
            await(end);
        };
    }

    @Test
    void duplicateUploadIsRefusedWhileItRuns() throws Exception {
        CancelSignal done = new CancelSignal();
        StoreUploads uploads =
                uploads(
                        true,
                        (_, _, job) -> {
                            while (!done.isCancelled()) {
                                job.cancel().pause(Duration.ofMillis(10));
                            }
                            return new UploadSettings.Sent(1, 0);
                        });
        JobSnapshot first = uploads.start(EvidenceKind.HEAPDUMP, ID, "http 127.0.0.1");

        ProblemException again =
                catchThrowableOfType(
                        ProblemException.class,
                        () -> uploads.start(EvidenceKind.HEAPDUMP, ID, "http 127.0.0.1"));
        done.cancel();

        assertThat(again.problem().kind()).isEqualTo(Problem.Kind.CONFLICT);
        assertThat(awaitEnd(first.id()).state()).isEqualTo(JobState.DONE);
    }
}
