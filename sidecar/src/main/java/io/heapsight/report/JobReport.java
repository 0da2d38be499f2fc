/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import io.heapsight.job.JobJson;
import io.heapsight.job.JobSnapshot;
import io.heapsight.operation.Pause;
import io.heapsight.pause.PauseEstimate;
import io.heapsight.pause.PauseLimit;
import io.heapsight.unit.Problem;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Locale;

/** The state of one job. */
public record JobReport(JobSnapshot job) implements Report {
    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        out.append(
                "%s of %s: %s, %s\n"
                        .formatted(
                                job.kind().label(),
                                VisibleText.of(job.subject()),
                                job.state().label(),
                                progress()));
        out.append(pause());
        if (job.problem().isPresent()) {
            Problem problem = job.problem().get();
            out.append(problem.title()).append(".\n  ").append(VisibleText.of(problem.detail()));
            out.append("\n  ").append(VisibleText.of(problem.remedy())).append('\n');
        }
        job.result()
                .ifPresent(
                        it ->
                                out.append(it.startsWith("/") ? "GET " : "stored as ")
                                        .append(VisibleText.of(it))
                                        .append('\n'));
        job.skipped().forEach(part -> out.append(part.text()));
        if (!job.state().isFinal()) {
            out.append("GET ").append(job.path()).append(" again; DELETE cancels it\n");
        }
        return out.toString();
    }

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final String PROBE =
            ": a liveness probe with a shorter " + PauseLimit.PROBE + " restarts it";

    private String pause() {
        Pause pause = job.pause();
        if (pause.measured().isPresent()) {
            return "The target was stopped for %s%s.\n"
                    .formatted(
                            PauseEstimate.shown(pause.measured().get()),
                            pause.expected()
                                    .map(it -> ", expected " + PauseEstimate.shown(it))
                                    .orElse(""));
        }
        return pause.expected()
                .map(
                        it ->
                                "The target is stopped for about %s%s.\n"
                                        .formatted(
                                                PauseEstimate.shown(it),
                                                it.compareTo(LONG) < 0 ? "" : PROBE))
                .orElse("");
    }

    private String progress() {
        StringBuilder out = new StringBuilder();
        out.append(
                String.format(
                        Locale.ROOT,
                        "%.0f %%, %s",
                        100 * job.progress(),
                        VisibleText.of(job.phase())));
        job.etaSeconds().ifPresent(eta -> out.append(", ").append(eta).append(" s left"));
        return out.toString();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        JobJson.JOB.writeDocument(out, job);
    }
}
