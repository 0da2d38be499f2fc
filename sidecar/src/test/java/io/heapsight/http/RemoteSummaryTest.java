/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.dump.analysis.RemoteAnalysis;
import io.heapsight.dump.store.DumpRecord;
import io.heapsight.dump.store.DumpStore;
import io.heapsight.job.Job;
import io.heapsight.kept.SummaryFormat;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests for summaries of dumps that are analysed outside of the sidecar. */
class RemoteSummaryTest {
    private static final String SUMMARY = "{\"of\": \"another pod\", \"ä\": 1}\n";

    @TempDir private Path folder;
    private RunningApi api;
    private DumpStore store;
    private DumpRecord dump;
    private RemoteAnalysis.State state = RemoteAnalysis.State.COMPLETE;
    private Optional<ProblemException> failure = Optional.empty();

    @BeforeEach
    void serve() throws Exception {
        api =
                RunningApi.of(
                        Map.of(
                                "HEAPSIGHT_DATA_DIR",
                                folder.toString(),
                                "HEAPSIGHT_ANALYSIS_MEMORY",
                                "64m"),
                        List.of());
        store = api.dumps().store();
        store.prepare();
        String id = store.newId(Instant.now(), 7);
        dump =
                new DumpRecord(
                        id, Instant.now(), 7, "Shop", 4, false, false, Optional.empty(), "test");
        store.add(dump, Files.writeString(store.partOf(id), "dump"));
        api.dumps().analyses().delegate(new Elsewhere());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** An analysis of another pod. */
    private final class Elsewhere implements RemoteAnalysis {
        @Override
        public void check() {}

        @Override
        public State state(DumpRecord of) throws ProblemException {
            if (failure.isPresent()) {
                throw failure.get();
            }
            return state;
        }

        @Override
        public void requireStored(DumpRecord of) throws ProblemException {
            throw new ProblemException(
                    Problem.Kind.NOT_FOUND,
                    "This heap dump has no summary",
                    "The Job was deleted.",
                    "POST /heapdumps/%s/analysis creates it.".formatted(of.id()));
        }

        @Override
        public void summarize(DumpRecord of, Job job) {
            try {
                Files.writeString(store.summary(of, SummaryFormat.JSON), SUMMARY);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private HttpResponse<String> summary() {
        return api.get("/heapdumps/" + dump.id() + "/summary?format=json");
    }

    @Test
    void theSummaryOfACompleteAnalysisIsTheAnswer() {
        HttpResponse<String> answer = summary();

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(SUMMARY);
    }

    @Test
    void withoutAnAnalysisThereIsNoSummary() {
        state = RemoteAnalysis.State.MISSING;

        assertThat(summary().statusCode()).isEqualTo(404);
        assertThat(summary().body()).contains("/analysis creates it");
    }

    @Test
    void aFailedAnalysisIsTheAnswer() {
        failure =
                Optional.of(
                        new ProblemException(
                                Problem.Kind.INTERNAL,
                                "The analysis Job failed",
                                "OOMKilled",
                                "Delete it."));

        assertThat(summary().statusCode()).isEqualTo(500);
        assertThat(summary().body()).contains("The analysis Job failed", "OOMKilled");
    }
}
