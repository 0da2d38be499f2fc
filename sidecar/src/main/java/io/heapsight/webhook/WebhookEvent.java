/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import java.time.Instant;
import java.util.Map;

/**
 * An event to report to the webhook.
 *
 * @param id unique per event
 * @param subject name of the target
 * @param summary one sentence
 * @param path API path with details: "/postmortems/ID"; "" if there is none
 * @param data further values by name
 */
public record WebhookEvent(
        String id,
        Kind kind,
        Instant at,
        String subject,
        String summary,
        String path,
        Map<String, String> data) {
    /** Kinds of events. */
    public enum Kind {
        /** A trigger ran its actions or failed to run them. */
        TRIGGER_FIRED("io.heapsight.trigger.fired", "HeapsightTriggerFired"),
        /** A target died. */
        TARGET_DIED("io.heapsight.target.died", "HeapsightTargetDied"),
        /** A job failed. */
        JOB_FAILED("io.heapsight.job.failed", "HeapsightJobFailed");

        private final String type;
        private final String alert;

        Kind(String type, String alert) {
            this.type = type;
            this.alert = alert;
        }

        /** Returns the type of a CloudEvent. */
        public String type() {
            return type;
        }

        /** Returns the name of an alert. */
        String alert() {
            return alert;
        }
    }

    public WebhookEvent {
        data = Map.copyOf(data);
    }
}
