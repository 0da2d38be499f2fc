/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import io.heapsight.unit.Problem;
import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Where events go, and how.
 *
 * @param secretFile bodies are signed by what is in it; empty: they aren't
 * @param hosts those that may be called; empty: that of the URL
 * @param authorities a PEM file of those to trust; empty: those of the Java runtime
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
     * Says before an event what would be in its way; looks the host up, and calls nobody.
     *
     * @throws ProblemException what it is
     */
    public void check() throws ProblemException {
        url.check(hosts);
        if (secretFile.filter(file -> !Files.isReadable(file)).isPresent()) {
            throw new ProblemException(
                    Problem.Kind.UNAVAILABLE,
                    "The webhook's secret can't be read",
                    secretFile.get() + " is not a file that we may read.",
                    "Mount the secret at HEAPSIGHT_WEBHOOK_SECRET_FILE, readable for the sidecar's"
                            + " user.");
        }
    }
}
