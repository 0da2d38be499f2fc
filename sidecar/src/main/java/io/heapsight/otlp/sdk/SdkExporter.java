/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp.sdk;

import io.heapsight.otlp.OtlpBatch;
import io.heapsight.otlp.OtlpExporter;
import io.heapsight.otlp.OtlpSettings;
import io.heapsight.unit.IoReason;
import io.heapsight.unit.VisibleText;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.MemoryMode;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The SDK's exporter for OTLP over HTTP. It repeats requests after 429, 502, 503 and 504 and after
 * failed connections, a second or more apart, up to five times.
 */
final class SdkExporter implements OtlpExporter {
    private static final String SCOPE = "io.heapsight";

    /** The version of the conventions. */
    private static final String SCHEMA = "https://opentelemetry.io/schemas/1.41.0";

    private static final int LONGEST_FAULT = 300;
    private static final Duration RETRIES = Duration.ofSeconds(15);
    private static final int OK = 200;

    /** Strongly referenced, so that its level stays: {@link #send} returns failures. */
    private static final Logger SDK_LOGGER = Logger.getLogger("io.opentelemetry");

    private final OtlpHttpMetricExporter exporter;
    private final PartialSuccessSenderProvider senders = new PartialSuccessSenderProvider();
    private final InstrumentationScopeInfo scope;
    private final Duration patience;
    private @Nullable CompletableResultCode current;

    SdkExporter(OtlpSettings settings, String version) throws IOException {
        SDK_LOGGER.setLevel(Level.OFF);
        scope =
                InstrumentationScopeInfo.builder(SCOPE)
                        .setVersion(version)
                        .setSchemaUrl(SCHEMA)
                        .build();
        patience = settings.timeout().multipliedBy(2).plus(RETRIES);
        OtlpHttpMetricExporterBuilder builder =
                OtlpHttpMetricExporter.builder()
                        .setEndpoint(settings.endpoint().toString())
                        .setTimeout(settings.timeout())
                        .setConnectTimeout(settings.timeout())
                        .setCompression(settings.gzip() ? "gzip" : "none")
                        .setHeaders(settings::headers)
                        .setMeterProvider(MeterProvider.noop())
                        .setMemoryMode(MemoryMode.IMMUTABLE_DATA)
                        .setComponentLoader(senders);
        OtlpSettings.Tls tls = settings.tls();
        if (tls.authorities().isPresent()) {
            builder.setTrustedCertificates(Files.readAllBytes(tls.authorities().get()));
        }
        if (tls.clientKey().isPresent() && tls.clientCertificate().isPresent()) {
            builder.setClientTls(
                    Files.readAllBytes(tls.clientKey().get()),
                    Files.readAllBytes(tls.clientCertificate().get()));
        }
        exporter = builder.build();
    }

    @Override
    public Result send(List<OtlpBatch> batches, OtlpSettings.Temporality temporality)
            throws InterruptedException {
        if (current != null && !current.isDone()) {
            return failed("the previous request is still running");
        }
        senders.forget();
        CompletableResultCode result =
                exporter.export(new SdkMetricConverter(scope, temporality).of(batches));
        current = result;
        result.join(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (Thread.interrupted()) { // join() returns early then
            throw new InterruptedException();
        }
        if (!result.isDone()) {
            return failed("no answer within %d s".formatted(patience.toSeconds()));
        }
        if (!result.isSuccess()) {
            return failed(reason(result.getFailureThrowable()));
        }
        PartialSuccess partial = senders.partialSuccess();
        return new Result(true, partial.rejectedPoints(), shown(partial.message()));
    }

    private static Result failed(String reason) {
        return new Result(false, 0, shown(reason));
    }

    private static String reason(@Nullable Throwable failure) {
        if (failure instanceof HttpExportException http) {
            HttpResponse response = http.getResponse();
            if (response != null && response.getStatusCode() != OK) {
                return "HTTP status " + response.getStatusCode();
            }
        }
        Throwable cause = failure;
        while (cause != null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return switch (cause) {
            case null -> "the export failed";
            case ClosedChannelException _ -> "connection failed";
            case UnresolvedAddressException _ -> "unknown host";
            default -> IoReason.of(cause);
        };
    }

    private static String shown(String text) {
        return VisibleText.of(text, LONGEST_FAULT);
    }

    @Override
    public void close() {
        exporter.shutdown();
    }
}
