/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.recording.SettingsDocument;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlightRecorderEventTest {
    @ParameterizedTest
    @EnumSource(FlightRecorderEvent.class)
    void settingsAreWellFormedAndEnableEachEvent(FlightRecorderEvent event) throws Exception {
        String text = event.settings().text();

        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(SettingsDocument.read(new ByteArrayInputStream(bytes)).text()).isEqualTo(text);
        assertThat(text).contains("version=\"2.0\"").containsPattern("10 ?ms");
        for (String each : event.events()) {
            assertThat(text)
                    .contains("<event name=\"" + each + "\"><setting name=\"enabled\">true<");
        }
    }
}
