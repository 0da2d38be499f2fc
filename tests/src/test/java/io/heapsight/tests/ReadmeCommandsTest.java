/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.tests;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.tests.harness.Checkout;
import io.heapsight.tests.harness.HeapsightImage;
import io.heapsight.tests.harness.LocalSidecar;
import io.heapsight.tests.harness.Manual;
import io.heapsight.tests.harness.NeedsDocker;
import io.heapsight.tests.harness.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The commands in README's {@code sh} blocks work: curl and ./heapsight lines are run beside the
 * demo. Every other command is listed here with the test that covers it. Blocks of output are
 * {@code text}.
 */
@ResourceLock("LeakingShop")
class ReadmeCommandsTest {
    private static final String DEMO = "./heapsight demo";

    /** A histogram of the demo's own schedule would refuse a command at the same moment. */
    private static final Map<String, String> UNSCHEDULED =
            Map.of("HEAPSIGHT_HISTOGRAM_INTERVAL", "off");

    private static final String CLUSTER = "tests/cluster runs it on a real Kubernetes";

    private static final List<String> COMMANDS = new Manual("README.md").commands();

    private static final String IMAGE = "HeapsightImage builds the image of all tests so";
    private static final String COMPOSE = "tests/pods, for target and sidecar";

    /**
     * Commands by the test that covers them; text after a # in the manual is not part of the
     * command.
     */
    private static final Map<String, String> COVERED_ELSEWHERE =
            Map.ofEntries(
                    entry(DEMO, "every test of this class runs it"),
                    entry("./mvnw verify", "it is running this test"),
                    entry("docker build -t heapsight .", IMAGE),
                    entry("docker compose up -d", COMPOSE),
                    entry("docker compose exec heapsight heapsight histogram --top 20", COMPOSE),
                    entry("kubectl apply -k k8s/examples/native", CLUSTER),
                    entry("kubectl apply -k k8s/monitoring", CLUSTER),
                    entry(
                            "kubectl exec deploy/shop -c heapsight -- heapsight histogram --top 20",
                            CLUSTER),
                    entry("kubectl port-forward deploy/shop 9404", CLUSTER),
                    entry(
                            "helm install heapsight k8s/helm/heapsight"
                                    + " --set injection=admission-policy",
                            CLUSTER),
                    entry(
                            "aws cloudformation deploy --template-file ecs/template.yaml"
                                    + " --stack-name shop --capabilities CAPABILITY_IAM"
                                    + "   --parameter-overrides Cluster=… Vpc=… Subnets=…"
                                    + " PrometheusSecurityGroup=… ExecuteCommand=true",
                            "needs AWS; cfn-lint in tests/manifests"),
                    entry(
                            "aws ecs execute-command --cluster CLUSTER --task TASK"
                                    + " --container heapsight --interactive"
                                    + "   --command \"heapsight histogram --top 20\"",
                            "needs AWS"));

    @Test
    void everyCommandIsRunOrCovered() {
        assertThat(COMMANDS).isNotEmpty();
        assertThat(COMMANDS.stream().filter(command -> !isRunHere(command) && !isDocker(command)))
                .as("commands of README that no test runs: make one, or say here what covers it")
                .isSubsetOf(COVERED_ELSEWHERE.keySet());
        assertThat(COMMANDS)
                .as("commands that README no longer has")
                .containsAll(COVERED_ELSEWHERE.keySet());
    }

    @Test
    void commandsWorkBesideTheDemoAndNothingIsLeft() throws IOException {
        removeDump();
        try (LocalSidecar demo = LocalSidecar.demo(UNSCHEDULED)) {
            assertThat(demo.children()).as("close awaits their end").isNotEmpty();
            assertThat(demo.shell("curl -sf 'localhost:9404/histogram?top=5'").outOrThrow())
                    .contains("LeakingShop");
            for (String command :
                    COMMANDS.stream().filter(ReadmeCommandsTest::isRunHere).toList()) {
                Ran ran = demo.shell(command.replaceFirst("^curl ", "curl -sSf "));
                assertThat(ran.exitCode()).as("%s%n%s%s", command, ran.out(), ran.err()).isZero();
            }
        } finally {
            removeDump();
        }
    }

    @Test
    @NeedsDocker
    void dockerCommandsWorkBesideAContainerCalledShop() throws IOException {
        List<String> containers = List.of("heapsight", "shop");
        String tag = HeapsightImage.tag();
        Ran.run(List.of("docker", "tag", tag, "heapsight"), Checkout.root()).outOrThrow();
        String programs = Checkout.targets() + ":/targets:ro";
        try {
            run(
                    "docker run -d --name shop --user 1000:1000 -v "
                            + programs
                            + " jdk:25 java -cp /targets com.acme.Idle");
            for (String command : COMMANDS.stream().filter(ReadmeCommandsTest::isDocker).toList()) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(runAnew(command)).isNotEmpty());
            }
        } finally {
            containers.forEach(ReadmeCommandsTest::remove);
            Ran.run(List.of("docker", "volume", "rm", "heapsight"), Checkout.root());
        }
    }

    /** Files that the commands about heap dumps write into the checkout. */
    private static void removeDump() throws IOException {
        Files.deleteIfExists(Checkout.root().resolve("shop.hprof"));
    }

    /** Runs a command once more; a container that failed to start keeps its name. */
    private static String runAnew(String command) {
        if (command.startsWith("docker run ")) {
            remove("heapsight");
        }
        return run(command);
    }

    private static void remove(String container) {
        Ran.run(List.of("docker", "rm", "-f", container), Checkout.root());
    }

    private static String run(String command) {
        Ran ran = Ran.run(List.of("sh", "-c", command), Checkout.root());
        return ran.outOrThrow() + ran.err();
    }

    private static boolean isDocker(String command) {
        return command.startsWith("docker ") && !COVERED_ELSEWHERE.containsKey(command);
    }

    private static boolean isRunHere(String command) {
        return command.startsWith("curl ")
                || command.startsWith("jcmd ")
                || (command.startsWith("./heapsight ") && !command.equals(DEMO));
    }
}
