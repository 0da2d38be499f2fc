/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import java.time.Instant;
import java.util.Map;

/**
 * Something that happened.
 *
 * @param id another event has another one
 * @param subject what it happened to: the name of a target
 * @param summary one sentence
 * @param path where the sidecar tells more: "/postmortems/ID"; "" where it doesn't
 * @param data what else is known, by name
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
        /** A trigger did what it is to do, or could not. */
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

        /** The type of a CloudEvent. */
        public String type() {
            return type;
        }

        /** The name of an alert. */
        String alert() {
            return alert;
        }
    }

    public WebhookEvent {
        data = Map.copyOf(data);
    }
}
