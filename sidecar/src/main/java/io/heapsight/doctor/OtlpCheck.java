/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.otlp.OtlpEnvironment;
import io.heapsight.otlp.OtlpPushCounts;
import io.heapsight.otlp.OtlpSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Checks pushes to the OpenTelemetry endpoint: the variables, the host, and the last push. Sends
 * nothing.
 *
 * @param counts of this process; none were sent outside the sidecar
 */
public record OtlpCheck(OtlpEnvironment.Result environment, OtlpPushCounts counts) {
    private static final String ID = "otlp";
    private static final String EXPECTED = "valid OTEL_… variables, and an endpoint that accepts";

    CheckResult look() {
        List<String> warnings = environment.warnings();
        if (!warnings.isEmpty()) {
            return CheckResult.wrong(
                    ID,
                    String.join("; ", warnings),
                    EXPECTED,
                    "Correct these variables of the sidecar's container, or unset them.");
        }
        if (environment.settings().isEmpty()) {
            return CheckResult.ok(ID, "no endpoint is set", EXPECTED);
        }
        return look(environment.settings().get());
    }

    private CheckResult look(OtlpSettings settings) {
        String shown = settings.shown();
        if (counts.fault().isPresent()) {
            return CheckResult.wrong(
                    ID,
                    "the last push to %s did not succeed: %s"
                            .formatted(shown, counts.fault().get()),
                    EXPECTED,
                    "Check HEAPSIGHT_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS: a Collector"
                            + " receives OTLP over HTTP on port 4318.");
        }
        try {
            InetAddress.getByName(settings.endpoint().getHost());
        } catch (UnknownHostException _) {
            return CheckResult.wrong(
                    ID,
                    "the host of %s is unknown".formatted(shown),
                    EXPECTED,
                    "Correct the host in HEAPSIGHT_OTLP_ENDPOINT, or the DNS of the pod.");
        }
        return CheckResult.ok(
                ID, "%s, every %d s".formatted(shown, settings.interval().toSeconds()), EXPECTED);
    }
}
