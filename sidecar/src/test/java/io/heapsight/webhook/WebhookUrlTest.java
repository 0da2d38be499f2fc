/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.heapsight.unit.ProblemException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Allowed destinations of events, and their visible part. */
class WebhookUrlTest {
    @Test
    void onlyItsHostIsShown() {
        WebhookUrl url = WebhookUrl.parse("https://hooks.example.com/T0/SECRET?key=SECRET");
        assertThat(url.host()).isEqualTo("hooks.example.com");
        assertThat(url).hasToString("https://hooks.example.com/…");
        assertThat(WebhookUrl.parse("http://alertmanager:9093").uri())
                .hasToString("http://alertmanager:9093/");
        assertThat(url.isAmong(List.of("example.com", "HOOKS.example.com"))).isTrue();
        assertThat(url.isAmong(List.of("example.com"))).isFalse();
        WebhookUrl port = WebhookUrl.parse("http://alertmanager:9093/x");
        assertThat(port.isAmong(List.of("alertmanager:9093"))).isTrue();
        assertThat(port.isAmong(List.of("alertmanager:9094"))).isFalse();
        assertThat(port.isAmong(List.of("alertmanager"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://host/SECRET",
                "https:///SECRET",
                "https://user:SECRET@host/",
                "https://host/SECRET#x",
                "https://host:99999/SECRET",
                "SECRET",
                "https://ho st/SECRET",
                "file:///SECRET"
            })
    void whatIsNoUrlIsRefusedUnseen(String text) {
        assertThatThrownBy(() -> WebhookUrl.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("SECRET");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://169.254.169.254/x",
                "http://[fe80::1]/x",
                "http://[fd00:ec2::254]/x",
                "http://[64:ff9b::a9fe:a9fe]/x",
                "http://100.100.100.200/x"
            })
    void metadataAddressesMustBeMeant(String text) {
        WebhookUrl url = WebhookUrl.parse(text);
        assertThatThrownBy(() -> url.check(List.of()))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("metadata address");
        assertThatCode(() -> url.check(List.of(url.host()))).doesNotThrowAnyException();
    }

    @Test
    void unknownHostIsReported() {
        assertThatThrownBy(() -> WebhookUrl.parse("https://x.invalid/SECRET").check(List.of()))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("No address is found for x.invalid.")
                .hasMessageNotContaining("SECRET");
    }
}
