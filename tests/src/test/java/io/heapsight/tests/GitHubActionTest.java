/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.DialectFleet;
import io.heapsight.tests.harness.ExporterDialect;
import io.heapsight.tests.harness.HeapsightImage;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.NeedsPrometheus;
import io.heapsight.tests.harness.Prometheus;
import io.heapsight.tests.harness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The step of {@code k8s/canary/github-action}, as the runner starts it. */
@NeedsDocker
@NeedsPrometheus
class GitHubActionTest {
    @Test
    void summaryHasTheReportAndTheStepTheExitCode(@TempDir Path folder) throws IOException {
        DialectFleet fleet = new DialectFleet(ExporterDialect.CLIENT_JAVA, 15, List.of());
        try (Prometheus prometheus = fleet.start(8, 1.3)) {
            Path summary = Files.createFile(folder.resolve("summary"));
            String options = "--at=%s\n\n--row=gc.*".formatted(fleet.end());
            Ran worse =
                    Ran.run(
                            List.of(
                                    "env",
                                    "GITHUB_STEP_SUMMARY=" + summary,
                                    "IMAGE=" + HeapsightImage.tag(),
                                    "PROMETHEUS=" + prometheus.uri(),
                                    "BASE=version=\"1.4\"",
                                    "CANDIDATE=version=\"1.5\"",
                                    "WINDOW=1h",
                                    "TOKEN=secret",
                                    "OPTIONS=" + options,
                                    Checkout.root()
                                            .resolve("k8s/canary/github-action/compare")
                                            .toString()));
            assertThat(worse.exitCode()).as(worse.err()).isEqualTo(1);
            assertThat(summary)
                    .content()
                    .isEqualTo(worse.out())
                    .contains("version=1.5 against version=1.4 (8 pods each)", "**worse**")
                    .doesNotContain("cpu.seconds");
        }
    }
}
