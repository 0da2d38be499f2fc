/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.HeapsightImage;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.SidecarContainer;
import io.heapsight.tests.harness.SidecarSpec;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The image: its content, and a start with minimal permissions of a pod. */
@NeedsDocker
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ImageTest {
    private static final long MAX_IMAGE_BYTES = 150_000_000;

    /** The engine adds .dockerenv, dev and sys. */
    private static final List<String> TOP_LEVEL =
            List.of(
                    ".dockerenv",
                    "dev",
                    "etc",
                    "lib",
                    "lib64",
                    "opt",
                    "proc",
                    "sys",
                    "tmp",
                    "usr",
                    "var");

    private TargetContainer target;

    @BeforeAll
    void startTarget() {
        target = TargetContainer.start(TargetSpec.idle(Jdk.JDK_21));
    }

    @AfterAll
    void endTarget() {
        target.close();
    }

    @Test
    void isSmall() {
        Ran size = docker("image", "inspect", "-f", "{{.Size}}", HeapsightImage.tag());
        assertThat(Long.parseLong(size.outOrThrow().strip())).isLessThanOrEqualTo(MAX_IMAGE_BYTES);
    }

    @Test
    void hasNoShell() {
        Ran ran =
                docker(
                        "run",
                        "--rm",
                        "--entrypoint",
                        "/bin/sh",
                        HeapsightImage.tag(),
                        "-c",
                        "true");
        assertThat(ran.exitCode()).isEqualTo(127);
    }

    /** No shell under another name, and no installer. */
    @Test
    void hasOnlyItsOwnPrograms() {
        String id = docker("create", HeapsightImage.tag()).outOrThrow().strip();
        try {
            String files =
                    Ran.run(List.of("sh", "-c", "docker export " + id + " | tar t")).outOrThrow();
            assertThat(files.lines())
                    .filteredOn(file -> file.matches("(usr/)?s?bin/.+|.*/bin/.*sh"))
                    .containsExactly("usr/bin/heapsight");
            assertThat(files.lines().map(file -> file.split("/", 2)[0]).distinct())
                    .contains("opt")
                    .isSubsetOf(TOP_LEVEL);
        } finally {
            docker("rm", id);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jcmd -h",
                "jstat -options",
                "jfr version",
                "jmap -h",
                "jstack -h",
                "jinfo -h"
            })
    void carriesTheJdksTools(String command) {
        try (SidecarContainer sidecar = SidecarContainer.beside(target)) {
            Ran ran = sidecar.exec(command.split(" ", -1));
            assertThat(ran.out() + ran.err()).isNotBlank();
            assertThat(ran.exitCode()).isBetween(0, 1);
        }
    }

    @Test
    void healthCheckNeedsNoJvmAndDetectsAMissingSidecar() {
        try (SidecarContainer sidecar = SidecarContainer.beside(target)) {
            assertThat(sidecar.heapsight("healthcheck").exitCode()).isZero();
        }
        Ran nothing = docker("run", "--rm", "--read-only", HeapsightImage.tag(), "healthcheck");
        assertThat(nothing.exitCode()).isEqualTo(1);
        assertThat(nothing.err()).contains("no listener");
    }

    /** Kubernetes sets this variable if a Service is called heapsight. */
    @Test
    void portOfAServiceLinkIsNoSetting() {
        String link = "HEAPSIGHT_PORT=tcp://10.0.0.1:9404";
        Ran started = docker("run", "-d", "--read-only", "-e", link, HeapsightImage.tag());
        String id = started.outOrThrow().strip();
        try {
            Awaitility.await()
                    .until(() -> docker("exec", id, "heapsight", "healthcheck").exitCode() == 0);
        } finally {
            docker("rm", "-f", id);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1000:1000", "12345:12345", "0:0"})
    void servesAsAnyUserWithReadOnlyRootAndNoCapabilities(String user) {
        SidecarSpec spec = SidecarSpec.beside(target).withUser(user).withMemory(96L << 20);
        try (SidecarContainer sidecar = SidecarContainer.start(spec)) {
            assertThat(sidecar.caller().get("/healthz").statusCode()).isEqualTo(200);
            assertThat(sidecar.caller().get("/metrics").statusCode()).isEqualTo(200);
        }
    }

    /** With AOTMode=on, a JVM that cannot use its archive does not start. */
    @Test
    void archiveFitsItsFlags() {
        SidecarSpec strict =
                SidecarSpec.beside(target).withEnvironment("JDK_JAVA_OPTIONS", "-XX:AOTMode=on");
        try (SidecarContainer sidecar = SidecarContainer.start(strict)) {
            assertThat(sidecar.caller().get("/healthz").statusCode()).isEqualTo(200);
        }
        assertThat(SidecarContainer.run(strict, "targets").exitCode()).isZero();
    }

    private static Ran docker(String... arguments) {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        return Ran.run(command);
    }
}
