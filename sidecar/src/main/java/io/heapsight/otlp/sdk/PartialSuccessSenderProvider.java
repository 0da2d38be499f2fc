/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.otlp.sdk;

import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.sender.jdk.internal.JdkHttpSenderProvider;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.util.List;
import java.util.function.Consumer;

/**
 * Provides the exporter with the JDK's HTTP client, and reads partial successes from the answers,
 * because the exporter ignores them.
 */
final class PartialSuccessSenderProvider implements ComponentLoader, HttpSenderProvider {
    private static final int OK = 200;

    private volatile PartialSuccess partialSuccess = PartialSuccess.NONE;

    /** Deletes the last partial success, before a request. */
    void forget() {
        partialSuccess = PartialSuccess.NONE;
    }

    /** Returns the partial success of the last request. */
    PartialSuccess partialSuccess() {
        return partialSuccess;
    }

    @Override
    @SuppressWarnings("unchecked") // checked by the class
    public <T> Iterable<T> load(Class<T> kind) {
        return kind == HttpSenderProvider.class ? (List<T>) List.of(this) : List.of();
    }

    @Override
    public HttpSender createSender(HttpSenderConfig config) {
        HttpSender sender = new JdkHttpSenderProvider().createSender(config);
        return new HttpSender() {
            @Override
            public void send(
                    MessageWriter message,
                    Consumer<HttpResponse> onResponse,
                    Consumer<Throwable> onError) {
                sender.send(
                        message,
                        response -> {
                            read(response);
                            onResponse.accept(response);
                        },
                        onError);
            }

            @Override
            public CompletableResultCode shutdown() {
                return sender.shutdown();
            }
        };
    }

    private void read(HttpResponse response) {
        if (response.getStatusCode() == OK) {
            partialSuccess = PartialSuccess.parse(response.getResponseBody());
        }
    }
}
