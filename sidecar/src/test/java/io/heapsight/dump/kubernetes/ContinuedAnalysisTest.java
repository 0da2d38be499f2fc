/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.dump.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.heapsight.dump.store.DumpRecord;
import io.heapsight.job.JobSnapshot;
import io.heapsight.job.JobState;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.store.EvidenceFile;
import io.heapsight.unit.CancelSignal;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Analyses that a request cancels, or that the next start of the sidecar continues. */
@Timeout(60)
class ContinuedAnalysisTest extends AnalysisJobsFixture {
    @Test
    void aRestartedSidecarFollowsTheJobOfItsDump() throws Exception {
        inTheCluster();
        uploaded.clear();
        restart();

        JobSnapshot second = analyses.start(dump, "test");
        await().until(() -> phase(second).contains("analysing in the Job heapsight-20261121t"));
        summariesAreInTheStore();
        cluster.jobs.replaceAll((_, _) -> FakeCluster.COMPLETE);

        assertThat(ended(second).state()).isEqualTo(JobState.DONE);
        assertThat(cluster.requests("POST")).hasSize(1);
        assertThat(cluster.requests("DELETE")).isEmpty();
        assertThat(uploaded).isEmpty();
    }

    @Test
    void cancellingAnAnalysisStopsItsJob() throws Exception {
        JobSnapshot job = cancelled(inTheCluster());

        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(job.phase()).startsWith("stopped the Job heapsight-2026");
        assertThat(job.skipped()).isEmpty();
        assertThat(cluster.jobs).isEmpty();
        assertThat(cluster.requests("DELETE"))
                .singleElement()
                .satisfies(
                        request ->
                                assertThat(yaml(request.text()))
                                        .isEqualTo(
                                                Map.of(
                                                        "propagationPolicy",
                                                        "Background",
                                                        "preconditions",
                                                        Map.of("uid", "4-2"))));
    }

    @Test
    void aJobThatARestartedSidecarFollowsIsStoppedToo() throws Exception {
        inTheCluster();
        restart();

        cancelled(inTheCluster());

        assertThat(cluster.jobs).isEmpty();
    }

    @Test
    void aJobOfAnotherCreatorContinues() throws Exception {
        JobSnapshot begun = inTheCluster();
        cluster.creator = Optional.of("shop-2");

        JobSnapshot job = cancelled(begun);

        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(job.skipped())
                .singleElement()
                .satisfies(
                        part -> {
                            assertThat(part.reason()).contains("this pod did not create it");
                            assertThat(part.remedy())
                                    .startsWith("Stop it: kubectl -n shop delete job heapsight-");
                        });
        assertThat(cluster.requests("DELETE")).isEmpty();
    }

    @Test
    void withoutTheRightToDeleteTheJobContinues() throws Exception {
        cluster.instead =
                request ->
                        request.method().equals("DELETE")
                                ? Optional.of(
                                        FakeCluster.refusal(
                                                403,
                                                "jobs.batch is forbidden: User \"shop\" cannot"
                                                        + " delete resource \"jobs\""))
                                : Optional.empty();

        JobSnapshot job = cancelled(inTheCluster());

        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(cluster.jobs).hasSize(1);
        String name = cluster.jobs.keySet().iterator().next();
        assertThat(job.skipped())
                .singleElement()
                .satisfies(
                        part -> {
                            assertThat(part.reason())
                                    .startsWith(
                                            "the Job %s in namespace shop continues: "
                                                    .formatted(name))
                                    .contains("cannot delete resource");
                            assertThat(part.remedy())
                                    .isEqualTo("Stop it: kubectl -n shop delete job " + name);
                        });
        assertThat(lines).anyMatch(line -> line.contains("analysis Job not stopped"));
    }

    @Test
    void anAnalysisThatIsCancelledBeforeItsJobExistsDeletesNothing() throws Exception {
        inTheCluster();
        DumpRecord second = add(8);
        JobSnapshot first = analyses.start(second, "test");
        await().until(() -> cluster.jobs.size() == 2);
        JobSnapshot third = analyses.start(add(9), "test");
        await().until(() -> phase(third).startsWith("waiting for another analysis Job"));

        JobSnapshot job = cancelled(third);

        assertThat(job.skipped()).isEmpty();
        assertThat(jobs.find(first.id()).orElseThrow().state()).isEqualTo(JobState.RUNNING);
        assertThat(cluster.requests("DELETE")).isEmpty();
    }

    @Test
    void aRequestForTheSummaryFetchesThatOfAnEndedJob() throws Exception {
        inTheCluster();
        restart();
        summariesAreInTheStore();
        cluster.jobs.replaceAll((_, _) -> FakeCluster.COMPLETE);

        analyses.resume(dump, "http");

        assertThat(store.summary(dump, SummaryFormat.JSON)).hasContent(SUMMARY);
    }

    @Test
    void aCompleteJobIsFetchedWhileTwoOthersRun() throws Exception {
        inTheCluster();
        restart();
        DumpRecord complete = dump;
        summariesAreInTheStore();
        cluster.jobs.replaceAll((_, _) -> FakeCluster.COMPLETE);
        dump = add(8);
        inTheCluster();
        dump = add(9);
        inTheCluster();

        analyses.resume(complete, "http");

        assertThat(store.summary(complete, SummaryFormat.JSON)).hasContent(SUMMARY);
    }

    @Test
    void aDumpWhoseJobWasNotCreatedGetsOneAfterARestart() throws Exception {
        cluster.instead =
                request ->
                        request.method().equals("POST")
                                ? Optional.of(FakeCluster.refusal(503, "starting"))
                                : Optional.empty();
        ended(analyses.start(dump, "test"));
        assertThat(uploaded).hasSize(1);
        restart();
        cluster.instead = _ -> Optional.empty();
        assertThatThrownBy(() -> analyses.resume(dump, "http"))
                .hasMessageContaining("has no summary");
        assertThat(cluster.jobs).isEmpty();

        inTheCluster();

        assertThat(cluster.jobs).hasSize(1);
    }

