/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import com.fasterxml.jackson.core.JsonGenerator;
import io.heapsight.unit.JsonObject;
import io.heapsight.unit.Problem;
import io.heapsight.unit.VisibleText;
import java.io.IOException;
import java.util.List;

/**
 * A part that was left out of what was asked for.
 *
 * @param phase which part
 * @param reason why
 * @param remedy the line that brings it next time
 */
public record Skipped(String phase, String reason, String remedy) {
    /** The summary of a heap dump, for this reason. */
    public static Skipped summary(Problem why) {
        return new Skipped("summary", why.detail(), why.remedy());
    }

    /** Writes the field {@code skipped} into an object that is open. */
    public static void write(JsonGenerator json, List<Skipped> all) throws IOException {
        json.writeArrayFieldStart("skipped");
        for (Skipped each : all) {
            json.writeStartObject();
            json.writeStringField("phase", each.phase());
            json.writeStringField("reason", each.reason());
            json.writeStringField("remedy", each.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    static Skipped read(JsonObject said) throws IOException {
        return new Skipped(said.text("phase"), said.text("reason"), said.text("remedy"));
    }

    /** Two lines of text. */
    public String text() {
        return "Without its %s: %s\n  %s\n"
                .formatted(phase, VisibleText.of(reason), VisibleText.of(remedy));
    }
}
