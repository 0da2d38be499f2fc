/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.delivery.ReceiverUrlParser;
import java.net.URI;
import java.util.Optional;

/** The key of the OTLP push; {@code OTEL_…} variables configure everything else. */
final class OtlpKeys {
    static final ConfigKey<Optional<URI>> ENDPOINT =
            new ConfigKey<>(
                    "HEAPSIGHT_OTLP_ENDPOINT",
                    "",
                    new ValueType<>(
                            "http://HOST:PORT or https://HOST:PORT, or empty",
                            text ->
                                    text.isEmpty()
                                            ? Optional.empty()
                                            : Optional.of(ReceiverUrlParser.parse(text))),
                    "the OpenTelemetry endpoint (OTLP over HTTP) that receives metrics; the"
                            + " OTEL_EXPORTER_OTLP_… variables also apply");

    private OtlpKeys() {}
}
