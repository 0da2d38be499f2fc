/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.unit.ProblemException;
import io.heapsight.webhook.WebhookSettings;
import java.util.Optional;

/**
 * Checks whether the webhook can receive events: resolves the host, but sends nothing.
 *
 * @param settings empty if there is no webhook
 */
public record WebhookCheck(Optional<WebhookSettings> settings) {
    private static final String ID = "webhook";
    private static final String EXPECTED = "a host that resolves and is not a metadata address";

    CheckResult look() {
        if (settings.isEmpty()) {
            return CheckResult.ok(ID, "HEAPSIGHT_WEBHOOK is not set", EXPECTED);
        }
        WebhookSettings webhook = settings.get();
        try {
            webhook.check();
            return CheckResult.ok(
                    ID,
                    "%s, as %s, %s"
                            .formatted(
                                    webhook.url().host(),
                                    webhook.format().label(),
                                    webhook.secretFile().isPresent() ? "signed" : "not signed"),
                    EXPECTED);
        } catch (ProblemException e) {
            return CheckResult.wrong(ID, e.problem(), EXPECTED);
        }
    }
}
