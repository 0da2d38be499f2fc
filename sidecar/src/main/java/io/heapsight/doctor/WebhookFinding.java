/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.doctor;

import io.heapsight.unit.ProblemException;
import io.heapsight.webhook.WebhookSettings;
import java.util.Optional;

/**
 * Checks whether events could be sent: looks the host up, and calls nobody.
 *
 * @param settings empty: nobody is told anything
 */
public record WebhookFinding(Optional<WebhookSettings> settings) {
    private static final String ID = "webhook";
    private static final String EXPECTED = "a host that is known and no metadata address";

    Finding look() {
        if (settings.isEmpty()) {
            return Finding.ok(ID, "HEAPSIGHT_WEBHOOK is not set", EXPECTED);
        }
        WebhookSettings webhook = settings.get();
        try {
            webhook.check();
            return Finding.ok(
                    ID,
                    "%s, as %s, %s"
                            .formatted(
                                    webhook.url().host(),
                                    webhook.format().label(),
                                    webhook.secretFile().isPresent() ? "signed" : "not signed"),
                    EXPECTED);
        } catch (ProblemException e) {
            return Finding.wrong(ID, e.problem(), EXPECTED);
        }
    }
}
