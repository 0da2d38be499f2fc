/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static io.heapsight.json.JsonValueCodec.list;

import io.heapsight.job.JobJson;
import io.heapsight.job.JobSnapshot;
import io.heapsight.json.Shape;
import io.heapsight.report.section.TextTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Jobs, oldest first. */
public record JobsReport(List<JobSnapshot> jobs) implements Report {
    public static final Shape<JobsReport> SHAPE =
            Shape.<JobsReport>of().field("jobs", list(JobJson.JOB), JobsReport::jobs);

    @Override
    public String text() {
        if (jobs.isEmpty()) {
            return "No jobs yet: POST /heapdumps starts one.\n";
        }
        TextTable table = new TextTable("ID", "KIND", "OF", "STATE", "DONE", "PHASE");
        for (JobSnapshot job : jobs) {
            table.add(
                    job.id(),
                    job.kind().label(),
                    job.subject(),
                    job.state().label(),
                    String.format(Locale.ROOT, "%.0f %%", 100 * job.progress()),
                    job.phase());
        }
        return table.alignRight(List.of(4)).text();
    }

    @Override
    public void writeJson(Writer out) throws IOException {
        SHAPE.writeDocument(out, this);
    }
}
