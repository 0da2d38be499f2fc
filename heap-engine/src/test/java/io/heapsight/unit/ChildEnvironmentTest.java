/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.unit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The part of our environment that a child gets. */
class ChildEnvironmentTest {
    private static ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder("none");
        builder.environment().clear();
        builder.environment()
                .putAll(
                        Map.of(
                                "PATH", "/bin",
                                "JAVA_TOOL_OPTIONS", "-Xmx1g",
                                "HEAPSIGHT_WEBHOOK", "https://hooks.example.com/secret",
                                "AWS_SECRET_ACCESS_KEY", "secret",
                                "AZURE_STORAGE_KEY", "secret",
                                "GOOGLE_APPLICATION_CREDENTIALS", "/run/secret"));
        return builder;
    }

    @Test
    void secretsAndForeignOptionsAreNotPassedOn() {
        ProcessBuilder builder = builder();
        ChildEnvironment.isolate(builder);
        assertThat(builder.environment()).containsOnlyKeys("PATH");
    }

    @Test
    void uploadGetsTheCredentialsOfTheStore() {
        ProcessBuilder builder = builder();
        ChildEnvironment.isolateButStore(builder);
        assertThat(builder.environment())
                .containsOnlyKeys(
                        "PATH",
                        "AWS_SECRET_ACCESS_KEY",
                        "AZURE_STORAGE_KEY",
                        "GOOGLE_APPLICATION_CREDENTIALS");
    }
}
