/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import io.heapsight.delivery.ReceiverUrlParser;
import java.net.URI;
import java.util.Optional;

/** The keys of the Pyroscope server that receives profiles. */
final class PyroscopeKeys {
    static final ConfigKey<Optional<URI>> URL =
            new ConfigKey<>(
                    "HEAPSIGHT_PYROSCOPE",
                    "",
                    new ValueType<>(
                            "http://HOST:PORT or https://HOST:PORT, or empty",
                            text ->
                                    text.isEmpty()
                                            ? Optional.empty()
                                            : Optional.of(ReceiverUrlParser.parseBase(text))),
                    "the Pyroscope server that receives each new profile");

    static final ConfigKey<Optional<String>> TENANT =
            new ConfigKey<>(
                    "HEAPSIGHT_PYROSCOPE_TENANT",
                    "",
                    new ValueType<>(
                            "letters, digits and -_.!*'(), or empty", PyroscopeKeys::tenant),
                    "the tenant of the Pyroscope server (X-Scope-OrgID)");

    private PyroscopeKeys() {}

    private static Optional<String> tenant(String text) {
        if (!text.matches("[A-Za-z0-9_.!*'()-]{0,150}")) {
            throw new IllegalArgumentException("not a tenant");
        }
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
