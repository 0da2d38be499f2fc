/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sends one {@code POST} per event: a trigger fired, a target died, a job failed.
 *
 * <p>{@link io.heapsight.webhook.Webhook#send} takes an event and returns at once; its own thread
 * delivers events in order, in a {@link io.heapsight.webhook.WebhookFormat}, signed by {@link
 * io.heapsight.webhook.WebhookSignature}. Path and query of the URL may be secrets: {@link
 * io.heapsight.webhook.WebhookUrl} shows its host only.
 *
 * <p>Tests: {@code WebhookTest} against a local server, {@code WebhookFormatTest}, {@code
 * WebhookUrlTest}.
 */
@NullMarked
package io.heapsight.webhook;

import org.jspecify.annotations.NullMarked;
