/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/**
 * Two JVMs, each PID 1 of its own namespace, share /tmp: the attach socket there is that of only
 * one of them.
 */
@NeedsDocker
class SharedTmpTest {
    @Test
    void histogramOfTheOtherJvmIsNotTakenForTheTargets() {
        TargetSpec first = TargetSpec.of(Jdk.JDK_17, "Single").withVolume("/tmp");
        try (TargetContainer other = TargetContainer.start(first)) {
            TargetSpec second = TargetSpec.idle(Jdk.JDK_17).withVolumesOf(other.id());
            try (TargetContainer target = TargetContainer.start(second);
                    SidecarContainer sidecar = SidecarContainer.beside(target)) {
                HttpCaller api = sidecar.readyCaller();
                other.jcmd("1", "VM.version").outOrThrow(); // makes it listen

                HttpResponse<String> histogram = api.get("/histogram");

                assertThat(histogram.statusCode()).as(histogram.body()).isEqualTo(503);
                assertThat(histogram.body())
                        .contains("Another process listens", "its own /tmp")
                        .doesNotContain("com.acme.Single");
                assertThat(target.printedThreadDump()).isFalse();
            }
        }
    }
}
