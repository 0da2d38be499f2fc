/* SPDX-License-Identifier: Apache-2.0 */
package io.heapsight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContainerLabelsTest {
    @Test
    void podsAreSelectedByNamespaceInBatches() {
        assertThat(
                        ContainerLabels.batches(
                                List.of(
                                        new Pod("shop", "a-1"),
                                        new Pod("shop", "b.c"),
                                        new Pod("shop", "d"),
                                        new Pod("", "e")),
                                2))
                .containsExactly(
                        "pod=~\"e\"",
                        "namespace=\"shop\",pod=~\"a-1|b\\\\.c\"",
                        "namespace=\"shop\",pod=~\"d\"");
    }

    @Test
    void otherClustersAreExcludedIfAllSeriesOfTheProgramNameTheirs() {
        Map<String, String> eu = Map.of("cluster", "eu.1", "k8s_cluster_name", "a");
        Map<String, String> us = Map.of("cluster", "us");

        assertThat(ContainerLabels.clusters(List.of(us, eu)))
                .isEqualTo("cluster=~\"eu\\\\.1|us|\",");
        assertThat(ContainerLabels.clusters(List.of(us, eu, Map.of()))).isEmpty();
    }
}
