/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.postmortem;

import io.heapsight.report.PostmortemReport;
import io.heapsight.unit.Mutants;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mutated post-mortems: each is shown or refused. */
class MutatedPostmortemTest {
    @Test
    void mutatedPostmortemsAreShownOrRefused() {
        Postmortem whole = SamplePostmortem.withEverything(SamplePostmortem.id(1));
        Mutants.ofTexts(List.of(new PostmortemReport(whole).json()))
                .areReadOrRefused(
                        bytes -> {
                            PostmortemReport report =
                                    new PostmortemReport(
                                            PostmortemJson.read(
                                                    new String(bytes, StandardCharsets.UTF_8)));
                            report.writeText(Writer.nullWriter());
                            report.writeJson(Writer.nullWriter());
                        },
                        List.of(IOException.class));
    }
}
