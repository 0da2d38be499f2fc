/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.unit.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutated configurations: each is read, or refused with the wrong keys. */
class MutatedConfigTest {
    private static final String SET =
            """
            HEAPSIGHT_PORT=9404
            HEAPSIGHT_BIND=::1
            HEAPSIGHT_TARGET=com.acme.*
            HEAPSIGHT_SAMPLE_INTERVAL=500ms
            HEAPSIGHT_HISTOGRAM_INTERVAL=5m
            HEAPSIGHT_TRIGGERS=container_memory>90%:histogram,heap > 95 % : heapdump
            HEAPSIGHT_DUMP_QUOTA=count=5,bytes=10g
            HEAPSIGHT_ANALYSIS_MEMORY=128m
            HEAPSIGHT_EXPERIMENT_HOSTS=shop:8080,[::1]
            HEAPSIGHT_LOG_FORMAT=json
            """;
    private static final List<String> TRIGGERS =
            List.of(
                    "container_memory>90%:histogram,heap > 95 % : heapdump",
                    "old_after_gc>80%:garbage, metaspace>97%:histogram,gc_overhead>50%:heapdump");

    @TempDir private Path folder;

    @Test
    void mutatedFilesAreReadOrRefusedWithTheKeys() {
        Path file = folder.resolve("heapsight.properties");
        String defaults =
                ConfigKeys.ALL.stream()
                        .filter(key -> !key.name().equals("HEAPSIGHT_CONFIG"))
                        .map(key -> key.name() + "=" + key.defaultValue())
                        .collect(Collectors.joining("\n"));
        Mutants.ofTexts(List.of(SET, defaults))
                .areReadOrRefused(
                        bytes -> {
                            Files.write(file, bytes);
                            read(Map.of("HEAPSIGHT_CONFIG", file.toString()));
                        },
                        List.of(ConfigException.class));
    }

    @Test
    void mutatedTriggersAreReadOrRefused() {
        Mutants.ofTexts(TRIGGERS)
                .areReadOrRefused(
                        bytes ->
                                read(
                                        Map.of(
                                                "HEAPSIGHT_TRIGGERS",
                                                new String(bytes, StandardCharsets.UTF_8))),
                        List.of(ConfigException.class));
    }

    private static void read(Map<String, String> environment) throws ConfigException {
        try {
            assertThat(SidecarConfig.read(environment).settings()).isNotEmpty();
        } catch (ConfigException e) {
            assertThat(e.faults()).isNotEmpty().allMatch(fault -> fault.contains(": "));
            throw e;
        }
    }
}
