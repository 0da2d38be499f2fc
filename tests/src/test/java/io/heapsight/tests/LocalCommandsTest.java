/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.LocalSidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Commands beside a sidecar on the same machine, which they find by {@code HEAPSIGHT_PORT}. */
@ResourceLock("LeakingShop")
class LocalCommandsTest {
    @TempDir private Path folder;

    private LocalSidecar demo;

    @BeforeEach
    void start() {
        demo = LocalSidecar.demo(Map.of("HEAPSIGHT_DATA_DIR", folder.toString()));
    }

    @AfterEach
    void stop() {
        demo.close();
    }

    private String heapsight(String arguments) {
        return demo.shell(command(arguments)).outOrThrow();
    }

    private String command(String arguments) {
        return "HEAPSIGHT_PORT=%d ./heapsight %s".formatted(port(), arguments);
    }

    private int port() {
        return demo.uri().getPort();
    }

    @Test
    void aRunIsMarkedExportedAndImported() throws IOException {
        Path exported = folder.resolve("export.json");

        assertThat(heapsight("run start export --label level=INFO")).contains("export");
        assertThat(heapsight("run mark export --records 5000 --jobs 2")).contains("export");
        assertThat(heapsight("run stop export")).contains("export");
        Files.writeString(exported, heapsight("run show export --format json"));
        heapsight("run import again " + exported);

        assertThat(exported).content().contains("\"records\":5000", "\"level\":\"INFO\"");
        assertThat(demo.shell(command("run import again " + exported)).err())
                .startsWith("heapsight: A run with that name exists.\n");
        assertThat(heapsight("run list")).contains("again", "export");
        assertThat(heapsight("run show again")).contains("INFO");
    }

    @Test
    void aRunIsMadeOfSamplesThatWereTakenBefore() {
        // A run needs two samples.
        String started =
                Awaitility.await().until(() -> demo.shell(pastRun()).out(), not(String::isEmpty));
        assertThat(started).contains("past", "stopped");
        assertThat(heapsight("run show past")).contains("LeakingShop");
        assertThat(demo.shell(command("run start never --from 2026-01-01T00:00:00Z")).err())
                .contains("It needs from and a later to");
    }

    private String pastRun() {
        Instant end = Instant.now().plusSeconds(1);
        return command("run start past --from 2026-01-01T00:00:00Z --to " + end);
    }

    @Test
    void memoryIsThatOfTheNamedTarget() {
        assertThat(heapsight("memory LeakingShop")).contains("heap", "LeakingShop");
        assertThat(heapsight("memory --format json")).contains("\"schemaVersion\":1");
    }

    @Test
    void helpOfACommandIsItsUsage() {
        assertThat(heapsight("help")).contains("analyze", "memory", "run");
        assertThat(heapsight("help dump")).contains("Usage: heapsight dump");
    }
}
