/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.mcp;

import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.json.JsonValueCodec;
import io.heapsight.json.Schema;
import io.heapsight.json.Shape;
import io.heapsight.report.Report;
import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;

/** The combined answers of several pods to one query; names the pods that failed. */
record PodAnswersReport(List<PodAnswer> pods) implements Report {
    /**
     * The answer of one pod.
     *
     * @param answer text or a JSON document
     */
    record PodAnswer(String pod, Optional<String> answer, Optional<Problem> problem) {
        static PodAnswer of(String pod, String answer) {
            return new PodAnswer(pod, Optional.of(answer), Optional.empty());
        }

        static PodAnswer failed(String pod, Problem problem) {
            return new PodAnswer(pod, Optional.empty(), Optional.of(problem));
        }
    }

    /** The JSON document of a sidecar, copied unchanged. */
    private static final JsonValueCodec<String> DOCUMENT =
            JsonValueCodec.of(Schema.object(), (json, text) -> json.writeRawValue(text.strip()));

    private static final Shape<Problem> PROBLEM =
            Shape.<Problem>of()
                    .field("title", TEXT, Problem::title)
                    .field("detail", TEXT, Problem::detail)
                    .field("remedy", TEXT, Problem::remedy);

    private static final Shape<PodAnswersReport> SHAPE =
            Shape.<PodAnswersReport>of()
                    .field(
                            "pods",
                            list(
                                    Shape.<PodAnswer>of()
                                            .field("pod", TEXT, PodAnswer::pod)
                                            .nullable("answer", DOCUMENT, PodAnswer::answer)
                                            .nullable("problem", PROBLEM, PodAnswer::problem)),
                            PodAnswersReport::pods);

    /**
     * Returns the report on all pods.
     *
     * @throws ProblemException if no pod answered, with the reason of the first pod
     */
    static PodAnswersReport of(List<PodAnswer> pods) throws ProblemException {
        PodAnswersReport report = new PodAnswersReport(pods);
        List<PodAnswer> failed = report.failed();
        if (failed.size() == pods.size()) {
            Problem first = failed.getFirst().problem().orElseThrow();
            throw new ProblemException(
                    first.kind(),
                    "None of %d pods answered".formatted(pods.size()),
                    line(failed.getFirst()),
                    first.remedy());
        }
        return report;
    }

    private List<PodAnswer> failed() {
        return pods.stream().filter(each -> each.problem().isPresent()).toList();
    }

    private static String line(PodAnswer failed) {
        Problem problem = failed.problem().orElseThrow();
        return "%s: %s: %s".formatted(failed.pod(), problem.title(), problem.detail());
    }

    /** Lists failures first, because a long text is truncated at its end. */
    @Override
    public String text() {
        StringBuilder out = new StringBuilder();
        List<PodAnswer> failed = failed();
        if (!failed.isEmpty()) {
            out.append("%d of %d pods failed:\n".formatted(failed.size(), pods.size()));
            failed.forEach(each -> out.append("  ").append(line(each)).append('\n'));
            out.append('\n');
        }
        for (PodAnswer each : pods) {
            each.answer()
                    .ifPresent(
                            text ->
                                    out.append("== %s\n".formatted(each.pod()))
                                            .append(text.stripTrailing())
                                            .append("\n\n"));
        }
        return out.toString();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
