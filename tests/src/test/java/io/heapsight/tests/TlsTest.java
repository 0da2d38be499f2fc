/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.HeapsightImage;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A sidecar with a certificate mounted like a Kubernetes TLS Secret, for a name other than
 * localhost.
 */
@NeedsDocker
class TlsTest {
    private static final String FILES = "tests/src/test/resources/tls";

    @Test
    void healthCheckAndCommandsInItsContainerSpeakTls() {
        TargetSpec idle = TargetSpec.idle(Jdk.JDK_25, Collector.SERIAL);
        try (TargetContainer target = TargetContainer.start(idle)) {
            String id = start(target);
            try {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(heapsight(id, "memory").err()).isEmpty());
                assertThat(heapsight(id, "memory").outOrThrow()).contains("heap");
                assertThat(heapsight(id, "histogram").outOrThrow()).contains("com.acme.Order");
                assertThat(heapsight(id, "healthcheck").exitCode()).isZero();
                assertThat(heapsight(id, "memory", "--url", "http://localhost:9404").exitCode())
                        .as("without TLS")
                        .isEqualTo(1);
            } finally {
                docker("rm", "-f", id);
            }
        }
    }

    private static String start(TargetContainer target) {
        return docker(
                        "run",
                        "-d",
                        "--read-only",
                        "--cap-drop=ALL",
                        "--user=1000:1000",
                        "--pid=container:" + target.id(),
                        "--volume=" + Checkout.root().resolve(FILES) + ":/run/secrets/tls:ro",
                        "--env=HEAPSIGHT_TLS_CERT=/run/secrets/tls/tls.crt",
                        "--env=HEAPSIGHT_TLS_KEY=/run/secrets/tls/tls.key",
                        HeapsightImage.tag())
                .outOrThrow()
                .strip();
    }

    private static Ran heapsight(String id, String... arguments) {
        List<String> command = new ArrayList<>(List.of("exec", id, "heapsight"));
        command.addAll(List.of(arguments));
        return docker(command.toArray(String[]::new));
    }

    private static Ran docker(String... arguments) {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        return Ran.run(command);
    }
}
