/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import io.heapsight.unit.Labelled;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The receiver of metrics and how to reach it.
 *
 * @param endpoint of metrics, such as {@code http://collector:4318/v1/metrics}
 * @param headers of each request; may contain secrets
 * @param timeout of one request
 * @param gzip whether requests are compressed
 * @param interval between pushes
 * @param resource attributes from {@code OTEL_RESOURCE_ATTRIBUTES} and {@code OTEL_SERVICE_NAME}
 */
public record OtlpSettings(
        URI endpoint,
        Map<String, String> headers,
        Duration timeout,
        boolean gzip,
        Tls tls,
        Duration interval,
        Temporality temporality,
        Map<String, String> resource) {
    /** The time span that counters and histograms cover. */
    public enum Temporality implements Labelled {
        /** Since the start. */
        CUMULATIVE,
        /** Since the previous accepted push. */
        DELTA,
        /** Histograms since the previous accepted push, counters since the start. */
        LOWMEMORY
    }

    /**
     * PEM files.
     *
     * @param authorities that are trusted; empty: those of the Java runtime
     * @param clientKey PKCS#8; only with a certificate
     */
    public record Tls(
            Optional<Path> authorities,
            Optional<Path> clientCertificate,
            Optional<Path> clientKey) {}

    public OtlpSettings {
        headers = Map.copyOf(headers);
        resource = Map.copyOf(resource);
    }

    /** Returns the endpoint without parts that may be secret. */
    public String shown() {
        return "%s://%s".formatted(endpoint.getScheme(), endpoint.getAuthority());
    }
}
