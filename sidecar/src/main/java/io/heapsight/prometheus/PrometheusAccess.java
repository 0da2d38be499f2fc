/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The credentials and certificates for access to a Prometheus server. Secrets are in files.
 *
 * @param username for basic authentication
 * @param passwordFile its password
 * @param tokenFile a bearer token
 * @param headers further headers: {@code X-Scope-OrgID: shop}
 * @param caFile trusted certificates in PEM; empty: those of the Java runtime
 * @param certFile client certificate, with its chain, in PEM
 * @param keyFile its private key, PKCS #8 in PEM
 */
public record PrometheusAccess(
        Optional<String> username,
        Optional<Path> passwordFile,
        Optional<Path> tokenFile,
        List<String> headers,
        Optional<Path> caFile,
        Optional<Path> certFile,
        Optional<Path> keyFile) {
    /** No credentials. */
    public static final PrometheusAccess OPEN =
            new PrometheusAccess(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    public PrometheusAccess {
        headers = List.copyOf(headers);
    }
}
