/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.cli.remote;

import io.heapsight.prometheus.PrometheusAccess;
import io.heapsight.prometheus.PrometheusAddress;
import io.heapsight.prometheus.PrometheusClient;
import io.heapsight.unit.ProblemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the URL of Prometheus, and for access to it. */
final class PrometheusOptions {
    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            description = "URL of Prometheus, Thanos, Mimir or VictoriaMetrics, with its base path")
    private @Nullable String url;

    @Option(
            names = "--username",
            paramLabel = "NAME",
            description = "user for basic authentication")
    private @Nullable String username;

    @Option(names = "--password-file", paramLabel = "FILE", description = "password of the user")
    private @Nullable Path passwordFile;

    @Option(
            names = "--header",
            paramLabel = "HEADER",
            description = "header of requests, 'NAME: VALUE'; repeatable")
    private List<String> headers = new ArrayList<>();

    @Option(names = "--tenant", paramLabel = "ID", description = "X-Scope-OrgID of Mimir")
    private @Nullable String tenant;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "trusted certificates of Prometheus, in PEM")
    private @Nullable Path caFile;

    @Option(names = "--cert-file", paramLabel = "FILE", description = "client certificate, in PEM")
    private @Nullable Path certFile;

    @Option(
            names = "--key-file",
            paramLabel = "FILE",
            description = "key of the client certificate, PKCS #8 in PEM")
    private @Nullable Path keyFile;

    /** Returns whether the command queries a Prometheus. */
    boolean isGiven() {
        return url != null;
    }

    /**
     * Opens a client.
     *
     * @param tokenFile a bearer token
     * @throws ProblemException if the URL or a file is invalid
     */
    PrometheusClient open(Optional<Path> tokenFile) throws ProblemException {
        List<String> all = new ArrayList<>(headers);
        if (tenant != null) {
            all.add("X-Scope-OrgID: " + tenant);
        }
        return new PrometheusClient(
                PrometheusAddress.of(
                        String.valueOf(url),
                        new PrometheusAccess(
                                Optional.ofNullable(username),
                                Optional.ofNullable(passwordFile),
                                tokenFile,
                                all,
                                Optional.ofNullable(caFile),
                                Optional.ofNullable(certFile),
                                Optional.ofNullable(keyFile))));
    }
}
