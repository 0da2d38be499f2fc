/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The bodies, compared with docs/webhook.md. */
class WebhookFormatTest {
    private static final WebhookEvent DEATH =
            new WebhookEvent(
                    "postmortem-20261121T221930120Z-7",
                    WebhookEvent.Kind.TARGET_DIED,
                    Instant.parse("2026-11-21T22:19:30.120Z"),
                    "Shop",
                    "Shop (pid 7) died: oom-kill",
                    "/postmortems/20261121T221930120Z-7",
                    Map.of(
                            "pid", "7",
                            "reason", "oom-kill",
                            "certainty", "certain",
                            "topClass", "[B"));

    @Test
    void manualShowsEachBody() throws Exception {
        String manual = Files.readString(Path.of("..", "docs", "webhook.md"));
        for (WebhookFormat format : WebhookFormat.values()) {
            assertThat(manual).contains(format.body(DEATH, "shop-5d9c7b6f4-x2x8p").strip());
            assertThat(manual).contains("`" + format.label() + "`");
        }
        for (WebhookEvent.Kind kind : WebhookEvent.Kind.values()) {
            assertThat(manual).contains("`" + kind.type() + "`", "`" + kind.alert() + "`");
        }
    }

    @Test
    void hostileNamesStayText() {
        WebhookEvent hostile =
                new WebhookEvent(
                        "1",
                        WebhookEvent.Kind.JOB_FAILED,
                        Instant.EPOCH,
                        "\"}],<!channel>",
                        "<!channel> & \"more\"\n",
                        "",
                        Map.of());
        assertThat(WebhookFormat.SLACK.body(hostile, "pod"))
                .startsWith(
                        "{\"text\":\"&lt;!channel&gt; &amp; \\\"more\\\"\\n (heapsight in pod)\"")
                .doesNotContain("GET");
        assertThat(WebhookFormat.ALERTMANAGER.body(hostile, "pod"))
                .contains("\"target\":\"\\\"}],<!channel>\"")
                .startsWith("[{")
                .endsWith("}]\n");
    }
}
