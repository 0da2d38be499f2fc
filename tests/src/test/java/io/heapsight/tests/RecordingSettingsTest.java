/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.DumpJob;
import io.heapsight.tests.harness.EachLongTermJdk;
import io.heapsight.tests.harness.HttpCaller;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/** Recordings with posted settings: the JVM uses them, and no file is left. */
@NeedsDocker
@Execution(ExecutionMode.CONCURRENT)
class RecordingSettingsTest {
    /**
     * At 333 ms there are twelve events in the time, at the JDK's default of one second four or
     * five.
     */
    private static final int LOADS = 6;

    private static final String LEFT = "/tmp/heapsight-20261126T000000000Z-1.jfc";

    private static final String RECORDED = "/recordings?seconds=4";

    private static final String SETTINGS =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0" label="Mine &amp; ours">
              <event name="jdk.ActiveSetting"><setting name="enabled">true</setting></event>
              <event name="jdk.ThreadSleep">
                <setting name="enabled">true</setting><setting name="threshold">7 ms</setting>
              </event>
              <event name="jdk.FileRead"><setting name="enabled">false</setting></event>
              <event name="jdk.CPULoad">
                <setting name="enabled">true</setting><setting name="period">333 ms</setting>
              </event>
              <event name="com.acme.Unknown"><setting name="enabled">true</setting></event>
            </configuration>
            """;

    @ParameterizedTest
    @EachLongTermJdk
    void targetUsesTheSettingsOrSaysWhyNotAndKeepsNoFile(Jdk jdk) {
        try (TargetContainer target = TargetContainer.start(TargetSpec.of(jdk, "Idle"))) {
            target.exec("touch", LEFT).outOrThrow();
            try (SidecarContainer sidecar =
                    SidecarContainer.start(SidecarSpec.beside(target).withHeapDumps())) {
                HttpCaller caller = sidecar.readyCaller();
                Awaitility.await()
                        .untilAsserted(() -> assertThat(target.heapsightFiles()).isEmpty());

                HttpResponse<String> refused =
                        caller.post(RECORDED, SETTINGS.replace("2.0", "1.0"));
                assertThat(refused.statusCode()).isEqualTo(502);
                assertThat(refused.body())
                        .contains("Could not parse", "JDKs accept only version 2.0");
                assertThat(target.heapsightFiles()).isEmpty();

                Json done = DumpJob.of(caller, caller.post(RECORDED, SETTINGS)).awaitEnd();
                assertThat(done.at("state").text()).as(done.toString()).isEqualTo("done");
                Json kept =
                        Json.parse(caller.getJson("/recordings").body())
                                .at("recordings")
                                .items()
                                .getLast();
                assertThat(kept.at("settings").text()).isEqualTo("posted: Mine & ours");
                assertThat(activeSettings(caller, "/recordings/" + kept.at("id").text()))
                        .containsEntry("jdk.ThreadSleep threshold", "7 ms")
                        .containsEntry("jdk.FileRead enabled", "false")
                        .containsEntry("jdk.CPULoad period", "333 ms")
                        .hasEntrySatisfying(
                                "jdk.CPULoad",
                                count -> assertThat(Integer.parseInt(count)).isGreaterThan(LOADS));
                assertThat(target.heapsightFiles()).isEmpty();
                Said.assertUntouched(target);
            }
        }
    }

    /**
     * Settings in the recording, such as "jdk.FileRead enabled", and the count of "jdk.CPULoad".
     */
    private static Map<String, String> activeSettings(HttpCaller caller, String recording) {
        try {
            Path copy = Files.createTempFile("recording", ".jfr");
            try (InputStream bytes = caller.getStream(recording)) {
                Files.copy(bytes, copy, StandardCopyOption.REPLACE_EXISTING);
                return activeSettings(copy);
            } finally {
                Files.delete(copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> activeSettings(Path recording) throws IOException {
        Map<Long, String> names = new HashMap<>();
        Map<String, String> settings = new HashMap<>();
        int loads = 0;
        try (RecordingFile file = new RecordingFile(recording)) {
            for (EventType type : file.readEventTypes()) {
                names.put(type.getId(), type.getName());
            }
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String type = event.getEventType().getName();
                loads += type.equals("jdk.CPULoad") ? 1 : 0;
                if (type.equals("jdk.ActiveSetting")) {
                    String key = names.get(event.getLong("id")) + " " + event.getString("name");
                    settings.put(key, event.getString("value"));
                }
            }
        }
        settings.put("jdk.CPULoad", Integer.toString(loads));
        return settings;
    }
}