    @Test
    void anUploadThatTheEndOfTheSidecarInterruptsPrecedesTheJob() throws Exception {
        CancelSignal connection = new CancelSignal();
        sending =
                job -> {
                    while (!connection.isCancelled()) {
                        job.cancel().pause(Duration.ofMillis(10));
                    }
                };
        JobSnapshot first = analyses.start(dump, "test");
        await().until(() -> phase(first).equals("uploading the dump"));
        await().until(() -> jobs.list().size() == 2);
        restart();
        uploads.resume();

        JobSnapshot second = analyses.start(dump, "test");
        await().until(() -> phase(second).equals("uploading the dump"));
        assertThat(cluster.jobs).isEmpty();
        connection.cancel();

        await().until(() -> phase(second).startsWith("analysing in the Job"));
        assertThat(uploaded).containsExactly(folder(dump) + dump.id() + ".hprof.gz");
    }

    @Test
    void aRequestForTheSummaryOfARunningJobDoesNotWait() throws Exception {
        inTheCluster();
        restart();

        analyses.resume(dump, "http");
        analyses.resume(dump, "http");

        assertThat(jobs.list()).hasSize(3); // two analyses, one upload
        assertThat(jobs.list().getLast().state().isFinal()).isFalse();
    }

    @Test
    void aRequestForTheSummaryOfADumpWithoutAJobStartsNone() {
        assertThatThrownBy(() -> analyses.resume(dump, "http"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> {
                            Problem problem = e.problem();
                            assertThat(problem.kind()).isEqualTo(Problem.Kind.NOT_FOUND);
                            assertThat(problem.detail())
                                    .contains("The Job heapsight-2026", "s3://dumps/a/eu/shop/")
                                    .endsWith(".heapdump has no summary.");
                            assertThat(problem.remedy())
                                    .isEqualTo(
                                            "POST /heapdumps/%s/analysis creates a Job."
                                                    .formatted(dump.id()));
                        });

        assertThat(cluster.requests("POST")).isEmpty();
        assertThat(jobs.list()).isEmpty();
    }

    @Test
    void aRequestForTheSummaryFetchesThatOfARemovedJob() throws Exception {
        inTheCluster();
        restart();
        summaryOfARemovedJob();

        analyses.resume(dump, "http");

        assertThat(store.summary(dump, SummaryFormat.JSON)).hasContent(SUMMARY);
        assertThat(cluster.requests("POST")).hasSize(1);
    }

    private void summaryOfARemovedJob() {
        summariesAreInTheStore();
        theStoreLists(EvidenceFile.Form.AS_IS, 5, ".summary.json");
        cluster.jobs.clear();
    }

    @Test
    void aStoreThatCannotBeReadIsNotAMissingSummary() {
        unreadable = true;

        assertThatThrownBy(() -> analyses.resume(dump, "http"))
                .hasMessageContaining("The store can't be read");
    }

    @Test
    void anAnalysisFetchesTheSummaryOfARemovedJob() throws Exception {
        summaryOfARemovedJob();

        assertThat(analysed().state()).isEqualTo(JobState.DONE);

        assertThat(store.summary(dump, SummaryFormat.JSON)).hasContent(SUMMARY);
        assertThat(cluster.requests("POST")).isEmpty();
        assertThat(uploaded).isEmpty();
    }

    @Test
    void anotherAnalysisAfterTheJobWasRemovedCreatesAJob() throws Exception {
        summaryOfARemovedJob();
        analysed();

        inTheCluster();

        assertThat(cluster.requests("POST")).hasSize(1);
    }

    @Test
    void aSummaryOfAnotherSizeIsNone() {
        summaryOfARemovedJob();
        theStoreLists(EvidenceFile.Form.AS_IS, 4, ".summary.json");

        assertThatThrownBy(() -> analyses.resume(dump, "http"))
                .hasMessageContaining("has no summary");
    }

    @Test
    void aJobThatIsRemovedAtItsEndLeavesItsSummary() throws Exception {
        JobSnapshot job = inTheCluster();
        summaryOfARemovedJob();

        assertThat(ended(job).state()).isEqualTo(JobState.DONE);

        assertThat(store.summary(dump, SummaryFormat.JSON)).hasContent(SUMMARY);
    }

    @Test
    void aDumpThatTheStoreHasIsNotUploadedAgain() throws Exception {
        theStoreLists(EvidenceFile.Form.REDACTED, 5, ".hprof.gz");

        inTheCluster();

        assertThat(uploaded).isEmpty();
        assertThat(jobs.list()).hasSize(1);
    }

    @Test
    void aDumpOfAnotherSizeIsUploadedAgain() throws Exception {
        theStoreLists(EvidenceFile.Form.REDACTED, 4, ".hprof.gz");

        inTheCluster();

        assertThat(uploaded).containsExactly(folder(dump) + dump.id() + ".hprof.gz");
    }

    @Test
    void aDumpThatWasNotRedactedIsUploadedAgain() throws Exception {
        theStoreLists(EvidenceFile.Form.GZIP, 5, ".hprof.gz");

        inTheCluster();

        assertThat(uploaded).hasSize(1);
    }

    @Test
    void aStoreThatCannotBeReadGetsTheDump() throws Exception {
        unreadable = true;

        inTheCluster();

        assertThat(uploaded).hasSize(1);
        assertThat(lines).anyMatch(line -> line.contains("can't be searched for a dump"));
    }
}
