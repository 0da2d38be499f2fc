/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.Collector;
import io.heapsight.tests.harness.HeapsightImage;
import io.heapsight.tests.harness.Jdk;
import io.heapsight.tests.harness.Json;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import io.heapsight.tests.harness.TargetContainer;
import io.heapsight.tests.harness.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The containers of the task definition for Fargate on a volume as Fargate's: owned by root, mode
 * 755, without the content of the image's folder.
 */
@NeedsDocker
class FargateVolumeTest {
    private static final String VOLUME = "heapsight-fargate-" + ProcessHandle.current().pid();

    @Test
    void rootOwnedVolumeTakesDumpsAfterTheInitContainer() throws IOException {
        Json opener = containerOfTask("volume-permissions");
        Json sidecar = containerOfTask("heapsight");
        TargetSpec idle = TargetSpec.idle(Jdk.JDK_21, Collector.SERIAL);
        try (TargetContainer target = TargetContainer.start(idle)) {
            String file = sidecar.at("mountPoints").items().getFirst().at("containerPath").text();
            List<String> dump = List.of("dump", "--output", file + "/shop.hprof");
            List<String> open = opener.at("command").items().stream().map(Json::text).toList();

            Ran before = run(sidecar, target, dump);
            Ran opened = run(opener, target, open);
            Ran after = run(sidecar, target, dump);

            assertThat(before.exitCode()).as(before.toString()).isEqualTo(1);
            assertThat(opened.exitCode()).as(opened.toString()).isZero();
            assertThat(after.exitCode()).as(after.toString()).isZero();
        } finally {
            Ran.run(List.of("docker", "volume", "rm", VOLUME));
        }
    }

    private static Json containerOfTask(String name) throws IOException {
        String task = Files.readString(Checkout.root().resolve("ecs/task-definition-fargate.json"));
        return Json.parse(task).at("containerDefinitions").items().stream()
                .filter(container -> container.at("name").text().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A command in such a container: its user, root filesystem, capabilities and mount. */
    private static Ran run(Json container, TargetContainer target, List<String> command) {
        assertThat(container.at("readonlyRootFilesystem").isTrue()).isTrue();
        String path = container.at("mountPoints").items().getFirst().at("containerPath").text();
        List<String> docker = new ArrayList<>(List.of("docker", "run", "--rm", "--read-only"));
        docker.addAll(List.of("--cap-drop", "ALL", "--pid", "container:" + target.id()));
        docker.addAll(List.of("--memory", container.at("memory").number() + "m"));
        docker.addAll(List.of("--user", container.at("user").text(), "--mount"));
        docker.add("type=volume,volume-nocopy,src=%s,dst=%s".formatted(VOLUME, path));
        docker.add(HeapsightImage.tag());
        docker.addAll(command);
        return Ran.run(docker);
    }
}
