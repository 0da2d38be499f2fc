/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.metrics.MetricNamingScheme;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The keys of the HTTP API: address and access. */
final class HttpKeys {
    static final ConfigKey<Integer> PORT =
            new ConfigKey<>(
                    "HEAPSIGHT_PORT",
                    "9404",
                    ValueType.integer("a port", 0, 65535),
                    "the port for metrics and the API; 0 picks a free port");

    static final ConfigKey<InetAddress> BIND =
            new ConfigKey<>(
                    "HEAPSIGHT_BIND",
                    "0.0.0.0",
                    ValueType.address(),
                    "the local address to listen on");

    static final ConfigKey<Optional<Path>> TOKEN_FILE =
            new ConfigKey<>(
                    "HEAPSIGHT_TOKEN_FILE",
                    "",
                    ValueType.readableFile("a readable file, or empty"),
                    "a file with the bearer token that callers outside loopback must send; read"
                            + " at each use",
                    true);

    static final ConfigKey<Optional<Path>> TLS_CERT =
            new ConfigKey<>(
                    "HEAPSIGHT_TLS_CERT",
                    "",
                    ValueType.readableFile("a readable PEM file, or empty"),
                    "the certificate chain; together with HEAPSIGHT_TLS_KEY it enables TLS");

    static final ConfigKey<Optional<Path>> TLS_KEY =
            new ConfigKey<>(
                    "HEAPSIGHT_TLS_KEY",
                    "",
                    ValueType.readableFile(
                            "a readable PEM file (PKCS#8, PKCS#1 or SEC1), or empty"),
                    "the private key of HEAPSIGHT_TLS_CERT",
                    true);

    static final ConfigKey<Optional<Duration>> EXIT_WHEN_IDLE =
            new ConfigKey<>(
                    "HEAPSIGHT_EXIT_WHEN_IDLE",
                    ValueType.OFF,
                    ValueType.durationOrOff("1s", "1d"),
                    "idle time without connections before the sidecar exits, for one that was added"
                            + " to a running pod");

    static final ConfigKey<MetricNamingScheme> METRIC_NAMES =
            new ConfigKey<>(
                    "HEAPSIGHT_METRIC_NAMES",
                    MetricNamingScheme.PLAIN.label(),
                    ValueType.choice("plain or prefixed", MetricNamingScheme.values()),
                    "the names of metrics; prefixed: all begin with heapsight_, for a target that"
                            + " exports jvm_… and process_… itself");

    private HttpKeys() {}
}
