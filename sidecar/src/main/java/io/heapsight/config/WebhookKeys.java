/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.unit.Labelled;
import io.heapsight.webhook.WebhookFormat;
import io.heapsight.webhook.WebhookUrl;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The keys of the webhook. */
final class WebhookKeys {
    static final ConfigKey<Optional<WebhookUrl>> URL =
            new ConfigKey<>(
                    "HEAPSIGHT_WEBHOOK",
                    "",
                    new ValueType<>(
                            "https://HOST/PATH or http://HOST/PATH, or empty",
                            text ->
                                    text.isEmpty()
                                            ? Optional.empty()
                                            : Optional.of(WebhookUrl.parse(text))),
                    "URL that receives one POST per event (a trigger fired, a target died, a job"
                            + " failed); its path and query are never shown",
                    true);

    static final ConfigKey<WebhookFormat> FORMAT =
            new ConfigKey<>(
                    "HEAPSIGHT_WEBHOOK_FORMAT",
                    WebhookFormat.CLOUDEVENTS.label(),
                    new ValueType<>(
                            Arrays.stream(WebhookFormat.values())
                                    .map(WebhookFormat::label)
                                    .collect(Collectors.joining(" or ")),
                            WebhookKeys::format),
                    "the payload format");

    static final ConfigKey<Optional<Path>> SECRET_FILE =
            new ConfigKey<>(
                    "HEAPSIGHT_WEBHOOK_SECRET_FILE",
                    "",
                    ValueType.readableFile("a readable file, or empty"),
                    "a file with the secret that signs payloads (HMAC-SHA256); read at each use",
                    true);

    static final ConfigKey<List<String>> HOSTS =
            new ConfigKey<>(
                    "HEAPSIGHT_WEBHOOK_HOSTS",
                    "",
                    ValueType.hosts(),
                    "the hosts that HEAPSIGHT_WEBHOOK may name; empty: any but metadata addresses");

    private WebhookKeys() {}

    private static WebhookFormat format(String text) {
        return Labelled.find(WebhookFormat.values(), text)
                .orElseThrow(() -> new IllegalArgumentException(text));
    }
}
