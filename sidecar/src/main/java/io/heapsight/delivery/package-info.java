/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Sends small requests to receivers that the operator configured, in a few attempts: {@link
 * io.heapsight.delivery.RetryingPost}.
 *
 * <p>Tests: {@code WebhookTest} and {@code PyroscopePushTest} against a local server.
 */
@NullMarked
package io.heapsight.delivery;

import org.jspecify.annotations.NullMarked;
