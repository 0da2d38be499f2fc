/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.jvm.MadeJvm;
import io.heapsight.jvm.TargetJvm;
import io.heapsight.unit.Reading;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code GET /targets}: the visible JVMs. */
class TargetsReportTest {
    @Test
    void optionsAreListedWithoutSecrets() throws IOException {
        TargetJvm shop =
                MadeJvm.named("Shop").flags(Stream.of("-Xmx96m", "-Ddb.password=s3cret")).jvm();
        TargetsReport report =
                new TargetsReport(
                        List.of(
                                new TargetsReport.Row(
                                        shop, Reading.of("readable"), Optional.empty())));
        StringWriter json = new StringWriter();
        report.writeJson(json);
        assertThat(json.toString())
                .contains("\"flags\":[\"-Xmx96m\",\"-Ddb.password=(hidden)\"]")
                .doesNotContain("s3cret");
    }
}
