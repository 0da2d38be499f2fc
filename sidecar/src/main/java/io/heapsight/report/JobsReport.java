/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.job.JobJson;
import io.heapsight.job.JobRecord;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Jobs, oldest first. */
public record JobsReport(List<JobRecord> jobs) implements Report {
    @Override
    public String text() {
        if (jobs.isEmpty()) {
            return "No job has been started: POST /heapdumps starts one.\n";
        }
        TextTable table = new TextTable("ID", "KIND", "OF", "STATE", "DONE", "PHASE");
        for (JobRecord job : jobs) {
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
    public void writeFields(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("jobs");
        for (JobRecord job : jobs) {
            json.writeStartObject();
            JobJson.writeFields(json, job);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
