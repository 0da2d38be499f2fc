/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.heapsight.fleet.size.FleetSizing;
import io.heapsight.fleet.size.MadeWorkload;
import io.heapsight.fleet.size.WorkloadSize;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizeManifestTest {
    private static SizeManifest manifest(String name) {
        return new SizeManifest(
                new FleetSizing(Duration.ofDays(7), List.of(MadeWorkload.named(name)), List.of()));
    }

    @Test
    void patchContainsWhatChanges() {
        assertThat(manifest("web").patch())
                .contains(
                        """
                        apiVersion: apps/v1
                        kind: Deployment
                        metadata:
                          name: web
                          namespace: shop
                        spec:
                          template:
                            spec:
                              containers:
                                - name: app
                                  env:
                                    - name: JAVA_TOOL_OPTIONS
                                      value: "-Xmx256m -XX:MaxDirectMemorySize=512m"
                                  resources:
                                    requests:
                        """)
                .containsPattern("memory: \"6\\d\\dMi\"\n              cpu: \"500m\"")
                .doesNotContain("limits:\n              cpu");
    }

    @Test
    void podsWithoutTemplateGetNoPatch() {
        for (String kind : List.of("Pod", "Job", "StrimziPodSet", "X\nspec: {}")) {
            String patch =
                    new SizeManifest(
                                    new FleetSizing(
                                            Duration.ofDays(7),
                                            List.of(MadeWorkload.of(kind, "report")),
                                            List.of()))
                            .patch();

            assertThat(patch)
                    .contains(
                            """
                             report has no template that can be changed. Set in the manifest of its pods:
                            #   - name: app
                            #     env:
                            #       - name: JAVA_TOOL_OPTIONS
                            #         value: "-Xmx256m -XX:MaxDirectMemorySize=512m"
                            #     resources:
                            #       requests:
                            """);
            assertThat(patch.lines()).allMatch(line -> line.startsWith("#") || line.equals("---"));
        }
    }

    @Test
    void helmValuesAreNamedAfterTheWorkload() {
        assertThat(manifest("web").helm())
                .contains("web:\n  javaToolOptions: \"-Xmx256m")
                .contains("\n  resources:\n    requests:\n      memory: ");
    }

    @Test
    void recommendationHasAllFourBounds() {
        assertThat(manifest("web").vpa())
                .contains("kind: VerticalPodAutoscaler")
                .contains("- containerName: app\n        lowerBound:\n          cpu: ")
                .contains("        target:\n")
                .contains("        uncappedTarget:\n")
                .contains("        upperBound:\n");
    }

    @Test
    void namesFromMetricsCannotAddLines() {
        String patch = manifest("web\nspec: {hostNetwork: true} # \"").patch();

        assertThat(patch)
                .contains("  name: \"web\\u000aspec: {hostNetwork: true} # \\\"\"\n")
                .doesNotContain("\nspec: {hostNetwork");
    }

    @Test
    void notesAreComments() {
        WorkloadSize workload = MadeWorkload.withoutPeak("web");
        String note = workload.notes().getFirst();
        SizeManifest manifest =
                new SizeManifest(
                        new FleetSizing(
                                Duration.ofDays(7), List.of(workload), List.of("Two\nclusters.")));

        assertThat(List.of(manifest.patch(), manifest.helm(), manifest.vpa()))
                .allSatisfy(
                        text -> assertThat(text).contains("# Two clusters.\n", "# " + note + "\n"));
    }

    /** An autoscaler would scale a limit, which is wrong beside a fixed heap. */
    @Test
    void autoscalerControlsRequestsOnly() {
        assertThat(manifest("web").vpa())
                .contains(
                        "  resourcePolicy:\n    containerPolicies:\n      - containerName: app\n"
                                + "        controlledValues: RequestsOnly\n");
    }
}
