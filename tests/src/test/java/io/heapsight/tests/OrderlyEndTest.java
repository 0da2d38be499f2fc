/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.LocalJdk;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.LocalTarget;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar that gets SIGTERM during its work leaves nothing in a target. */
class OrderlyEndTest {
    @Test
    void recordingIsStoppedAndItsFileRemoved(@TempDir Path data) {
        try (LocalTarget target = LocalTarget.start(LocalJdk.of(25), "Idle")) {
            try (LocalSidecar sidecar = LocalSidecar.startSampling(settings(target, data))) {
                DumpJob.start(sidecar.caller(), "/recordings?seconds=600");
                assertThat(recordings(target)).contains("name=heapsight-");
            }
            assertThat(recordings(target)).doesNotContain("heapsight-");
            String left = "heapsight-[0-9TZ]+-" + target.pid() + "\\.jfr";
            assertThat(Path.of("/tmp").toFile().list((_, name) -> name.matches(left))).isEmpty();
            assertThat(target.isAlive()).isTrue();
        }
    }

    private static Map<String, String> settings(LocalTarget target, Path data) {
        return Map.of(
                "HEAPSIGHT_TARGET",
                String.valueOf(target.pid()),
                "HEAPSIGHT_DATA_DIR",
                data.toString());
    }

    private static String recordings(LocalTarget target) {
        return target.jcmd("JFR.check").outOrThrow();
    }
}
