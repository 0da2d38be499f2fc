/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.job;

import static io.heapsight.json.JsonValueCodec.TEXT;

import io.heapsight.json.JsonObject;
import io.heapsight.json.Shape;
import io.heapsight.unit.Problem;
import io.heapsight.unit.VisibleText;
import java.io.IOException;

/**
 * A requested part that was skipped.
 *
 * @param phase the part
 * @param reason the cause
 * @param remedy the line to change
 */
public record SkippedPart(String phase, String reason, String remedy) {
    public static final Shape<SkippedPart> JSON =
            Shape.<SkippedPart>of()
                    .field("phase", TEXT, SkippedPart::phase)
                    .field("reason", TEXT, SkippedPart::reason)
                    .field("remedy", TEXT, SkippedPart::remedy);

    /** Creates a skipped summary of a heap dump. */
    public static SkippedPart summary(Problem why) {
        return new SkippedPart("summary", why.detail(), why.remedy());
    }

    static SkippedPart read(JsonObject said) throws IOException {
        return new SkippedPart(said.text("phase"), said.text("reason"), said.text("remedy"));
    }

    /** Returns two lines of text. */
    public String text() {
        return "Without its %s: %s\n  %s\n"
                .formatted(phase, VisibleText.of(reason), VisibleText.of(remedy));
    }
}
