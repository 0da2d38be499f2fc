/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.heapsight.unit.EventLog;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import io.heapsight.unit.SteadyClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobsTest {
    private static final Problem BROKEN =
            new Problem(Problem.Kind.NO_ROOM, "No room", "none at all", "make some");

    @TempDir private Path data;
    private final List<String> log = new CopyOnWriteArrayList<>();

    @Test
    void refusedWorkLeavesNoJobAndNamesTheReason() throws IOException {
        try (Jobs jobs = open()) {
            assertThatThrownBy(
                            () ->
                                    started(
                                            jobs,
                                            _ -> {
                                                throw new ProblemException(BROKEN);
                                            }))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("none at all");
            assertThat(jobs.list()).isEmpty();
        }
    }

    @Test
    void acceptedWorkThatFailsSaysSoInItsRecord() throws Exception {
        try (Jobs jobs = open()) {
            String id =
                    started(
                            jobs,
                            job -> {
                                job.accepted();
                                job.result("/heapdumps/1");
                                throw new ProblemException(BROKEN);
                            });
            JobSnapshot job = awaitEnd(jobs, id);
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.problem()).contains(BROKEN);
            assertThat(job.result()).contains("/heapdumps/1");
        }
        // The file equals the state in memory.
        try (Jobs again = open()) {
            JobSnapshot job = again.list().getFirst();
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.problem()).contains(BROKEN);
            assertThat(job.result()).contains("/heapdumps/1");
            assertThat(job.endedAt()).isPresent();
        }
    }

    @Test
    void resultIsReportedBeforeTheJobEnds() throws Exception {
        List<String> results = new CopyOnWriteArrayList<>();
        CountDownLatch told = new CountDownLatch(1);
        try (Jobs jobs = open()) {
            jobs.onResult(job -> results.add(job.state() + " " + job.result().orElseThrow()));
            String id =
                    started(
                            jobs,
                            job -> {
                                job.accepted();
                                job.result("/heapdumps/1");
                                told.countDown();
                                job.result("/heapdumps/1/summary");
                            });
            told.await();
            assertThat(results).contains("RUNNING /heapdumps/1");
            awaitEnd(jobs, id);
            assertThat(results)
                    .containsExactly("RUNNING /heapdumps/1", "RUNNING /heapdumps/1/summary");
        }
    }

    @Test
    void cancelledJobEndsAfterCleanUp() throws Exception {
        CountDownLatch cleanedUp = new CountDownLatch(1);
        try (Jobs jobs = open()) {
            String id =
                    started(
                            jobs,
                            job -> {
                                job.accepted();
                                Awaitility.await().until(job.cancel()::isCancelled);
                                cleanedUp.countDown();
                                job.cancel().throwIfCancelled();
                            });
            assertThat(jobs.cancel(id).orElseThrow().state()).isEqualTo(JobState.RUNNING);
            assertThat(awaitEnd(jobs, id).state()).isEqualTo(JobState.CANCELLED);
            assertThat(cleanedUp.getCount()).isZero();
        }
    }

    @Test
    void jobOfAKilledSidecarIsInterrupted() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (Jobs killed = open()) {
            String id =
                    started(
                            killed,
                            job -> {
                                job.accepted();
                                Awaitility.await().until(() -> end.getCount() == 0);
                            });
            // Another process that finds the files of an ended one.
            try (Jobs next = open()) {
                JobSnapshot job = next.find(id).orElseThrow();
                assertThat(job.state()).isEqualTo(JobState.FAILED);
                assertThat(job.problem().orElseThrow().title()).isEqualTo("Interrupted");
                assertThat(log).anyMatch(line -> line.contains("job interrupted"));
            }
            end.countDown();
            awaitEnd(killed, id);
        }
    }

    @Test
    void progressIsMonotonicAcrossTheJob() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (Jobs jobs = open()) {
            String id =
                    started(
                            jobs,
                            job -> {
                                job.part(0, 0.4);
                                job.at("writing", 3, 4);
                                job.at("writing again", 1, 4);
                                job.accepted();
                                Awaitility.await().until(() -> end.getCount() == 0);
                                job.part(0.4, 1);
                            });
            JobSnapshot job = jobs.find(id).orElseThrow();
            assertThat(job.progress()).isEqualTo(0.3, within(1e-9));
            assertThat(job.phase()).isEqualTo("writing again");
            assertThat(job.etaSeconds()).isPresent();
            end.countDown();
            assertThat(awaitEnd(jobs, id).progress()).isEqualTo(1);
        }
    }

    @Test
    void anEstimateReplacesThatOfTheProgressUntilTheNextPart() throws Exception {
        CountDownLatch next = new CountDownLatch(1);
        AtomicReference<OptionalLong> later = new AtomicReference<>(OptionalLong.of(1));
        try (Jobs jobs = open()) {
            String id =
                    started(
                            jobs,
                            job -> {
                                job.estimate(() -> OptionalLong.of(42));
                                job.at("analysing", 0, 4);
                                job.accepted();
                                Awaitility.await().until(() -> next.getCount() == 0);
                                job.part(0, 1);
                                job.at("checking", 0, 4);
                                later.set(job.record().etaSeconds());
                            });
            assertThat(jobs.find(id).orElseThrow().etaSeconds()).hasValue(42);
            next.countDown();
            assertThat(awaitEnd(jobs, id).etaSeconds()).isEmpty();
            assertThat(later.get()).isEmpty();
        }
    }

    @Test
    void foreignFileIsSkippedAndReported() throws IOException {
        Files.writeString(
                Files.createDirectories(data.resolve("jobs")).resolve("x.json"), "{\"id\":\"..\"}");
        try (Jobs jobs = open()) {
            assertThat(jobs.list()).isEmpty();
            assertThat(jobs.find("../x")).isEmpty();
            assertThat(log).anyMatch(line -> line.contains("not a job record"));
        }
    }

    @Test
    void jobsOfTheSidecarAndOfCallersDoNotKeepEachOtherOut() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Jobs.Work held =
                job -> {
                    job.accepted();
                    Awaitility.await().until(() -> end.getCount() == 0);
                };
        try (Jobs jobs = open()) {
            for (int i = 0; i < 16; i++) {
                jobs.startOwn(JobKind.UPLOAD, "7 (Shop)", "test", held);
            }
            for (int i = 0; i < 16; i++) {
                started(jobs, held);
            }
            assertThatThrownBy(() -> started(jobs, held))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("16 jobs have not ended yet");
            String own = jobs.startOwn(JobKind.UPLOAD, "7 (Shop)", "test", held).id();
            end.countDown();
            awaitEnd(jobs, own);
            jobs.list().forEach(each -> awaitEnd(jobs, each.id()));
            awaitEnd(jobs, started(jobs, held));
        }
    }

    @Test
    void jobWithoutThreadIsRefusedAndHoldsNoSlot() throws Exception {
        ThreadFactory refused = task -> Thread.ofPlatform().stackSize(1L << 50).unstarted(task);
        EventLog events = new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system());
        try (Jobs jobs = Jobs.open(data, events, SteadyClock.system(events), refused)) {
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> started(jobs, Job::accepted))
                        .isInstanceOf(ProblemException.class)
                        .hasMessageContaining("native thread");
            }
            assertThat(jobs.list()).isEmpty();
        } // waits for no thread
    }

    private Jobs open() throws IOException {
        EventLog events = new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system());
        return Jobs.open(data, events, SteadyClock.system(events));
    }

    private static String started(Jobs jobs, Jobs.Work work) throws ProblemException {
        return jobs.start(JobKind.ANALYSIS, "7 (Shop)", "test", work).id();
    }

    private static JobSnapshot awaitEnd(Jobs jobs, String id) {
        return Awaitility.await()
                .until(() -> jobs.find(id).orElseThrow(), job -> job.state().isFinal());
    }
}
