/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.heapsight.unit.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusAddressTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "http://localhost:9090, http://localhost:9090/api/v1/query",
        "https://metrics.example/prometheus/, https://metrics.example/prometheus/api/v1/query",
        "http://vm:8481/select/0/prometheus/api/v1,"
                + " http://vm:8481/select/0/prometheus/api/v1/query",
        "http://anna:geheim@prom:9090, http://prom:9090/api/v1/query",
        "http://[::1]:9090, http://[::1]:9090/api/v1/query"
    })
    void apiIsBelowTheBasePath(String url, String query) throws ProblemException {
        PrometheusAddress address = PrometheusAddress.of(url, PrometheusAccess.OPEN);
        assertThat(address.api("/query")).hasToString(query);
        assertThat(address.toString()).doesNotContain("geheim");
    }

    @ParameterizedTest
    @CsvSource({
        "http://localhost:9090, true",
        "http://127.0.0.1:9090, true",
        "http://[::1]:9090, true",
        "http://prometheus:9090, false",
        "http://localhost.example, false"
    })
    void serverOnThisMachineIsLocal(String url, boolean local) throws ProblemException {
        assertThat(PrometheusAddress.of(url, PrometheusAccess.OPEN).isLocal()).isEqualTo(local);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:9090",
                "http://",
                "ftp://anna:geheim@prom/",
                "http://anna:geheim@prom:9090/?token=geheim",
                "http://anna:geheim@prom:9090/#geheim",
                "http://anna:geheim@prom b/",
                ""
            })
    void otherUrlsAreRefusedWithoutTheirSecrets(String url) {
        ProblemException refused =
                catchThrowableOfType(
                        ProblemException.class,
                        () -> PrometheusAddress.of(url, PrometheusAccess.OPEN));
        assertThat(refused.problem().title()).isEqualTo("Not the URL of a Prometheus");
        assertThat(refused.problem().toString()).doesNotContain("geheim");
    }

    private static ProblemException refused(String url, PrometheusAccess access) {
        return catchThrowableOfType(
                ProblemException.class, () -> PrometheusAddress.of(url, access));
    }

    private static PrometheusAccess tls(
            Optional<Path> ca, Optional<Path> cert, Optional<Path> key) {
        return new PrometheusAccess(
                Optional.empty(), Optional.empty(), Optional.empty(), List.of(), ca, cert, key);
    }

    @Test
    void clientCertificateNeedsItsKey() throws Exception {
        Path file = Files.writeString(directory.resolve("client.pem"), "nothing");
        assertThat(
                        refused(
                                        "https://prom",
                                        tls(Optional.empty(), Optional.of(file), Optional.empty()))
                                .problem()
                                .detail())
                .contains("--key-file is missing");
        assertThat(
                        refused(
                                        "https://prom",
                                        tls(Optional.empty(), Optional.of(file), Optional.of(file)))
                                .problem()
                                .detail())
                .contains(file.toString());
    }

    @Test
    void certificatesNeedHttps() {
        Path file = directory.resolve("ca.pem");
        assertThat(
                        refused(
                                        "http://prom",
                                        tls(Optional.of(file), Optional.empty(), Optional.empty()))
                                .problem()
                                .detail())
                .contains("begins with http");
    }

    @Test
    void missingPasswordFileIsNamed() {
        PrometheusAccess access =
                new PrometheusAccess(
                        Optional.of("anna"),
                        Optional.of(directory.resolve("missing")),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        assertThat(refused("http://prom", access).problem().detail())
                .endsWith("missing: no such file or directory");
    }
}
