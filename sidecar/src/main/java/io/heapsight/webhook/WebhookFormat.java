/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import static io.heapsight.json.JsonValueCodec.TEXT;
import static io.heapsight.json.JsonValueCodec.TIME;
import static io.heapsight.json.JsonValueCodec.map;

import io.heapsight.json.Shape;
import io.heapsight.unit.Labelled;
import java.util.Map;
import java.util.TreeMap;

/** The payload format of an event. */
public enum WebhookFormat implements Labelled {
    /**
     * CloudEvents 1.0 in structured mode.
     *
     * @see <a
     *     href="https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md">JSON
     *     format</a>
     */
    CLOUDEVENTS("application/cloudevents+json; charset=utf-8") {
        @Override
        String body(WebhookEvent event, String pod) {
            return CLOUD_EVENT.text(new Told(event, pod));
        }
    },
    /**
     * A message for an incoming webhook of Slack, and of compatible services.
     *
     * @see <a href="https://docs.slack.dev/messaging/formatting-message-text">message text</a>
     */
    SLACK("application/json") {
        @Override
        String body(WebhookEvent event, String pod) {
            return MESSAGE.text(new Told(event, pod));
        }
    },
    /**
     * A list of one alert for {@code POST /api/v2/alerts} of Prometheus' Alertmanager.
     *
     * @see <a
     *     href="https://github.com/prometheus/alertmanager/blob/v0.28.1/api/v2/openapi.yaml">openapi.yaml</a>
     */
    ALERTMANAGER("application/json") {
        @Override
        String body(WebhookEvent event, String pod) {
            return "[" + ALERT.text(new Told(event, pod)).strip() + "]\n";
        }
    };

    /** An event and the pod that sends it. */
    private record Told(WebhookEvent event, String pod) {
        Map<String, String> data() {
            Map<String, String> all = new TreeMap<>(event.data());
            all.put("pod", pod);
            all.put("summary", event.summary());
            if (!event.path().isEmpty()) {
                all.put("path", event.path());
            }
            return all;
        }

        Map<String, String> labels() {
            Map<String, String> labels = new TreeMap<>();
            labels.put("alertname", event.kind().alert());
            labels.put("pod", pod);
            labels.put("target", event.subject());
            labels.put("severity", "warning");
            return labels;
        }

        /** Slack reads three characters as markup. */
        String message() {
            String more = event.path().isEmpty() ? "" : "\nGET " + event.path() + " there";
            String text =
                    "%s (heapsight in %s)%s"
                            .formatted(event.summary(), pod, more)
                            .replace("&", "&amp;")
                            .replace("<", "&lt;")
                            .replace(">", "&gt;");
            return text;
        }
    }

    private static final Shape<Told> CLOUD_EVENT =
            Shape.<Told>of()
                    .field("specversion", TEXT, _ -> "1.0")
                    .field("id", TEXT, told -> told.event().id())
                    .field("source", TEXT, told -> "/heapsight/" + told.pod())
                    .field("type", TEXT, told -> told.event().kind().type())
                    .field("subject", TEXT, told -> told.event().subject())
                    .field("time", TIME, told -> told.event().at())
                    .field("datacontenttype", TEXT, _ -> "application/json")
                    .field("data", map(TEXT), Told::data);

    private static final Shape<Told> MESSAGE = Shape.<Told>of().field("text", TEXT, Told::message);

    private static final Shape<Told> ALERT =
            Shape.<Told>of()
                    .field("labels", map(TEXT), Told::labels)
                    .field("annotations", map(TEXT), Told::data)
                    .field("startsAt", TIME, told -> told.event().at());

    private final String contentType;

    WebhookFormat(String contentType) {
        this.contentType = contentType;
    }

    /** Returns the Content-Type of the body. */
    String contentType() {
        return contentType;
    }

    /**
     * Returns the body.
     *
     * @param pod the sender
     */
    abstract String body(WebhookEvent event, String pod);
}
