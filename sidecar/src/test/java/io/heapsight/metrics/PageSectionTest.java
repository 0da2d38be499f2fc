/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.EventLog;
import io.prometheus.client.exporter.common.TextFormat;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageSectionTest {
    private final List<String> log = new ArrayList<>();
    private final Wares wares = new Wares();
    private final PageSection section =
            new PageSection(
                    wares,
                    MetricNamingScheme.PLAIN,
                    new EventLog(log::add, EventLog.Format.TEXT, InstantSource.system()));

    @Test
    void isRenderedOnceUntilItsInputChanges() {
        assertThat(text()).endsWith("shop_wares{collected=\"1\",} 0.0\n").isEqualTo(text());
        wares.count = 7;
        assertThat(text()).endsWith("shop_wares{collected=\"2\",} 7.0\n").isEqualTo(text());
    }

    @Test
    void isRenderedInTheRequestedFormat() {
        String open = text(TextFormat.CONTENT_TYPE_OPENMETRICS_100);
        assertThat(open).endsWith("shop_wares{collected=\"1\"} 0.0\n");
        assertThat(text()).endsWith("shop_wares{collected=\"2\",} 0.0\n");
    }

    @Test
    void failureIsLoggedOnceNotPerScrape() {
        String whole = text();
        wares.broken = true;
        wares.count = 7;
        assertThat(text()).isEmpty();
        assertThat(text()).isEmpty();
        assertThat(section.worked()).isFalse();
        assertThat(log).singleElement().asString().contains("collector failed: wares");
        wares.broken = false;
        wares.count = 0;
        assertThat(text()).isEqualTo(whole.replace("\"1\"", "\"2\""));
        assertThat(section.worked()).isTrue();
        wares.broken = true;
        wares.count = 8;
        assertThat(text()).isEmpty();
        assertThat(log).hasSize(2);
    }

    private String text() {
        return text(TextFormat.CONTENT_TYPE_004);
    }

    private String text(String contentType) {
        return new String(section.text(contentType, new PageText()), StandardCharsets.UTF_8);
    }
}
