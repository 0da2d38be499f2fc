/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.config.SidecarConfig;
import io.heapsight.doctor.CheckResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checks that a configuration adds. */
class LocalDoctorTest {
    @Test
    void analysesInJobsNeedAnApiServer() throws Exception {
        SidecarConfig config =
                SidecarConfig.read(
                        Map.of("HEAPSIGHT_ANALYSIS", "job", "HEAPSIGHT_STORE", "s3://dumps/a"));

        CheckResult finding = LocalDoctor.analysisJobs(config, Map.of()).orElseThrow().look();

        assertThat(finding.id()).isEqualTo("analysis-jobs");
        assertThat(finding.found()).isEqualTo("KUBERNETES_SERVICE_HOST is empty.");
    }

    @Test
    void otherAnalysesNeedNone() throws Exception {
        assertThat(LocalDoctor.analysisJobs(SidecarConfig.read(Map.of()), Map.of())).isEmpty();
    }
}
