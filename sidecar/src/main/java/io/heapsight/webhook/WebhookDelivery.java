/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import io.heapsight.delivery.RetryingPost;
import io.heapsight.unit.CancelSignal;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.concurrent.CancellationException;

/** Delivers one event, signed anew at each attempt. */
final class WebhookDelivery {
    private final WebhookSettings settings;
    private final RetryingPost post;
    private final InstantSource clock;

    WebhookDelivery(WebhookSettings settings, RetryingPost.Patience patience, InstantSource clock) {
        this.settings = settings;
        this.post = new RetryingPost(settings.authorities(), patience, clock);
        this.clock = clock;
    }

    /**
     * Tries until the event is delivered or all attempts have failed.
     *
     * @throws CancellationException if the sidecar ends
     */
    RetryingPost.Ended deliver(String body, CancelSignal cancel) {
        return post.send(
                () -> {
                    settings.check();
                    return request(body);
                },
                cancel);
    }

    private HttpRequest request(String body) throws IOException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(settings.url().uri())
                        .header("Content-Type", settings.format().contentType())
                        .header("User-Agent", "heapsight")
                        .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        if (settings.secretFile().isPresent()) {
            long now = clock.instant().getEpochSecond();
            request.header(WebhookSignature.TIMESTAMP, Long.toString(now))
                    .header(
                            WebhookSignature.SIGNATURE,
                            new WebhookSignature(settings.secretFile().get()).of(now, body));
        }
        return request.build();
    }
}
