/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the webhook: destination, signature, allowed hosts and trust.
 *
 * @param secretFile file with the secret that signs bodies; empty: bodies are not signed
 * @param hosts allowed hosts; empty: the host of the URL
 * @param authorities PEM file of trusted authorities; empty: those of the Java runtime
 */
public record WebhookSettings(
        WebhookUrl url,
        WebhookFormat format,
        Optional<Path> secretFile,
        List<String> hosts,
        Optional<Path> authorities) {
    public WebhookSettings {
        hosts = List.copyOf(hosts);
    }

    /**
     * Checks the configuration: resolves the host, but sends nothing.
     *
     * @throws ProblemException if events could not be sent
     */
    public void check() throws ProblemException {
        url.check(hosts);
        if (secretFile.filter(file -> !Files.isReadable(file)).isPresent()) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The webhook's secret can't be read",
                    secretFile.get() + " is not a readable file.",
                    "Mount the secret at HEAPSIGHT_WEBHOOK_SECRET_FILE, readable for the sidecar's"
                            + " user.");
        }
    }
}
