/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.heapsight.delivery.ReceiverUrlParser;
import io.heapsight.otlp.OtlpSettings.Temporality;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpEnvironmentTest {
    private static final Optional<URI> OWN = Optional.of(URI.create("http://collector:4318"));

    @Test
    void nothingIsPushedWithoutAnEndpoint() {
        assertThat(read(Map.of("OTEL_SERVICE_NAME", "shop")))
                .isEqualTo(OtlpEnvironment.Result.NONE);
    }

    @Test
    void defaultsAreThoseOfTheSpecification() {
        OtlpSettings settings = settings(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://c:4318"));
        assertThat(settings.endpoint()).hasToString("http://c:4318/v1/metrics");
        assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(60));
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.gzip()).isFalse();
        assertThat(settings.temporality()).isEqualTo(Temporality.CUMULATIVE);
        assertThat(settings.headers()).isEmpty();
    }

    @Test
    void variablesOfMetricsTakePrecedence(@TempDir Path folder) throws Exception {
        Path authorities = Files.createFile(folder.resolve("ca.pem"));
        Map<String, String> variables = new HashMap<>();
        variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://all:4318");
        variables.put("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "https://metrics/in?x=1");
        variables.put("OTEL_EXPORTER_OTLP_HEADERS", "authorization=none");
        variables.put("OTEL_EXPORTER_OTLP_METRICS_HEADERS", "authorization=Bearer%20a+b, x-id = 7");
        variables.put("OTEL_EXPORTER_OTLP_TIMEOUT", "1");
        variables.put("OTEL_EXPORTER_OTLP_METRICS_TIMEOUT", "2500");
        variables.put("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip");
        variables.put("OTEL_EXPORTER_OTLP_CERTIFICATE", authorities.toString());
        variables.put("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "Delta");
        variables.put("OTEL_METRIC_EXPORT_INTERVAL", "15000");
        variables.put("OTEL_RESOURCE_ATTRIBUTES", "service.name=a,deployment.environment.name=qa");
        variables.put("OTEL_SERVICE_NAME", "shop");
        variables.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");

        OtlpSettings settings = settings(variables);

        assertThat(settings.endpoint()).hasToString("https://metrics/in?x=1");
        assertThat(settings.shown()).isEqualTo("https://metrics");
        assertThat(settings.headers())
                .isEqualTo(Map.of("authorization", "Bearer a+b", "x-id", "7"));
        assertThat(settings.timeout()).isEqualTo(Duration.ofMillis(2500));
        assertThat(settings.gzip()).isTrue();
        assertThat(settings.tls().authorities()).contains(authorities);
        assertThat(settings.temporality()).isEqualTo(Temporality.DELTA);
        assertThat(settings.interval()).isEqualTo(Duration.ofSeconds(15));
        assertThat(settings.resource())
                .isEqualTo(Map.of("service.name", "shop", "deployment.environment.name", "qa"));
    }

    @Test
    void ownEndpointIsUsedEvenIfTheProgramSpeaksGrpc() {
        OtlpEnvironment.Result result =
                OtlpEnvironment.read(
                        OWN,
                        Map.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT", "http://other:4317",
                                "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"));
        assertThat(result.settings().orElseThrow().endpoint())
                .hasToString("http://collector:4318/v1/metrics");
        assertThat(result.warnings())
                .containsExactly(
                        "OTEL_EXPORTER_OTLP_PROTOCOL is ignored: grpc is not supported, only"
                                + " http/protobuf (port 4318 of a Collector)");
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_PROTOCOL, grpc",
        "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL, http/json",
        "OTEL_METRICS_EXPORTER, none",
        "OTEL_METRICS_EXPORTER, prometheus",
        "OTEL_SDK_DISABLED, TRUE"
    })
    void standardEndpointIsNotUsedWith(String variable, String value) {
        assertThat(
                        read(Map.of(
                                        "OTEL_EXPORTER_OTLP_ENDPOINT",
                                        "http://c:4317",
                                        variable,
                                        value))
                                .settings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    OTEL_EXPORTER_OTLP_TIMEOUT                        | 10s
                    OTEL_EXPORTER_OTLP_TIMEOUT                        | 99999999999999999999
                    OTEL_METRIC_EXPORT_INTERVAL                       | 10
                    OTEL_EXPORTER_OTLP_COMPRESSION                    | zstd
                    OTEL_EXPORTER_OTLP_CERTIFICATE                    | /no/such/s3cret.pem
                    OTEL_EXPORTER_OTLP_HEADERS                        | s3cret
                    OTEL_EXPORTER_OTLP_HEADERS                        | a=%zz
                    OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE | s3cret
                    OTEL_RESOURCE_ATTRIBUTES                          | =x
                    """)
    void invalidVariableIsIgnoredWithAWarning(String variable, String value) {
        OtlpEnvironment.Result plain = OtlpEnvironment.read(OWN, Map.of());
        OtlpEnvironment.Result result = OtlpEnvironment.read(OWN, Map.of(variable, value));
        assertThat(result.settings()).isEqualTo(plain.settings());
        assertThat(result.warnings())
                .singleElement()
                .asString()
                .startsWith(variable + " is ignored: expected")
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "collector:4318",
                "ftp://collector",
                "http://user:pw@collector",
                "http:///x",
                "http://collector:4318/#x",
                "http://a b"
            })
    void endpointIsAnHttpUrlWithAHost(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ReceiverUrlParser.parse(text));
        assertThat(read(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", text)).settings()).isEmpty();
    }

    private static OtlpSettings settings(Map<String, String> variables) {
        OtlpEnvironment.Result result = read(variables);
        assertThat(result.warnings()).isEmpty();
        return result.settings().orElseThrow();
    }

    private static OtlpEnvironment.Result read(Map<String, String> variables) {
        return OtlpEnvironment.read(Optional.empty(), variables);
    }
}
